// What the pages of a tournament are told: companion/hub/reports.py, with whose rows a test compares this.

/** A figure that is not known, or kept secret, is "". */
type Figure = number | "";

/** The round that is drawn and its clock; before the first one there is a name only. */
export interface RoundRow {
  name: string;
  round: number;
  now: string;
  may: string[];
  kind?: string;
  started?: string;
  ends?: string;
  soon?: number;
  called?: boolean;
  closed?: boolean;
  tables?: number;
  open?: number;
  winners?: string[];
}

/** A seat of a table at a glance. */
export interface TableRow {
  round: number;
  table: number;
  seat: number;
  name: string;
  for: string;
  worth: Figure;
  place: Figure;
  tie: string;
  out: boolean;
  points: Figure;
  state: string;
  why: string;
  game: string;
  entries: number;
}

/** A place in the standings; the points of each round stand under `round 1`, `round 2`... */
export interface StandingRow {
  rank: number;
  name: string;
  team: string;
  points: Figure;
  penalty: Figure;
  worth: number;
  wins: number;
  buchholz: Figure;
  tie: string;
  [round: `round ${number}`]: Figure;
}

/** Somebody who is registered. */
export interface PersonRow {
  number: number;
  name: string;
  team: string;
  seed: Figure;
  alternate: boolean;
  apart: string;
  here: boolean;
  dropped: boolean;
}

/** A box: where it stands, and how it is. */
export interface BoxRow {
  box: string;
  name: string;
  table: Figure;
  joined: boolean;
  online: boolean;
  seen: string;
  drift: Figure;
  uptime: Figure;
  free: Figure;
  temperature: Figure;
  waiting: Figure;
  version: string;
}

/** A call for the judge. */
export interface DisputeRow {
  number: number;
  round: number;
  table: number;
  game: string;
  entry: Figure;
  text: string;
  ruling: string;
  judge: string;
}

/** What was refused, or has to be looked at. */
export interface IncidentRow {
  time: string;
  box: string;
  game: string;
  entry: Figure;
  kind: string;
  told: string;
  evidence: string;
}

/** Who sits at the table that is watched, by seat. */
export interface SeatedData {
  round: number;
  table: number;
  people: string[];
}
