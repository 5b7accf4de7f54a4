// Generated from the Python structs by `make types`. Do not edit.

/** Seconds after which what the server refused with this reason code may be sent again. */
export const RETRY_AFTER_S: Readonly<Record<string, number>> = {
  "too-fast": 1,
  "too-many-changes": 60,
  "too-many-connections": 10,
  "too-many-records": 120,
  "too-many-tables": 60,
  "too-many-tries": 180,
  "bots-busy": 5,
  "going": 1,
  "read-only": 60,
  "store-failed": 1,
  "uploads-busy": 5
};

/** Make a move for a seat of mine. */
export interface Play {
  type: "play";
  id: string;
  seat: number;
  move: Record<string, unknown>;
  careful?: boolean;
}

/** What would each of my legal moves do? Answered with `previewed`. */
export interface Preview {
  type: "preview";
  id: string;
  seat: number;
}

/** What is wrong with a place where I would put something? Answered with `judged`. */
export interface Judge {
  type: "judge";
  id: string;
  seat: number;
  place: Record<string, unknown>;
}

/** Take a free seat. One browser may take several: that is pass-and-play. */
export interface Sit {
  type: "sit";
  id: string;
  seat: number;
  name: string;
}

/** Give up a seat of mine; it becomes free. */
export interface Leave {
  type: "leave";
  id: string;
  seat: number;
}

/** Put a bot of this level into a free seat. */
export interface Bot {
  type: "bot";
  id: string;
  seat: number;
  level: string;
}

/** Ask a bot from elsewhere to take a free seat. */
export interface Invite {
  type: "invite";
  id: string;
  seat: number;
  bot: string;
}

/** I was invited, and do not come. Whoever does sits down. */
export interface Decline {
  type: "decline";
  id: string;
}

/** Send a bot away, or free the seat of someone who has been away for long. */
export interface Free {
  type: "free";
  id: string;
  seat: number;
}

/** Ask the others to let me take back my last move. */
export interface Takeback {
  type: "takeback";
  id: string;
  seat: number;
}

/** Agree to the pending takeback, or not. */
export interface Answer {
  type: "answer";
  id: string;
  seat: number;
  agree: boolean;
}

/** I am for this, or no longer. It is done once enough people are for it.
 *
 * bot     a bot plays on for someone who has left, until they come back
 * end     the game is ended without a winner, as someone has left
 * remove  someone is sent away
 * pause   the clocks stand still until somebody wants to go on
 * newcomer  somebody new may take a free seat, and see its hand */
export interface Vote {
  type: "vote";
  id: string;
  seat: number;
  cause: "bot" | "end" | "newcomer" | "pause" | "remove";
  about?: number;
  agree?: boolean;
}

/** Take a seat back that a bot keeps for me. */
export interface Return {
  type: "return";
  id: string;
  seat: number;
}

/** End the pause that all agreed to. */
export interface Resume {
  type: "resume";
  id: string;
  seat: number;
}

/** I am ready, with all my seats. Once everyone is, the game begins after a countdown. */
export interface Ready {
  type: "ready";
  id: string;
  seat: number;
}

/** Begin with those who are here, instead of waiting for more.
 *
 * With bots of a level in the free seats; or, without one, at another table with fewer seats. */
export interface Begin {
  type: "begin";
  id: string;
  level?: string | null;
}

/** Another game with the same people, seats moved on by one. */
export interface Rematch {
  type: "rematch";
  id: string;
}

/** Say something to everyone at the table, from a seat of mine. It is not kept. */
export interface Phrase {
  type: "phrase";
  id: string;
  seat: number;
  phrase: "again" | "good-game" | "good-luck" | "ha" | "hello" | "nice-one" | "one-moment" | "oops" | "thanks" | "thinking" | "well-played" | "your-turn";
}

/** Are you there? Answered with `ack`. */
export interface Ping {
  type: "ping";
  id: string;
}

/** All about a table: the first message on a connection, and after every change of seats. */
export interface Table {
  type: "table";
  id: string;
  game: string;
  options: Record<string, unknown>;
  seats: Seat[];
  status: "over" | "playing" | "waiting";
  paused: boolean;
  resting: boolean;
  weekends_off: boolean;
  vacations: number[];
  time_off: "vacation" | "weekend" | null;
  getting_ready: GettingReady | null;
  away: (number | null)[];
  votes: OpenVote[];
  invited: InvitedBot[];
  closed: number[];
  reserved: number[];
  host: boolean;
  changes: SeatChange[];
  watching: number;
  takeback: PendingTakeback | null;
  rematch: string | null;
  daily: string | null;
  study: Study | null;
  rated: boolean;
  one_address: boolean;
  seq: number;
  clock: number;
  time_control: TimeControl | null;
  times: Times | null;
  entries: [seq: number, t: number, seat: number, move: { type: string; [more: string]: unknown }, lag: number][];
  view: unknown;
  to_move: number[];
  outcome: Outcome | null;
}

export interface Seat {
  kind: "bot" | "free" | "person";
  name: string;
  level: string | null;
  here: boolean;
  yours: boolean;
  token: string;
  handle: string;
  kept_for: string | null;
  kept_for_you: boolean;
  author: string;
}

/** A game that begins when everyone is ready. */
export interface GettingReady {
  ready: number[];
  begins_in: number | null;
}

/** What some people are for, and not yet enough. */
export interface OpenVote {
  cause: "bot" | "end" | "newcomer" | "pause" | "remove";
  about: number;
  agreed: number[];
  needed: number;
}

/** A bot that was asked to take a seat. */
export interface InvitedBot {
  seat: number;
  name: string;
  author: string;
  handle: string;
  declined: boolean;
}

