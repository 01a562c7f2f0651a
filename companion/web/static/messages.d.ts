// What pages are told: companion/web/messages.py, written down by tests/web/typescript.py.

/** A page that is served: its address and the name by which the catalogue has its title. */
export interface PageLink {
  path: string;
  name: string;
}

/** The pages that are served, in the order in which they are offered. */
export interface PageLinks {
  pages: PageLink[];
}

/** The texts that pages say in one language, by key; how the language writes numbers, lists and counts
    (`Manner`); what each language there is calls itself, by its code. */
export interface PageWords {
  languages: Record<string, string>;
  digits: string;
  thousands: string;
  decimal: string;
  comma: string;
  thousand: string;
  million: string;
  plural: Record<string, string>;
  texts: Record<string, string>;
}

/** Why something was refused, in a sentence; `detail` says to programmers where their JSON is wrong. */
export interface RefusalData {
  error: string;
  detail?: string;
}

/** How a sum that was typed is read. */
export interface SumData {
  amount: number;
}

/** A square as it is printed; `of` is the name of its group, `rents` the factors of a utility. */
export interface SquareData {
  kind: string;
  name: string;
  group?: string;
  of?: string;
  color?: string;
  price?: number;
  mortgage?: number;
  rents?: number[];
  house?: number;
  hotel?: number;
  amount?: number;
}

/** The board in order of play, and who plays: `names` as they were given, `players` as they are called; whether
    there is a pot, each card that can be kept, id and title, whether trades may hold promises and loans, if the Speed
    Die is thrown, and how many other dice. */
export interface BoardData {
  title: string;
  money: string;
  unit: number;
  players: string[];
  names: string[];
  squares: SquareData[];
  pot: boolean;
  keeps: [string, string][];
  promises: boolean;
  speed_die: boolean;
  dice: number;
}

/** A deed: whose it is (-1: the bank's), and what stands on it; level `top` is the hotel. */
export type LotData = [square: number, owner: number, level: number, top: number, mortgaged: boolean];

/** How a player stands; cash and worth are None while they are secret, `kept` are the ids of his cards. */
export interface SeatData {
  cash: number | null;
  worth: number | null;
  at: number;
  jailed: boolean;
  laps: number;
  kept: string[];
  out: boolean;
}

/** What stands after entry `seq`, and what the table waits for; `offered` and `winner` are -1 for none, `terms` the
    promises and loans that are open. */
export interface StandingData {
  seq: number;
  rows: SeatData[];
  lots: LotData[];
  turn: number;
  dice: (number | string)[];
  pot: number;
  houses: number;
  hotels: number;
  offered: number;
  over: boolean;
  winner: number;
  rules: string[];
  waiting: string[];
  terms: string[];
}

/** What each seat was worth at the start of every turn, from the point `start` of the curve on (those before it are
    known), and how often each sum of the dice was thrown, from one on each die on. */
export interface ChartData {
  wealth: number[][];
  throws: number[];
  start: number;
}

/** The chance of each seat to win in per cent, and by how much the last throw has changed it; empty: not told. After
    the game also by how many points luck, and trades, have changed it in all. */
export interface ChancesData {
  percent: number[];
  swings: number[];
  luck: number[];
  trades: number[];
}

/** A ruling in a sentence, and the rules that it rests on: id and text of each. */
export type WhyData = [ruling: string, rules: [string, string][]];

/** An entry of a game and the hash that it has in the ledger; without a hash: there is no such entry. */
export interface HeadData {
  game: string;
  seq: number;
  hash: string;
}

/** A line of the history; `seat` -1 is nobody's, `back` are the lines that it strikes out. */
export interface LineData {
  seq: number;
  seat: number;
  texts: string[];
  why: WhyData[];
  back: number[];
  turn: boolean;
}

/** What the clock of the game shows: seconds `left` (None: no clock was set), and whether it runs. */
export interface ClockData {
  left: number | null;
  runs: boolean;
}

/** The seconds left for those who may still speak; None: nothing is counted. */
export interface CountdownData {
  seconds: number | null;
}

/** How the table is: device and kind of each fault; `unknown` is the last tag that nobody knew. */
export interface HealthData {
  paused: boolean;
  faults: [string, string][];
  unknown: string;
}

/** The rules of a topic: ids and text of each. */
export interface TopicData {
  topic: string;
  rules: [string[], string][];
}

/** The rules in force, the figures that were chosen, and the options that no rule tells: key, sentence, source. */
export interface RulesData {
  title: string;
  figures: [string, string][];
  topics: TopicData[];
  options: [string, string, string][];
}

/** A tag as it looks: `key` is a player's name as it was given, `seat` his seat, `color` that of a deed's group. */
export interface ThingData {
  uid: string;
  kind: "card" | "deed" | "player" | "referee" | "unknown";
  name?: string;
  key?: string;
  seat?: number;
  square?: number;
  group?: string;
  color?: string;
}

/** The display: its bits row by row, the left one of eight highest, in base 64. */
export interface PanelData {
  width: number;
  height: number;
  bits: string;
}

/** The pitch of the buzzer; 0 is silence. */
export interface ToneData {
  hz: number;
}

/** The tags on the reader. */
export interface ReaderData {
  uids: string[];
}

/** What the dice show, nothing before the first roll. */
export interface DieData {
  faces: (number | string)[];
  plugged: boolean;
}

/** The code by which a phone is found at the table, and how long it waits there. */
export interface PairingData {
  code: string;
  seconds: number;
}

/** Whether a phone is paired, by the proof that it then has; `waits`: for a card. */
export interface PhoneData {
  proof: string;
  waits: boolean;
}

/** A line of a statement: what for, with whom, how much, and the balance after it. */
export interface PaymentData {
  text: string;
  other: string;
  amount: number;
  balance: number;
}

/** What a player may see; `kept` are the cards of all seats, id and title of each, `limits` the most money that he
    and that each other seat can give in a trade between the two (None: secret). */
export interface AccountData {
  seat: number;
  cash: number;
  limits: Record<number, [number, number | null]>;
  lines: PaymentData[];
  rents: Record<number, number>;
  kept: [string, string][][];
  waiting: string[];
  playing: number[];
}

/** The proof of who is signed in; "": nobody is. */
export interface SessionData {
  proof: string;
}

/** How many entries would be taken back, which is the latest, and what people would put back by hand. */
export interface UndoData {
  count: number;
  latest: number;
  things: string[];
}

/** The throw that can be set right, as it was read, and what each of the dice can show; `seat` -1: none can. */
export interface ThrowData {
  seat: number;
  dice: (number | string)[];
  faces: ((number | string)[])[];
}
