/**
 * How often the scenarios run: a few times in `npm test`, and as often as it takes to find rare interleavings in `npm run test:store`, or
 * with `STORE_ROUNDS=full`.
 */
const isFull = process.env['npm_lifecycle_event'] === 'test:store' || process.env['STORE_ROUNDS'] === 'full';

const short = {
  /** Rounds in which 10 clients change the same resource with the same fingerprint. */
  races: 2,
  /** Requests that are sent several times to each replica. */
  replays: 2,
  /** Listings during other writes. */
  listings: 2,
  /** Changes of a zone while clients read it. */
  changes: 8,
  /** Histories of 6 clients, without and with a replica that is killed. */
  histories: 1,
  historiesWithKill: 1,
  /** Operations of each client in a history. */
  historyLength: 20,
  /** Processes that are killed while they write. */
  kills: 1,
  /** Interruptions of the database. */
  outages: 1,
};

const full: typeof short = {
  races: 1000,
  replays: 200,
  listings: 100,
  changes: 1000,
  histories: 100,
  historiesWithKill: 30,
  historyLength: 80,
  kills: 200,
  outages: 20,
};

export const rounds = isFull ? full : short;

/** Of a test, in milliseconds. */
export const testTimeout = isFull ? 3_600_000 : 90_000;

/** Prints what a test did, in a full run. */
export function report(text: string): void {
  if (isFull) process.stdout.write(`${text}\n`);
}