/** Someone took a seat, left it, or was replaced, after the table was made. */
export interface SeatChange {
  after: number;
  seat: number;
  before: Seat;
  now: Seat;
  voted: boolean;
}

export interface PendingTakeback {
  seat: number;
  to: number;
  agreed: number[];
}

/** A position of a finished game, from which people try out how it could have gone on. */
export interface Study {
  table: string | null;
  seq: number;
}

/** What the clock of a match is set to.
 *
 * base       ms that each seat has at first
 * increment  ms that a seat gets at the end of each of its turns
 * cap        ms that a seat has at most after that; None: as many as there are
 *
 * With all three the same, a seat has that long for each turn. */
export interface TimeControl {
  base: number;
  increment?: number;
  cap?: number | null;
}

/** What the clock of a match shows. Nobody's time runs but that of those who are thinking. */
export interface Times {
  left: number[];
  since: number;
  thinking: number[];
}

/** How a game ended.
 *
 * scores   of each seat, in the points of the game
 * winners  the seats that won: several share the win, none means that nobody won
 * reason   why it ended, a stable code */
export interface Outcome {
  scores: number[];
  winners: number[];
  reason: string;
}

/** Entries that were committed, and what this seat may know after them. */
export interface Moved {
  type: "moved";
  seq: number;
  clock: number;
  dwell: number;
  times: Times | null;
  time_off: "vacation" | "weekend" | null;
  entries: [seq: number, t: number, seat: number, move: { type: string; [more: string]: unknown }, lag: number][];
  view: unknown;
  to_move: number[];
  outcome: Outcome | null;
}

/** Done; for `play`, committed as entry `seq`. */
export interface Ack {
  type: "ack";
  id: string;
  seq: number | null;
  table: string | null;
}

/** Not done, and nothing has changed; after `store-failed` nobody knows: send it again.
 *
 * `code` is stable; `detail` is for a developer's eye. */
export interface Refusal {
  type: "refused";
  id: string | null;
  code: string;
  detail: string;
}

export interface Previewed {
  type: "previewed";
  id: string;
  seq: number;
  preview: unknown;
}

export interface Judged {
  type: "judged";
  id: string;
  seq: number;
  verdict: unknown;
}

/** Somebody at the table said one of the set phrases. */
export interface Spoken {
  type: "spoken";
  seat: number;
  phrase: "again" | "good-game" | "good-luck" | "ha" | "hello" | "nice-one" | "one-moment" | "oops" | "thanks" | "thinking" | "well-played" | "your-turn";
  voice: string;
}

/** Answer at once with `probed` and the same number: this measures the network. */
export interface Probe {
  type: "probe";
  n: number;
}

/** The game there ends, and nobody wins. */
export interface CloseTable {
  type: "close-table";
  table: string;
}

/** It is gone, with all that was played there. */
export interface DeleteTable {
  type: "delete-table";
  table: string;
}

/** A guest can do nothing here for a time. */
export interface BlockPerson {
  type: "block-person";
  guest: string;
  days: number;
  why: string;
}

/** Nobody comes in from an address, or a network, for a time. */
export interface BlockAddress {
  type: "block-address";
  address: string;
  days: number;
  why: string;
}

export interface Unblock {
  type: "unblock";
  kind: "address" | "person";
  whom: string;
}

/** As they could themselves: their games stay, as somebody's. */
export interface ForgetPerson {
  type: "forget-person";
  guest: string;
}

/** Everybody reads it on every page, for a time. */
export interface Announce {
  type: "announce";
  text: string;
  hours: number;
}

export interface EndAnnouncement {
  type: "end-announcement";
}

/** People can look, and nobody can do anything. No clock runs meanwhile. */
export interface SetReadOnly {
  type: "read-only";
  on: boolean;
}

/** An invitation is good no longer. */
export interface Withdraw {
  type: "withdraw";
  hash: string;
}

/** The answer to a `probe`, sent as soon as it is heard. It gets no answer itself. */
export interface Probed {
  type: "probed";
  n: number;
}

/** How fast bots should go on before this person's eyes. It gets no answer. */
export interface SetPace {
  type: "pace";
  pace: "brisk" | "calm" | "normal";
}

/** Whether this person looks at the table now: not in a tab that is hidden. It gets no answer.
 *
 * Whoever looks at a table is not told otherwise that it is their turn there. */
export interface SetVisible {
  type: "visible";
  visible: boolean;
}

/** How I am told that it is my turn. */
export interface Notices {
  push_key: string;
  pushes: string[];
  webhook: WebhookSeen | null;
  calendar: string | null;
  mail: MailSeen | null;
}

export interface WebhookSeen {
  url: string;
  format: "discord" | "json" | "slack";
  error: string;
}

export interface MailSeen {
  on: boolean;
  address: string | null;
  error: string;
}

/** A browser that wants to be told. */
export interface NewPush {
  endpoint: string;
  keys: Keys;
  language: "de" | "en" | "es" | "fr" | "nl";
}

export interface Keys {
  p256dh: string;
  auth: string;
}

/** A browser that is to be told nothing more. */
export interface EndPush {
  endpoint: string;
}

/** An address to call; a test message is sent there first. */
export interface NewWebhook {
  url: string;
  format: "discord" | "json" | "slack";
  language: "de" | "en" | "es" | "fr" | "nl";
}

/** A feed with a new secret address; an earlier one ends. */
export interface NewCalendar {
  language: "de" | "en" | "es" | "fr" | "nl";
}

/** A digest a day, in the morning of that time zone, and a reminder where time runs short. */
export interface NewMail {
  language: "de" | "en" | "es" | "fr" | "nl";
  zone: string;
}

