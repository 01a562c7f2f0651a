// The words of the pages, and which language is spoken. What the table says comes worded from the server.

const WORDS = {
  en: {
    lang: "English", virtualTable: "Virtual table", skipToTags: "Skip to the cards", pages: "Pages", board: "Board", table: "Table",
    lost: "Connection lost. Trying again…", box: "The bank", oled: "Display of the bank", buttons: "Buttons of the bank",
    reader: "Reader", readerEmpty: "Tap a card or a deed, or drag it here.", dice: "Dice", roll: "Roll", rollThese: "Roll these",
    dieOff: "No die is plugged in.", players: "Player cards", deeds: "Deeds", find: "Find a deed", history: "What happened",
    liftsItself: "lift by themselves", keys: "Keyboard", close: "Close", language: "Language", theme: "Light or dark",
    soundOn: "Sound is on", soundOff: "Sound is off", shortcuts: "Keyboard shortcuts",
    up: "Up", down: "Down", ok: "OK", back: "Back", menu: "Menu", info: "Info",
    die1: "First die: {n}", die2: "Second die: {n}", referee: "Referee card", unknown: "Unknown tag",
    owned: "owned by {owner}", mortgaged: "mortgaged", house: "1 house", houses: "{n} houses", hotel: "hotel",
    takeOff: "Take {name} off the reader", keyUp: "up, down", keyOk: "OK", keyBack: "back", keyMenu: "menu or info", keyRoll: "roll the dice",
    keyPlayer: "card of player 1 to 8", keyReferee: "referee card", keyLift: "take everything off the reader", keyFind: "find a deed; Enter lays it", keyHelp: "this list",
    noGame: "No game is on the table yet.", refused: "That did not work: {why}", skipToPlayers: "Skip to the players", waitsFor: "The table waits for", boardHelp: "The board; the arrow keys go round it", standing: "Standing",
    player: "Player", cash: "Cash", worth: "Worth", deedCount: "Deeds", wealth: "Wealth, turn by turn", throws: "Dice so far", unowned: "for sale",
    wins: "{name} wins!", gameOver: "The game is over", price: "Price", mortgageValue: "Mortgage value", toPay: "To pay", rents: "Rent", buildPrice: "A house costs", here: "Here now",
    pot: "In the middle: {amount}.", stock: "The bank has {houses} houses and {hotels} hotels.", bankrupt: "bankrupt", jailed: "in jail", secret: "Balances are secret.",
    help: "Rules", rightNow: "Right now", findRule: "Find a rule", rulesOf: "Rules: {title}", figures: "Figures", differences: "Options that differ from the classic game",
    "option-start_cash": "Start money", "option-go_salary": "Salary", "option-jail_fee": "Bail", "option-houses": "Houses in the bank", "option-hotels": "Hotels in the bank", "option-jail_tries": "Tries for doubles in jail",
    "option-transfer_interest": "Interest when a mortgaged deed changes hands, in %", "option-min_players": "Players at least", "option-max_players": "Players at most",
    "topic-turn": "The turn", "topic-buying": "Buying and auctions", "topic-rent": "Rent", "topic-building": "Building", "topic-mortgage": "Mortgages", "topic-cards": "Cards and taxes", "topic-jail": "Jail", "topic-trade": "Trade", "topic-debt": "Debts and bankruptcy", "topic-more": "All other rules",
    screen: "Projector", referee_: "Referee", pin: "PIN", signIn: "Sign in", signOut: "Sign out", gameAndClock: "Game and clock", pause: "Pause", resume: "Go on", paused: "Pause",
    minutes: "Minutes for the game", startClock: "Start the clock", callTime: "Call time", endGame: "End the game", setRight: "Set right", what: "What", whose: "Whose",
    newValue: "New value", reason: "Reason", setIt: "Set it", lostCard: "A lost card or tag", lostCardHelp: "Lay the new tag on the reader: its number appears here.", stoodFor: "It stands for",
    newTag: "New tag", assignIt: "Give it this tag", copies: "Copies", exportGame: "This game (JSON Lines)", backupAll: "All games (ledger)", undoName: "What happened; choose where to go back to",
    putBack: "Put back on the board", takeBack: "Take back", undo: "Undo", undoFrom: "Undo from here: {what}", undoCount: "Entries to take back: {n}", nothing: "nothing", none: "none", theBank: "the bank", yes: "yes", no: "no", done: "Done.",
    standsStill: "The clock stands still.", nothingYet: "Nothing has happened yet.", toBegin: "Nothing has happened yet: press OK on the box.",
    lastThrow: "The last throw", wasRead: "{name}: {a} and {b} were read.", diceShow: "The dice show", firstDie: "First die", secondDie: "Second die", setThrow: "Set the throw right",
    allWell: "All devices work.", fault: "{device}: {kind}", sureTime: "Call time? The last turns will be played.", sureEnd: "End the game now? The richest wins.",
    "set-cash": "Cash", "set-at": "Place on the board", "set-jailed": "In jail", "set-owner": "Owner of a deed", "set-buildings": "Buildings", "set-mortgaged": "Mortgage",
    "reason-misread-dice": "misread dice", "reason-wrong-tap": "wrong tap", "reason-wrong-card": "wrong card", "reason-wrong-amount": "wrong amount", "reason-agreed": "all agreed", "reason-ruling": "the referee's ruling",
    "device-reader": "Reader", "device-panel": "Display", "device-buttons": "Buttons", "device-die": "Die", "device-buzzer": "Buzzer", "device-encoder": "Dial",
    "kind-missing": "missing", "kind-denied": "not allowed", "kind-busy": "busy", "kind-silent": "silent", "kind-noise": "cannot be read", "kind-impossible": "impossible values", "kind-unsupported": "not supported", "kind-broken": "broken",
    phone: "My phone", pairName: "Pair this phone", pairIt: "Show a code", pairHelp: "Your phone shows your account after you lay your card at the table.", pairCode: "At the table: info, then Phone with this code, then lay your card.", pairLate: "No card was laid in time.",
    forgetPhone: "Forget this phone", tradeName: "Put a trade together", tradeWith: "With", iGive: "I give", iTake: "I get", money: "Money", toTable: "To the table", statement: "Statement",
    "house@court": "1 shop", "houses@court": "{n} shops", "hotel@court": "market", "stock@court": "The bank has {houses} shops and {hotels} markets.", "jailed@court": "in Court", "set-jailed@court": "In Court", "buildPrice@court": "A shop costs",
    "option-houses@court": "Shops in the bank", "option-hotels@court": "Markets in the bank", "option-jail_fee@court": "Fee out of Court", "option-jail_tries@court": "Tries for doubles in Court", "topic-jail@court": "Court",
    noLines: "Nothing has been paid yet.", noDeeds: "No deeds yet.", tradeSecret: "The rules allow it if the money is there, which is asked when it is signed.",
    tradeEmpty: "Choose what changes hands.", tradeFine: "The rules allow it now.", tradeSent: "It lies on the table: both sign with their cards.",
  },
  vi: {
    lang: "Tiếng Việt", virtualTable: "Bàn chơi ảo", skipToTags: "Tới các thẻ", pages: "Các trang", board: "Bàn cờ", table: "Bàn chơi",
    lost: "Mất kết nối. Đang thử lại…", box: "Ngân hàng", oled: "Màn hình của ngân hàng", buttons: "Nút của ngân hàng",
    reader: "Đầu đọc", readerEmpty: "Chạm một thẻ, hoặc kéo thẻ vào đây.", dice: "Xúc xắc", roll: "Gieo", rollThese: "Gieo hai mặt này",
    dieOff: "Chưa cắm xúc xắc.", players: "Thẻ người chơi", deeds: "Thẻ đất", find: "Tìm đất", history: "Diễn biến",
    liftsItself: "tự nhấc lên", keys: "Bàn phím", close: "Đóng", language: "Ngôn ngữ", theme: "Sáng hay tối",
    soundOn: "Đang bật tiếng", soundOff: "Đang tắt tiếng", shortcuts: "Phím tắt",
    up: "Lên", down: "Xuống", ok: "OK", back: "Lùi", menu: "Mục", info: "Tin",
    die1: "Xúc xắc một: {n}", die2: "Xúc xắc hai: {n}", referee: "Thẻ trọng tài", unknown: "Thẻ lạ",
    owned: "của {owner}", mortgaged: "đang thế chấp", house: "1 nhà", houses: "{n} nhà", hotel: "khách sạn",
    takeOff: "Nhấc {name} khỏi đầu đọc", keyUp: "lên, xuống", keyOk: "OK", keyBack: "lùi", keyMenu: "mục hoặc tin", keyRoll: "gieo xúc xắc",
    keyPlayer: "thẻ người chơi 1 đến 8", keyReferee: "thẻ trọng tài", keyLift: "nhấc hết khỏi đầu đọc", keyFind: "tìm thẻ đất; Enter để đặt", keyHelp: "bảng này",
    noGame: "Chưa có ván nào trên bàn.", refused: "Không được: {why}", skipToPlayers: "Tới danh sách người chơi", waitsFor: "Bàn đang chờ", boardHelp: "Bàn cờ; dùng phím mũi tên để đi quanh", standing: "Tình hình",
    player: "Người chơi", cash: "Tiền mặt", worth: "Tổng tài sản", deedCount: "Đất", wealth: "Tài sản qua từng lượt", throws: "Xúc xắc đến giờ", unowned: "chưa có chủ",
    wins: "{name} thắng!", gameOver: "Ván đã kết thúc", price: "Giá", mortgageValue: "Giá thế chấp", toPay: "Phải trả", rents: "Tiền thuê", buildPrice: "Giá một nhà", here: "Đang ở đây",
    pot: "Ở giữa bàn: {amount}.", stock: "Ngân hàng còn {houses} nhà và {hotels} khách sạn.", bankrupt: "phá sản", jailed: "trong tù", secret: "Số dư được giữ kín.",
    help: "Luật", rightNow: "Ngay lúc này", findRule: "Tìm luật", rulesOf: "Luật: {title}", figures: "Con số", differences: "Tùy chọn khác với ván cổ điển",
    "option-start_cash": "Tiền ban đầu", "option-go_salary": "Tiền lương", "option-jail_fee": "Tiền bảo lãnh", "option-houses": "Nhà trong ngân hàng", "option-hotels": "Khách sạn trong ngân hàng", "option-jail_tries": "Số lần thử gieo đôi trong tù",
    "option-transfer_interest": "Lãi khi đất thế chấp đổi chủ, %", "option-min_players": "Ít nhất bao nhiêu người", "option-max_players": "Nhiều nhất bao nhiêu người",
    "topic-turn": "Lượt đi", "topic-buying": "Mua và đấu giá", "topic-rent": "Tiền thuê", "topic-building": "Xây nhà", "topic-mortgage": "Thế chấp", "topic-cards": "Thẻ bài và thuế", "topic-jail": "Nhà tù", "topic-trade": "Trao đổi", "topic-debt": "Nợ và phá sản", "topic-more": "Các luật khác",
    screen: "Máy chiếu", referee_: "Trọng tài", pin: "Mã PIN", signIn: "Vào", signOut: "Ra", gameAndClock: "Ván và đồng hồ", pause: "Tạm dừng", resume: "Tiếp tục", paused: "Tạm dừng",
    minutes: "Số phút của ván", startClock: "Bấm giờ", callTime: "Báo hết giờ", endGame: "Kết thúc ván", setRight: "Sửa lại", what: "Điều gì", whose: "Của ai",
    newValue: "Giá trị mới", reason: "Lý do", setIt: "Sửa", lostCard: "Mất thẻ", lostCardHelp: "Đặt thẻ mới lên đầu đọc: số của nó hiện ở đây.", stoodFor: "Thay cho",
    newTag: "Thẻ mới", assignIt: "Dùng thẻ này", copies: "Bản sao", exportGame: "Ván này (JSON Lines)", backupAll: "Mọi ván (sổ cái)", undoName: "Diễn biến; chọn chỗ để quay lại",
    putBack: "Đặt lại trên bàn cờ", takeBack: "Hoàn tác", undo: "Hoàn tác", undoFrom: "Hoàn tác từ đây: {what}", undoCount: "Số mục hoàn tác: {n}", nothing: "không có gì", none: "không có", theBank: "ngân hàng", yes: "có", no: "không", done: "Xong.",
    standsStill: "Đồng hồ đang dừng.", nothingYet: "Chưa có gì xảy ra.", toBegin: "Chưa có gì xảy ra: bấm OK trên hộp.",
    lastThrow: "Lần gieo cuối", wasRead: "{name}: đã đọc là {a} và {b}.", diceShow: "Xúc xắc ra", firstDie: "Xúc xắc một", secondDie: "Xúc xắc hai", setThrow: "Sửa lần gieo",
    allWell: "Mọi thiết bị đều chạy.", fault: "{device}: {kind}", sureTime: "Báo hết giờ? Các lượt cuối sẽ được chơi nốt.", sureEnd: "Kết thúc ván ngay? Người giàu nhất thắng.",
    "set-cash": "Tiền mặt", "set-at": "Chỗ đứng trên bàn cờ", "set-jailed": "Trong tù", "set-owner": "Chủ của một lô", "set-buildings": "Nhà cửa", "set-mortgaged": "Thế chấp",
    "reason-misread-dice": "đọc sai xúc xắc", "reason-wrong-tap": "chạm nhầm", "reason-wrong-card": "nhầm thẻ", "reason-wrong-amount": "nhầm số tiền", "reason-agreed": "mọi người đồng ý", "reason-ruling": "trọng tài quyết định",
    "device-reader": "Đầu đọc", "device-panel": "Màn hình", "device-buttons": "Nút bấm", "device-die": "Xúc xắc", "device-buzzer": "Còi", "device-encoder": "Núm xoay",
    "kind-missing": "không thấy", "kind-denied": "không được phép", "kind-busy": "đang bận", "kind-silent": "không trả lời", "kind-noise": "không đọc được", "kind-impossible": "giá trị vô lý", "kind-unsupported": "không hỗ trợ", "kind-broken": "hỏng",
    phone: "Máy của tôi", pairName: "Ghép máy này", pairIt: "Hiện mã", pairHelp: "Máy hiện sổ của bạn sau khi bạn đặt thẻ ở bàn chơi.", pairCode: "Ở bàn chơi: bấm tin, chọn Điện thoại có mã này, rồi đặt thẻ của bạn.", pairLate: "Không có thẻ nào được đặt kịp.",
    forgetPhone: "Quên máy này", tradeName: "Soạn trao đổi", tradeWith: "Với", iGive: "Tôi đưa", iTake: "Tôi nhận", money: "Tiền", toTable: "Đưa lên bàn", statement: "Sổ",
    "house@court": "1 cửa hàng", "houses@court": "{n} cửa hàng", "hotel@court": "chợ", "stock@court": "Ngân hàng còn {houses} cửa hàng và {hotels} chợ.", "jailed@court": "ở Tòa", "set-jailed@court": "Ở Tòa", "set-buildings@court": "Công trình", "buildPrice@court": "Giá một cửa hàng",
    "option-houses@court": "Cửa hàng trong ngân hàng", "option-hotels@court": "Chợ trong ngân hàng", "option-jail_fee@court": "Tiền rời Tòa", "option-jail_tries@court": "Số lần thử gieo đôi ở Tòa", "topic-jail@court": "Tòa", "topic-building@court": "Xây dựng",
    noLines: "Chưa có khoản nào.", noDeeds: "Chưa có đất.", tradeSecret: "Luật cho phép nếu đủ tiền; có đủ không thì khi ký mới biết.",
    tradeEmpty: "Chọn thứ sẽ đổi chủ.", tradeFine: "Luật cho phép lúc này.", tradeSent: "Đã ở trên bàn: hai bên ký bằng thẻ.",
  },
};

export const languages = Object.keys(WORDS);
const wished = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("lang") ?? navigator.language.slice(0, 2);
let spoken = languages.includes(wished) ? wished : "en";
const listeners = new Set();
let atCourt = false;

export const language = () => spoken;
export const nameOf = (code) => WORDS[code].lang;

/** A board is on the table: one with a courthouse speaks of Court, shops and markets (`key@court`). */
export function meet(board) {
  atCourt = board.squares.some((square) => square.kind === "Court");
}

/** The words for a key, with `{name}` filled in from `values`. */
export function t(key, values = {}) {
  return ((atCourt && WORDS[spoken][`${key}@court`]) || (WORDS[spoken][key] ?? WORDS.en[key] ?? key)).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
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

/** Words as they are searched for: without marks and in small letters. */
export const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").replace(/đ/gi, "d").toLowerCase();

export const onLanguage = (listener) => listeners.add(listener);

document.documentElement.lang = spoken;
word();
