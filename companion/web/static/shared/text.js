// The words of the pages, and which language is spoken. What the table says comes worded from the server.

const WORDS = {
  en: {
    lang: "English", virtualTable: "Virtual table", skipToTags: "Skip to the cards", pages: "Pages", board: "Board", table: "Table",
    lost: "Connection lost. Trying again…", box: "The bank", oled: "Display of the bank", buttons: "Buttons of the bank",
    reader: "Reader", readerEmpty: "Drag a card or a deed here, or click it.", dice: "Dice", roll: "Roll", rollThese: "Roll these",
    dieOff: "No die is plugged in.", players: "Player cards", deeds: "Deeds", find: "Find a deed", history: "What happened",
    liftsItself: "lift by themselves", keys: "Keyboard", close: "Close", language: "Language", theme: "Light or dark",
    soundOn: "Sound is on", soundOff: "Sound is off", shortcuts: "Keyboard shortcuts", cards: "Cards",
    up: "Up", down: "Down", ok: "OK", back: "Back", menu: "Menu", info: "Info",
    die1: "First die: {n}", die2: "Second die: {n}", rolled: "The die shows {a} and {b}.", referee: "Referee card", unknown: "Unknown tag",
    onReader: "{name}, on the reader", offReader: "{name}", owned: "owned by {owner}", mortgaged: "mortgaged", houses: "{n} houses", hotel: "hotel",
    takeOff: "Take {name} off the reader", keyUp: "up, down", keyOk: "OK", keyBack: "back", keyMenu: "menu or info", keyRoll: "roll the dice",
    keyPlayer: "card of player 1 to 8", keyReferee: "referee card", keyLift: "take everything off the reader", keyFind: "find a deed", keyHelp: "this list",
    refused: "That did not work: {why}", skipToPlayers: "Skip to the players", waitsFor: "The table waits for", boardHelp: "The board; the arrow keys go round it", standing: "Standing",
    player: "Player", cash: "Cash", worth: "Worth", deedCount: "Deeds", wealth: "Wealth, turn by turn", throws: "Dice so far", unowned: "for sale",
    wins: "{name} wins!", price: "Price", mortgageValue: "Mortgage value", toPay: "To pay", rents: "Rent", buildPrice: "A house costs", here: "Here now",
    pot: "In the middle: {amount}.", stock: "The bank has {houses} houses and {hotels} hotels.", bankrupt: "bankrupt", jailed: "in jail", secret: "Balances are secret.",
  },
  vi: {
    lang: "Tiếng Việt", virtualTable: "Bàn chơi ảo", skipToTags: "Tới các thẻ", pages: "Các trang", board: "Bàn cờ", table: "Bàn chơi",
    lost: "Mất kết nối. Đang thử lại…", box: "Ngân hàng", oled: "Màn hình của ngân hàng", buttons: "Nút của ngân hàng",
    reader: "Đầu đọc", readerEmpty: "Kéo thẻ hoặc giấy chủ quyền vào đây, hoặc bấm vào nó.", dice: "Xúc xắc", roll: "Đổ xúc xắc", rollThese: "Đổ hai mặt này",
    dieOff: "Chưa cắm xúc xắc.", players: "Thẻ người chơi", deeds: "Giấy chủ quyền", find: "Tìm đất", history: "Diễn biến",
    liftsItself: "tự nhấc lên", keys: "Bàn phím", close: "Đóng", language: "Ngôn ngữ", theme: "Sáng hay tối",
    soundOn: "Đang bật tiếng", soundOff: "Đang tắt tiếng", shortcuts: "Phím tắt", cards: "Thẻ bài",
    up: "Lên", down: "Xuống", ok: "OK", back: "Lùi", menu: "Mục", info: "Tin",
    die1: "Xúc xắc một: {n}", die2: "Xúc xắc hai: {n}", rolled: "Xúc xắc ra {a} và {b}.", referee: "Thẻ trọng tài", unknown: "Thẻ lạ",
    onReader: "{name}, đang trên đầu đọc", offReader: "{name}", owned: "của {owner}", mortgaged: "đang cầm cố", houses: "{n} nhà", hotel: "khách sạn",
    takeOff: "Nhấc {name} khỏi đầu đọc", keyUp: "lên, xuống", keyOk: "OK", keyBack: "lùi", keyMenu: "mục hoặc tin", keyRoll: "đổ xúc xắc",
    keyPlayer: "thẻ người chơi 1 đến 8", keyReferee: "thẻ trọng tài", keyLift: "nhấc hết khỏi đầu đọc", keyFind: "tìm giấy chủ quyền", keyHelp: "bảng này",
    refused: "Không được: {why}", skipToPlayers: "Tới danh sách người chơi", waitsFor: "Bàn đang chờ", boardHelp: "Bàn cờ; dùng phím mũi tên để đi quanh", standing: "Tình hình",
    player: "Người chơi", cash: "Tiền mặt", worth: "Tổng tài sản", deedCount: "Đất", wealth: "Tài sản qua từng lượt", throws: "Xúc xắc đến giờ", unowned: "chưa có chủ",
    wins: "{name} thắng!", price: "Giá", mortgageValue: "Giá cầm cố", toPay: "Phải trả", rents: "Tiền thuê", buildPrice: "Giá một nhà", here: "Đang ở đây",
    pot: "Ở giữa bàn: {amount}.", stock: "Ngân hàng còn {houses} nhà và {hotels} khách sạn.", bankrupt: "phá sản", jailed: "trong tù", secret: "Số dư được giữ kín.",
  },
};

export const languages = Object.keys(WORDS);
const wished = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("lang") ?? navigator.language.slice(0, 2);
let spoken = languages.includes(wished) ? wished : "en";
const listeners = new Set();

export const language = () => spoken;
export const nameOf = (code) => WORDS[code].lang;

/** The words for a key, with `{name}` filled in from `values`. */
export function t(key, values = {}) {
  return (WORDS[spoken][key] ?? WORDS.en[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Word everything below `root` that carries data-t, data-t-label or data-t-placeholder. */
export function word(root = document) {
  for (const each of root.querySelectorAll("[data-t]")) each.textContent = t(each.dataset.t);
  for (const each of root.querySelectorAll("[data-t-label]")) each.setAttribute("aria-label", t(each.dataset.tLabel));
  for (const each of root.querySelectorAll("[data-t-placeholder]")) each.placeholder = t(each.dataset.tPlaceholder);
}

/** Speak another language from now on, here and on the next visit. */
export function speak(code) {
  spoken = code;
  localStorage.setItem("lang", code);
  history.replaceState(null, "", location.pathname);
  document.documentElement.lang = code;
  word();
  for (const listener of listeners) listener(code);
}

export const onLanguage = (listener) => listeners.add(listener);

document.documentElement.lang = spoken;
word();