/** Body of `POST /api/tables`. */
export interface NewTable {
  game: string;
  seats: SeatChoice[];
  options?: Record<string, unknown>;
  daily?: boolean;
  day?: string | null;
  time_control?: TimeControl | null;
  ready?: boolean;
  weekends_off?: boolean;
  listed?: boolean;
  study?: Study | null;
  rated?: boolean;
}

/** Who is to sit somewhere when a table is made. */
export interface SeatChoice {
  kind: "bot" | "free" | "me";
  name?: string | null;
  level?: string | null;
}

/** Body of `POST /api/tables/{id}/moves`: a `play` without its type. */
export interface NewMove {
  id: string;
  seat: number;
  move: Record<string, unknown>;
}

/** Answer to `POST /api/tables` and `POST /api/records`. */
export interface Opened {
  id: string;
  over: boolean;
}

/** Body of `POST /api/starts`: a game that somebody may want to begin like that. */
export interface NewStart {
  game: string;
  seats: number;
  options?: Record<string, unknown>;
}

/** Answer to `POST /api/starts`: how it would begin, as spectators see it. */
export interface Start {
  view: unknown;
}

/** Body of `GET /api/tables`. */
export interface Lobby {
  mine: TableListing[];
  waiting: TableListing[];
  playing: TableListing[];
  here: PeopleHere;
}

/** A table as the lobby lists it. */
export interface TableListing {
  id: string;
  game: string;
  options: Record<string, unknown>;
  seats: Seat[];
  status: "over" | "playing" | "waiting";
  moves: number;
  time_control: TimeControl | null;
  daily: string | null;
  study: boolean;
  rated: boolean;
  standing: Standing | null;
  moved_on: boolean;
}

/** How a game of mine stands. */
export interface Standing {
  moves: number;
  to_move: number[];
  outcome: Outcome | null;
  at: number;
}

export interface PeopleHere {
  people: PersonHere[];
  others: number;
}

/** Somebody with a profile who does not hide. */
export interface PersonHere {
  handle: string;
  name: string;
  token: string;
}

/** A game as `GET /api/games` lists it. */
export interface GameListing {
  name: string;
  rules: number;
  seats: number[];
  options: Record<string, unknown>;
  levels: LevelListing[];
  middle_level: string;
  your_level: string;
  lesson: boolean;
  puzzles: number;
  daily: boolean;
}

export interface LevelListing {
  level: string;
  number: number;
}

/** Body of `GET /api/tables/{id}/replay`: the game so far, as spectators see each position. */
export interface Replay {
  id: string;
  game: string;
  options: Record<string, unknown>;
  seats: Seat[];
  changes: SeatChange[];
  entries: [seq: number, t: number, seat: number, move: { type: string; [more: string]: unknown }, lag: number][];
  views: unknown[];
  dwells: number[];
  outcome: Outcome | null;
  record: boolean;
}

/** Body of `GET /api/tables/{id}/summary`: what a finished game came to. */
export interface Summary {
  parts: Part[][];
  moment: Moment | null;
  ratings: (RatingChange | null)[];
  uncounted: "few-moves" | "often" | "one-address" | null;
}

/** Some of a seat's points, and what they came from.
 *
 * name    a stable code; a screen has a text for it
 * points  how many; the parts of a seat add up to its score
 * count   how many there were of what they came from: words, lays, falls */
export interface Part {
  name: string;
  points: number;
  count: number;
}

/** A moment of a game worth seeing again. */
export interface Moment {
  seq: number;
  name: string;
  seat: number;
  facts: Record<string, string | number>;
}

/** What a game did to a rating. */
export interface RatingChange {
  before: ShownRating;
  after: ShownRating;
}

/** A rating as people see it. */
export interface ShownRating {
  number: number;
  give_or_take: number;
  provisional: boolean;
}

/** Body of `GET /api/tables/{id}/hints`. */
export interface Hints {
  seq: number;
  hints: Hint[];
}

/** A move that a strong bot would consider. */
export interface Hint {
  move: { type: string; [more: string]: unknown };
  worth: number;
}

/** Body of `GET /api/me`. */
export interface Me {
  profile: Profile | null;
  usual_token: string;
  recovery: number | null;
  passkeys: Passkey[];
  passkeys_here: boolean;
  mail: string | null;
  mails: boolean;
}

/** Someone in this house. */
export interface Profile {
  handle: string;
  name: string;
  token: string;
  languages: ("de" | "en" | "es" | "fr" | "nl")[];
}

/** One of mine. */
export interface Passkey {
  id: string;
  host: string;
  made: number;
  used: number | null;
}

/** Body of `PUT /api/me`. */
export interface NewProfile {
  name: string;
  token: string;
  languages?: ("de" | "en" | "es" | "fr" | "nl")[];
}

/** Answer to `POST /api/me/recovery`: it is never told again. */
export interface RecoveryCode {
  code: string;
}

/** Answer to `POST /api/me/link`: another device becomes mine with it. */
export interface NewLink {
  address: string;
  picture: string;
  rest_ms: number;
  local: boolean;
}

/** Body of `GET /api/me/link`. */
export interface Link {
  state: "confirmed" | "made" | "none" | "opened" | "refused";
  number: string;
  rest_ms: number;
}

/** Answer to `GET /api/me/vacation`. */
export interface Vacation {
  on: boolean;
  until: number | null;
  left: number;
}

/** Answer to `POST /api/links`. */
export interface Linked {
  state: "confirmed" | "opened" | "same";
  number: string;
  name: string;
  token: string;
  tables: number;
}

/** Answer to `POST /api/me/passkeys/begin` and `POST /api/passkeys/begin`. */
export interface PasskeyAsk {
  options: Record<string, unknown>;
}

