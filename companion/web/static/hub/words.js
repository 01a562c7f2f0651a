// The words of a tournament's pages, beside those of a table (shared/text.js).

import { byId, make } from "/static/shared/make.js";
import { language, onLanguage } from "/static/shared/text.js";
import { tools } from "/static/shared/tools.js";

const WORDS = {
  en: {
    tournament: "Tournament", organiser: "Organiser", pages: "Pages", standings: "Standings", tables: "Tables", table: "Table", round_: "Round", tableN: "Table {n}", round: "Round {n}",
    notDrawn: "No round is drawn yet", waiting: "not begun", playing: "playing", over: "over, not sealed yet", sealed: "sealed", awarded: "set by the judge",
    notStarted: "Not begun yet.", lastSoon: "The last turn is called soon.", lastCalled: "Last turn: all take an equal number of turns.", closed: "The round is closed.", openTables: "Tables still to come: {n}.", allIn: "All results are in.", tournamentOver: "The tournament is over. It was won by {names}.",
    rank: "Rank", name: "Name", team: "Team", points: "Points", penalty: "Penalty", worth: "Worth", wins: "Wins", buchholz: "Buchholz", copies: "To download:", rounds: "Rounds", penalties: "Penalties",
    tie: "Ahead of them by", "tie-worth": "worth", "tie-wins": "wins", "tie-head-to-head": "their games", "tie-buchholz": "Buchholz", "tie-knockout": "knock-out", "tie-cash": "same worth, less cash", "tie-seat": "same worth and cash, later seat",
    signIn: "Sign in", signOut: "Sign out", draw: "Draw the round", begin: "Start the clock", lastTurn: "Call the last turn", closeRound: "Close the round", extend: "More time", minutes: "Minutes more (less with −)",
    printSeating: "Seating (PDF)", printCards: "Name cards (PDF)", printCodes: "Joining code (PDF)", incidents: "Refused and to be looked at", disputes: "Disputes", entry: "Entry", about: "About", note: "Put on record",
    people: "People", register: "Register", boxes: "Boxes", cancel: "Cancel", done: "Done.", refused: "That did not work: {why}", none: "Nothing.",
    time: "Time", box: "Box", kind: "Kind", told: "What happened", evidence: "Evidence", ruling: "Ruling", judge: "Judge", rule: "Rule", text: "About", history: "History", number: "No.",
    here: "Here", dropped: "Dropped", alternate: "Alternate", seed: "Seed", apart: "Apart from", comes: "is here", goes: "is not here", drop: "drops out", back: "comes back", substitute: "Substitute", award: "Set a result", penalise: "Penalty",
    online: "Connected", seen: "Last heard", drift: "Clock off by", waitingLines: "Not safe yet", free: "Free MiB", temperature: "°C", joined: "Joined", put: "Put at a table", yes: "yes", no: "no", seat: "Seat", by: "Who plays", counts: "Counts for the substitute", nobody: "nobody is called “{name}”", why: "Why", hundredths: "Points", sure: "Sure?", archive: "Earlier tournaments",
    "kind-unreadable": "unreadable", "kind-another-box": "another box", "kind-fork": "two histories", "kind-forged": "forged", "kind-facts": "does not fit the game", "kind-foreign-key": "foreign key", "kind-misplaced": "wrong table or round", "kind-rules-differ": "rules differ", "kind-unknown-box": "unknown box", "kind-too-many": "too many",
  },
  vi: {
    tournament: "Giải đấu", organiser: "Ban tổ chức", pages: "Các trang", standings: "Bảng xếp hạng", tables: "Các bàn", table: "Bàn", round_: "Vòng", tableN: "Bàn {n}", round: "Vòng {n}",
    notDrawn: "Chưa bốc thăm vòng nào", waiting: "chưa bắt đầu", playing: "đang chơi", over: "đã xong, chưa niêm phong", sealed: "đã niêm phong", awarded: "trọng tài định",
    notStarted: "Chưa bắt đầu.", lastSoon: "Sắp gọi lượt cuối.", lastCalled: "Lượt cuối: mọi người đi số lượt bằng nhau.", closed: "Vòng đã khép.", openTables: "Số bàn chưa xong: {n}.", allIn: "Đã có đủ kết quả.", tournamentOver: "Giải đã kết thúc. Vô địch: {names}.",
    rank: "Hạng", name: "Tên", team: "Đội", points: "Điểm", penalty: "Phạt", worth: "Tài sản", wins: "Thắng", buchholz: "Buchholz", copies: "Tải về:", rounds: "Các vòng", penalties: "Các án phạt",
    tie: "Người trên hơn nhờ", "tie-worth": "tài sản", "tie-wins": "số trận thắng", "tie-head-to-head": "đối đầu", "tie-buchholz": "Buchholz", "tie-knockout": "vòng loại", "tie-cash": "cùng tài sản, ít tiền mặt hơn", "tie-seat": "cùng tài sản và tiền mặt, ghế sau",
    signIn: "Đăng nhập", signOut: "Đăng xuất", draw: "Bốc thăm vòng", begin: "Bấm giờ", lastTurn: "Gọi lượt cuối", closeRound: "Khép vòng", extend: "Thêm giờ", minutes: "Thêm số phút (bớt: dấu −)",
    printSeating: "Chỗ ngồi (PDF)", printCards: "Thẻ tên (PDF)", printCodes: "Mã tham gia (PDF)", incidents: "Bị từ chối và cần xem lại", disputes: "Khiếu nại", entry: "Mục", about: "Về việc", note: "Ghi vào biên bản",
    people: "Người chơi", register: "Ghi danh", boxes: "Các hộp", cancel: "Thôi", done: "Xong.", refused: "Không được: {why}", none: "Không có gì.",
    time: "Lúc", box: "Hộp", kind: "Loại", told: "Chuyện gì", evidence: "Bằng chứng", ruling: "Phán quyết", judge: "Trọng tài", rule: "Phán quyết", text: "Về việc", history: "Diễn biến", number: "Số",
    here: "Có mặt", dropped: "Bỏ cuộc", alternate: "Dự bị", seed: "Hạt giống", apart: "Tránh", comes: "có mặt", goes: "vắng mặt", drop: "bỏ cuộc", back: "trở lại", substitute: "Thay người", award: "Định kết quả", penalise: "Phạt",
    online: "Kết nối", seen: "Tin cuối", drift: "Lệch giờ", waitingLines: "Chưa an toàn", free: "MiB trống", temperature: "°C", joined: "Đã tham gia", put: "Đặt ở bàn", yes: "có", no: "không", seat: "Ghế", by: "Ai chơi", counts: "Tính cho người thay", nobody: "không ai tên “{name}”", why: "Vì sao", hundredths: "Điểm", sure: "Chắc chưa?", archive: "Các giải trước",
    "kind-unreadable": "không đọc được", "kind-another-box": "hộp khác", "kind-fork": "hai diễn biến", "kind-forged": "giả mạo", "kind-facts": "không khớp ván cờ", "kind-foreign-key": "khoá lạ", "kind-misplaced": "sai bàn hoặc vòng", "kind-rules-differ": "khác luật", "kind-unknown-box": "hộp lạ", "kind-too-many": "quá nhiều",
  },
};

/** What a time of the hub is on this page's clock. */
export const hour = (time) => new Date(time).toLocaleTimeString(language());

/** The words for a key, with `{name}` filled in. */
export const h = (key, values = {}) => (WORDS[language()][key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

function word() {
  for (const each of document.querySelectorAll("[data-h]")) each.textContent = h(each.dataset.h);
  for (const each of document.querySelectorAll("[data-h-label]")) each.setAttribute("aria-label", h(each.dataset.hLabel));
}

/** The head of a page: where else one can go, language, theme. */
export function heading(here) {
  tools();
  const pages = [["tournament", "/"], ["organiser", "/organiser"]];
  const write = () => {
    word();
    byId("pages").replaceChildren(...pages.map(([name, path]) => make("a", { href: path, "aria-current": path === here && "page" }, h(name))));
  };
  onLanguage(write);
  write();
}