/** What a page should know of the house. */
export interface HouseNow {
  door: string;
  inside: boolean;
  blocked: boolean;
  read_only: boolean;
  languages: string[];
  announcement: Announcement | null;
}

export interface Announcement {
  text: string;
  ends: number;
}

/** A password, or the secret of an invitation. */
export interface Knock {
  password: string;
  invitation: string;
}

export interface NewInvitation {
  days: number;
  uses: number;
  note: string;
}

/** The secret of its link, `/door#…`: it is told once. */
export interface InvitationLink {
  secret: string;
}

export interface DeskSeen {
  figures: Figures;
  read_only: boolean;
  announcement: Announcement | null;
  blocks: BlockSeen[];
  invitations: InvitationSeen[];
  acts: ActSeen[];
}

export interface Figures {
  waiting: number;
  playing: number;
  over: number;
  uploads: number;
  profiles: number;
  moves_of_day: number;
}

export interface BlockSeen {
  kind: "address" | "person";
  whom: string;
  ends: number;
  why: string;
}

export interface InvitationSeen {
  hash: string;
  ends: number;
  uses: number;
  note: string;
}

export interface ActSeen {
  at: number;
  who: string;
  what: string;
  about: string;
  detail: string;
}

export interface TableSeen {
  id: string;
  game: string;
  status: "over" | "playing" | "waiting";
  made: number;
  last: number;
  listed: boolean;
  moves: number;
  seats: (Sitting | null)[];
}

/** Somebody at a table. */
export interface Sitting {
  name: string;
  guest: string;
}

export interface PersonSeen {
  guest: string;
  name: string;
  handle: string;
  tables: number;
  blocked: boolean;
}

/** An act as the log has it. Of somebody who is forgotten it does not say who it was. */
export interface Done {
  what: string;
  about: string;
  detail: string;
  tables: string[];
}

/** Body of `GET /api/bots`. */
export interface Bots {
  mine: MyBot[];
  here: BotHere[];
}

export interface MyBot {
  handle: string;
  name: string;
  made: number;
  revoked: boolean;
  here: boolean;
}

/** A bot that could be invited. */
export interface BotHere {
  handle: string;
  name: string;
  author: string;
}

/** Body of `POST /api/bots`. */
export interface NewBot {
  name: string;
}

/** Answer to `POST /api/bots`: the token is never told again. */
export interface MadeBot {
  handle: string;
  name: string;
  author: string;
  token: string;
}

/** Body of `GET /api/tables/{id}/invitation`: what to send to those who should come. */
export interface Invitation {
  url: string;
  more: string[];
  trouble: "alone" | "closed" | null;
  inviter: string;
}

/** Body of `POST /api/seeks`: what I look for. I look for one thing at a time. */
export interface NewSeek {
  id: string;
  game: string;
  seats: number;
  name: string;
  time_control?: TimeControl | null;
  near?: boolean;
}

/** Body of `GET /api/seeks`: who looks for what. */
export interface Sights {
  sought: Sought[];
}

/** How many look for the same thing. */
export interface Sought {
  game: string;
  seats: number;
  time_control: TimeControl | null;
  people: number;
}

/** Nobody yet; who looks for what, I among them. Also a sign that the server is there. */
export interface Looking {
  type: "looking";
  sought: Sought[];
}

/** Somebody is there, and we sit at this table. */
export interface Found {
  type: "found";
  table: string;
}

/** This seek is over: I ended it, or look for something else. */
export interface Ended {
  type: "ended";
}

/** Answer to `DELETE /api/seeks`. */
export interface EndedSeek {
  table: string | null;
}

/** How far an analysis is. */
export interface Progress {
  type: "progress";
  done: number;
  of: number;
}

/** What a coach has to say about a finished game. */
export interface Analysis {
  type: "analysis";
  report: Report;
  insights: Insight[];
  line: number[];
}

/** accuracy  of each seat, from 0 to 1; None where it had no choice to make
 * moments   the steps that decided the game, up to three, in their order
 * given     the points that each seat gave away by its choices
 * luck      the points that chance brought each seat, beyond what it brings on average
 * got       the points that each seat made where it had a choice of points
 * there     the most that it could have made there, turn by turn
 *
 * The last three are None where the game does not say. */
export interface Report {
  accuracy: (number | null)[];
  moments: number[];
  given: number[];
  luck: (number | null)[];
  got: (number | null)[];
  there: (number | null)[];
}

/** What there is to say about one step of a game.
 *
 * step     the state that it led to, counted from the start, which is 0
 * seat     whose step it was; NATURE's where it was chance
 * verdict  how good it was
 * quality  the same from 0 to 1: a seat's accuracy is the mean of its steps that were no `forced`
 * cost     the points it gave away against the best that was found, in those of the game
 * chances  how likely each seat is to win after it, from 0 to 1; none where the game cannot say
 * margins  the points expected for each seat at the end, after it: its score, or what it is ahead
 *          by where there are two; none where the game cannot say
 * best     what would have been better, as plain moves, best first; none where nothing was
 * name     a stable code; a screen has a text for it, besides the one for the verdict
 * facts    what that text leaves open; a report adds up `got` and `there` (the points that a step
 *          made, and the most it could have), and `luck` (of chance: the points that it brought
 *          `seat` beyond what is usual)
 * places   for each of `best` what a board needs to draw it besides; none where its view says it */
export interface Insight {
  step: number;
  seat: number;
  verdict: "best" | "blunder" | "chance" | "forced" | "good" | "mistake" | "slip";
  quality: number;
  cost: number;
  chances: number[];
  margins: number[];
  best: Record<string, unknown>[];
  name: string;
  facts: Record<string, string | number>;
  places: Record<string, unknown>[];
}

/** Body of `GET /api/lessons/{game}`. */
export interface LessonListing {
  steps: ExerciseListing[];
  game: FirstGame;
}

export interface ExerciseListing {
  name: string;
  asks: string[];
}

/** The small real game at the end of a lesson, against bots of a level. */
export interface FirstGame {
  seats: number;
  level: string;
  options?: Record<string, unknown>;
}

/** Body of a `POST` to an exercise: all that was tried so far, since it began. */
export interface Trial {
  moves?: Tried[];
  place?: Record<string, unknown> | null;
}

/** A move that somebody tries, and when: ms after the exercise began. */
export interface Tried {
  move: Record<string, unknown>;
  t?: number;
}

/** Where an exercise stands after what was tried. */
export interface ExercisePage {
  game: string;
  seats: number;
  seat: number;
  options: Record<string, unknown>;
  to_move: number[];
  outcome: Outcome | null;
  clock: number;
  entries: [seq: number, t: number, seat: number, move: { type: string; [more: string]: unknown }, lag: number][];
  views: unknown[];
  dwells: number[];
  preview: unknown;
  ask: number;
  asks: string[];
  within: number | null;
  reply: Feedback | null;
  verdict: unknown;
}

/** What is said to a move. */
export interface Feedback {
  say: string;
  right: boolean;
}

/** Answer to a `POST` to an exercise's `solution`. */
export interface Solution {
  best: { type: string; [more: string]: unknown }[];
  refutation: Line | null;
}

/** Entries that would follow, and what the seat would see after each. */
export interface Line {
  entries: [seq: number, t: number, seat: number, move: { type: string; [more: string]: unknown }, lag: number][];
  views: unknown[];
  dwells: number[];
}

/** Body of `GET /api/puzzles/{game}`: one near my rating that I did not try lately. */
export interface NextPuzzle {
  puzzle: PuzzleListing;
  me: PuzzleRecord;
}

export interface PuzzleListing {
  name: string;
  asks: string[];
  rating: number;
}

/** How good somebody is at the puzzles of a game. */
export interface PuzzleRecord {
  rating: number;
  tried: number;
  solved: number;
  streak: number;
  best_streak: number;
}

/** Body of `GET /api/runs/{game}`: puzzles that become harder and harder. */
export interface PuzzleRun {
  puzzles: PuzzleListing[];
}

/** Answer to `POST /api/puzzles/{game}/{name}`: what a final answer comes to. */
export interface PuzzleResult {
  solved: boolean;
  counted: boolean;
  gained: number;
  me: PuzzleRecord;
}

/** Body of `GET /api/days`. */
export interface Days {
  date: string;
  number: number;
  next_ms: number;
  games: DayGame[];
  streak: number;
  calendar: DayDone[];
}

/** The board of the day in one game, and how I did there. */
export interface DayGame {
  game: string;
  table: string | null;
  score: number | null;
  finished: number;
  place: number | null;
  streak: number;
}

/** A day on which I finished a board while it was the day's. */
export interface DayDone {
  date: string;
  number: number;
  games: string[];
}

/** Body of `GET /api/people/{handle}`: what somebody lets others see, or all of my own. */
export interface PersonPage {
  who: Who;
  yours: boolean;
  shows: "all" | "nothing" | "results";
  counts: Count[];
  ratings: ScaleRating[];
  opponents: HeadToHead[];
  words: FavouriteWord[];
  tower: number;
}

/** Somebody who played: a person with a profile, one without, or a bot. */
export interface Who {
  name: string;
  token: string;
  handle: string;
  level: string;
  bot: boolean;
  author: string;
}

/** How somebody's games of a kind went. */
export interface Count {
  game: string;
  won: number;
  shared: number;
  lost: number;
}

/** How strong somebody is on a scale, and how that came about. */
export interface ScaleRating {
  scale: string;
  rating: ShownRating;
  games: number;
  steps: RatingStep[];
}

export type RatingStep = [number, number];

/** How somebody did against one opponent, in their last 250 games. */
export interface HeadToHead {
  who: Who;
  game: string;
  games: number;
  ahead: number;
  behind: number;
}

export interface FavouriteWord {
  word: string;
  times: number;
}

/** Body of `GET /api/people/{handle}/games`: the latest first.
 *
 * Of those who have played much, some may be found only further back: then there are few games
 * here, or none, and `more` nevertheless. */
export interface PastGames {
  games: PastGame[];
  more: number | null;
}

export interface PastGame {
  number: number;
  table: string;
  game: string;
  rated: boolean;
  uncounted: "few-moves" | "often" | "one-address" | null;
  reason: string;
  at: number;
  seat: number;
  won: number;
  rating: RatingChange | null;
  seats: PastSeat[];
}

export interface PastSeat {
  seat: number;
  who: Who;
  place: number;
  score: number;
  gone: boolean;
  late: boolean;
}

/** Body of `PUT /api/me/page`. */
export interface ShowPage {
  shows: "all" | "nothing" | "results";
}

/** Who is strongest on a scale, of those whose rating has settled. */
export interface Leaders {
  scale: string;
  people: number;
  leaders: Leader[];
}

export interface Leader {
  place: number | null;
  who: Who;
  rating: ShownRating;
  games: number;
  yours: boolean;
}

export type Ask = Play | Preview | Judge | Sit | Leave | Bot | Invite | Decline | Free | Takeback | Answer | Vote | Return | Resume | Ready | Begin | Rematch | Phrase | Ping;

export type Said = Table | Moved | Ack | Refusal | Previewed | Judged | Spoken | Probe;

export type HostAct = CloseTable | DeleteTable | BlockPerson | BlockAddress | Unblock | ForgetPerson | Announce | EndAnnouncement | SetReadOnly | Withdraw;

export declare namespace conex {
  export interface View {
    seat: number | null;
    seats: number;
    options: Options;
    goal: number;
    table_mm: [number, number];
    phase: "closing" | "deal" | "drawing" | "giving" | "lots" | "over" | "rolling" | "turn";
    active: number | null;
    first: number | null;
    laid: Laid[];
    hand: string[];
    hands: number[];
    pile: number;
    under: number;
    points: number[];
    stars: Stars;
    fresh: ("lightning" | "star2x")[];
    played: boolean;
    legal: Legal;
    candidates: Legal;
    factor: number;
    free: string[];
    owing: number[];
    deadline: number | null;
    patience: number;
    rolled: "draw1" | "draw2" | "lightning" | "star2x" | null;
    scored: Scored | null;
    last_round: boolean;
    may: ("double" | "draw" | "end" | "give" | "lay" | "lightning" | "pass")[];
    turns_left: number;
  }

  export interface Options {
    table?: "large" | "medium" | "small";
    goal?: number | null;
    first?: number | null;
    spots?: "hidden" | "shown";
    give_ms?: number;
    turns?: number;
  }

  /** A card on the table. The view lists them in the order they were laid. */
  export interface Laid {
    card: string;
    x: number;
    y: number;
    d: number;
    on: string;
  }

  /** Who holds each star; None when it lies beside the pile. */
  export interface Stars {
    star2x: number | null;
    lightning: number | null;
  }

  export interface Legal {
    fixed: Fixed[];
    slides: Slide[];
  }

  /** A lay with one position, with the pose the card would have and the points it would score. */
  export interface Fixed {
    card: string;
    corner: number;
    target: string;
    spot: number;
    x: number;
    y: number;
    d: number;
    points: number;
    plus: number;
  }

  /** Lays along an edge: every whole µm from `from` to `to`, both included. */
  export interface Slide {
    card: string;
    corner: number;
    target: string;
    spot: number;
    from: number;
    to: number;
    x: number;
    y: number;
    to_x: number;
    to_y: number;
    d: number;
    points: number;
    plus: number;
  }

  /** What the last lay came to. */
  export interface Scored {
    seat: number;
    card: string;
    corner: number;
    value: number;
    plus: number;
    doubled: boolean;
    points: number;
  }

  /** Give up. Belongs to every game; `Fold` folds it, not the rules. */
  export interface Resign {
    type: "resign";
  }

  /** Go back to the position after entry `to` (-1: the start). Nothing leaves the log.
   *
   * Belongs to every game; `Fold` folds it, not the rules. */
  export interface Undo {
    type: "undo";
    to: number;
  }

  /** NATURE: who begins. */
  export interface Lots {
    type: "lots";
    seat: number;
  }

  /** NATURE: everyone's first cards; seat -> cards. A seat sees only its own. */
  export interface Deal {
    type: "deal";
    hands: Record<string, string[]>;
  }

  /** NATURE: what came from the pile. Each card is "" in the log that players see. */
  export interface Drew {
    type: "drew";
    cards: string[];
  }

  /** NATURE: the die. */
  export interface Rolled {
    type: "rolled";
    face: string;
  }

  /** NATURE: a card from the hand of everyone who was too slow to choose one; seat -> card. */
  export interface Gave {
    type: "gave";
    cards: Record<string, string>;
  }

  export interface Lay {
    type: "lay";
    card: string;
    corner: number;
    target: string;
    spot: number;
    slide?: number;
    double?: boolean;
  }

  export interface Draw {
    type: "draw";
  }

  export interface Pass {
    type: "pass";
  }

  /** End the turn without the lightning star that could still be used. */
  export interface End {
    type: "end";
  }

  export interface Lightning {
    type: "lightning";
    card: string;
  }

  export interface Give {
    type: "give";
    card: string;
  }

  /** Where a card was let go: about here its middle was. */
  export interface Place {
    card: string;
    x: number;
    y: number;
  }

  /** What is wrong with a place, and what is to be lit there.
   *
   * code  why the lay nearest to it is refused; `closer`: it is allowed, but the card was let go too
   *       far off; `nowhere`: nothing to lay it on is near
   * pose  how the card would lie; None where it is nowhere
   * card  the card at fault, or "board"; None where it is the edge of the table, or nothing
   * at    the outline of what is at fault: a card, a square of the board, a CONEX corner; two points
   *       are an edge of the table */
  export interface Verdict {
    code: "closer" | "colour" | "covers-corner" | "nowhere" | "off-table" | "touches";
    pose: Pose | null;
    card: string | null;
    at: [number, number][];
  }

  export interface Pose {
    x: number;
    y: number;
    d: number;
  }

  export type Move = Resign | Undo | Lots | Deal | Drew | Rolled | Gave | Lay | Draw | Pass | End | Lightning | Give;
}

export declare namespace kewbz {
  export interface View {
    size: number;
    stacks: Record<string, number[]>;
    unplayed: [number, number];
    towers: [number, number];
    scores: [number, number];
    to_move: number | null;
    legal: string[];
    last: Last | null;
    swap: "later" | "no" | "now";
  }

  export interface Last {
    seat: number;
    cell: string;
    stacked: Record<string, number>;
  }

  export interface Options {
    size?: number;
    cubes?: number;
    swap?: boolean;
    position?: Position;
  }

  /** A board set up by hand, and who is to move there. */
  export interface Position {
    stacks: Record<string, number[]>;
    turn?: number;
  }

  /** Give up. Belongs to every game; `Fold` folds it, not the rules. */
  export interface Resign {
    type: "resign";
  }

  /** Go back to the position after entry `to` (-1: the start). Nothing leaves the log.
   *
   * Belongs to every game; `Fold` folds it, not the rules. */
  export interface Undo {
    type: "undo";
    to: number;
  }

  export interface Place {
    type: "place";
    cell: string;
    stack?: string[] | null;
  }

  export interface Swap {
    type: "swap";
  }

  export interface Preview {
    cells: Record<string, Prospect>;
  }

  /** What placing on one cell would do. */
  export interface Prospect {
    stacked: Record<string, number>;
    choose: number;
    scores: [number, number] | null;
  }

  export type Move = Resign | Undo | Place | Swap;
}

export declare namespace konexi {
  export interface View {
    seats: number;
    options: Options;
    phase: "claim" | "lots" | "over" | "place" | "ring" | "roll" | "settle" | "take" | "token" | "vote";
    active: number | null;
    round: number;
    ring: string;
    token: number;
    rolled: string | null;
    left: string | null;
    right: string | null;
    hand: string | null;
    tower: Standing[];
    links: Link[];
    rests: Rest[];
    places: Place[];
    steady: number | null;
    safe: number;
    largest_error: number;
    settling: Settling | null;
    new: string | null;
    deadline: number | null;
    patience: number;
    timed_out: number | null;
    proposal: Proposal | null;
    rejected: string | null;
    fall: Fall | null;
    penalty: number;
    bumpers: number[];
    scores: number[];
    words: Word[][];
    lost: number[];
    may: ("bump" | "claim" | "found" | "join" | "move" | "none" | "propose" | "take" | "vote")[];
    meter: Meter | null;
    release: Release | null;
  }

  export interface Options {
    goal?: number;
    steady?: boolean;
    suspense?: boolean;
    bumps?: boolean;
    word_ms?: number;
    first?: number | null;
  }

  /** A letter of the tower, as it settled. */
  export interface Standing {
    letter: string;
    x: number;
    y: number;
    z: number;
    q: [number, number, number, number];
    parent: string | null;
    own: number;
    at: number;
    roll: number;
    stress: number | null;
  }

  /** A tooth in a notch: letter and connector of both. */
  export interface Link {
    a: string;
    at_a: number;
    b: string;
    at_b: number;
  }

  /** A pose in which the letter in hand rests by itself. */
  export interface Rest {
    pose: number;
    name: "back" | "front" | "left-side" | "right-side" | "upright" | "upside-down";
    q: [number, number, number, number];
    z: number;
    steady: number | null;
  }

  /** A free connector of the tower and all that the letter in hand can do there. */
  export interface Place {
    to: string;
    at: number;
    ways: Way[];
  }

  /** A join at one connector of the tower. */
  export type Way = [number, number, number | null];

  /** What NATURE has to settle. */
  export interface Settling {
    seat: number;
    move: Found | Join | Bump;
  }

  /** The first letter of a round, in one of its resting poses. */
  export interface Found {
    type: "found";
    pose: number;
    released?: number | null;
    hand?: number | null;
  }

  /** The letter in hand to the tower, tooth in notch. */
  export interface Join {
    type: "join";
    own: number;
    to: string;
    at: number;
    roll: number;
    released?: number | null;
    hand?: number | null;
  }

  /** Push a letter of the tower in another's turn. */
  export interface Bump {
    type: "bump";
    letter: string;
    error: [number, number, number];
  }

  /** A word that the list lacks, put to the others. */
  export interface Proposal {
    word: string;
    waiting: number[];
    left: number | null;
  }

  /** What a seat took the penalty for: the tower fell, or was bumped. */
  export interface Fall {
    seat: number;
    bumped: boolean;
    verdict: "came-off" | "collapsed" | "second-on-table" | "stands";
    letters: number;
    lost: number;
  }

  export interface Word {
    word: string;
    points: number;
  }

  /** The needle that swings while a letter is placed: letting go in the middle is a steady hand.
   *
   * At `t` it stands at sin(2π · ((t - since) / period + begins / 1000)), from -1 to 1. */
  export interface Meter {
    begins: number;
    since: number;
    period: number;
    most: number;
    steady: number;
    shaky: number;
  }

  /** How a letter was let go. */
  export interface Release {
    seat: number;
    needle: number;
    most: number;
    error: [number, number, number];
    how: "rough" | "shaky" | "steady";
  }

  /** Give up. Belongs to every game; `Fold` folds it, not the rules. */
  export interface Resign {
    type: "resign";
  }

  /** Go back to the position after entry `to` (-1: the start). Nothing leaves the log.
   *
   * Belongs to every game; `Fold` folds it, not the rules. */
  export interface Undo {
    type: "undo";
    to: number;
  }

  /** NATURE: who begins. */
  export interface Lots {
    type: "lots";
    seat: number;
  }

  /** NATURE: the 26 letters of a new round, clockwise; the token stands in gap 0. */
  export interface Ring {
    type: "ring";
    letters: string;
  }

  /** NATURE: the die, and how the needle of this turn's meter begins to swing. */
  export interface Rolled {
    type: "rolled";
    face: string;
    swing?: number;
  }

  /** NATURE: what the physics say of the last placement or bump. */
  export interface Settled {
    type: "settled";
    engine: string;
    verdict: string;
    poses: Record<string, [number, number, number, number, number, number, number]>;
    motion?: string;
    let_go?: LetGo;
  }

  /** What a hand did to the tower when it let go. */
  export interface LetGo {
    needle: number;
    error: [number, number, number];
  }

  /** NATURE: the time for a word, or for a vote on one, is over. */
  export interface Time {
    type: "time";
  }

  /** On *any*: the token to a gap of one's choice. */
  export interface MoveToken {
    type: "move";
    gap: number;
  }

  export interface Take {
    type: "take";
    side: "left" | "right";
  }

  /** Say a word that the tower spells. */
  export interface Claim {
    type: "claim";
    word: string;
  }

  /** No word this time. */
  export interface Nothing {
    type: "none";
  }

  /** Ask the others to recognise a word that the list lacks. */
  export interface Propose {
    type: "propose";
    word: string;
  }

  /** Answer whether one recognises the word that is proposed. */
  export interface Vote {
    type: "vote";
    recognise: boolean;
  }

  export interface Review {
    turns: Turn[];
  }

  export interface Turn {
    round: number;
    seat: number;
    letter: string | null;
    letters: number;
    best: Word[];
    word: Word | null;
    fall: Fall | null;
  }

  export type Move = Resign | Undo | Lots | Ring | Rolled | Settled | Time | MoveToken | Take | Found | Join | Claim | Nothing | Propose | Vote | Bump;
}

export declare namespace prolix {
  export interface View {
    seat: number | null;
    seats: number;
    options: Options;
    mode: "duel" | "solo" | "table";
    phase: "challenge" | "draw" | "lots" | "open" | "over" | "ready" | "vote" | "window" | "write";
    tiles: (Tile | null)[];
    flips: Record<string, number[]>;
    penalty: number;
    price: Price | null;
    risk: number;
    bag: number;
    lots: Lot[];
    active: number | null;
    interruptions: number;
    round: number;
    rounds: number;
    sheets: Sheet[];
    crossed: number[][];
    challenges: number[];
    interrupts: number;
    timer: Timer;
    deadline: number | null;
    length: number | null;
    said: Said[];
    stakes: Stake[];
    challenge: Challenged | null;
    accepted: number[];
    voted: number[];
    verdict: Verdict | null;
    used: string[];
    barred: string[];
    marks: number[];
    goal: number;
    written: boolean[];
    total: number;
    targets: number[];
    reached: number[];
    missed: boolean;
    scratched: string[];
    mine: string | null;
    last: Last | null;
    crossings: Crossing[];
    may: ("accept" | "challenge" | "flip" | "ready" | "say" | "scratch" | "vote" | "write")[];
    scores: number[];
  }

  export interface Options {
    challenges?: "referee" | "rulebook";
    tie_window_ms?: number;
    challenge_window_ms?: number;
    vote_window_ms?: number;
    timer_ms?: number;
    rounds?: number | null;
    marks?: number;
    ready?: boolean;
  }

  export interface Tile {
    letter: string;
    points: number;
    bonus: number;
  }

  /** What an interrupt would cost. */
  export interface Price {
    points: number;
    crosses: boolean;
    line: number | null;
  }

  /** A tile drawn to decide who begins. */
  export interface Lot {
    seat: number;
    letter: string;
  }

  export interface Sheet {
    regular: Line[];
    interrupts: Line[];
    ties: Line[];
    failed: number;
    out: boolean;
  }

  /** One line of a sheet. A lost turn has no word and no value. */
  export interface Line {
    word: string;
    value: number;
  }

  export interface Timer {
    holder: number | null;
    until: number | null;
  }

  export interface Said {
    seat: number;
    word: string | null;
  }

  /** A word that wins if it stands. */
  export interface Stake {
    seat: number;
    word: string;
    value: number;
    settled: boolean;
  }

  export interface Challenged {
    by: number;
    seat: number;
    word: string;
  }

  /** How a challenge was decided. */
  export interface Verdict {
    by: number;
    seat: number;
    word: string;
    stands: boolean;
    how: "reference" | "vote";
    knew: number;
    asked: number;
  }

  /** What the last turn, interruption or round came to. */
  export interface Last {
    words: Shown[];
    reason: "duel" | "interrupt" | "solo" | "timer" | "word" | "zero";
    board: (Tile | null)[];
  }

  export interface Shown {
    seat: number;
    word: string;
    value: number;
    won: boolean;
    flipped: number[];
  }

  /** A regular word that no longer counts, because its owner interrupted. */
  export interface Crossing {
    seat: number;
    word: string;
    value: number;
  }

  /** Give up. Belongs to every game; `Fold` folds it, not the rules. */
  export interface Resign {
    type: "resign";
  }

  /** Go back to the position after entry `to` (-1: the start). Nothing leaves the log.
   *
   * Belongs to every game; `Fold` folds it, not the rules. */
  export interface Undo {
    type: "undo";
    to: number;
  }

  /** NATURE: everyone who may still begin draws a tile; seat -> letter. */
  export interface Lots {
    type: "lots";
    tiles: Record<string, string>;
  }

  /** NATURE: fill the empty places, column by column from the left, upper row first. */
  export interface Draw {
    type: "draw";
    tiles: string[];
  }

  /** NATURE: the tie window is over. */
  export interface Close {
    type: "close";
  }

  /** NATURE: the window for challenges or votes is over. */
  export interface Settle {
    type: "settle";
  }

  /** NATURE: the sand has run out. */
  export interface Time {
    type: "time";
  }

  export interface Ready {
    type: "ready";
  }

  export interface Say {
    type: "say";
    word: string;
  }

  export interface Flip {
    type: "flip";
  }

  export interface Challenge {
    type: "challenge";
    seat: number;
  }

  export interface Accept {
    type: "accept";
  }

  export interface Vote {
    type: "vote";
    recognise: boolean;
  }

  export interface Write {
    type: "write";
    word: string;
  }

  export interface Scratch {
    type: "scratch";
    word: string;
  }

  export interface Review {
    boards: Board[];
  }

  export interface Board {
    tiles: (Tile | null)[];
    said: Shown[];
    best: Line[];
  }

  export type Move = Resign | Undo | Lots | Draw | Close | Settle | Time | Ready | Say | Flip | Challenge | Accept | Vote | Write | Scratch;
}
