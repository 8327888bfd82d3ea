/** What control requests read and change in each process that serves the mock. Everything else is in the store, which they share. */
import type { Sessions } from '../engine/sessions.js';
import type { Json, JsonObject } from '../lib/json.js';
import type { CallCount, TimedEntry } from '../state/journal.js';
import type { JournalEntry } from '../types/mock.js';
import type { AdminCall } from './admin-call.js';

/** Operations on a session by its name, which a process may not have in memory. */
interface Operations {
  entries: (sessions: Sessions, name: string) => readonly TimedEntry[];
  counts: (sessions: Sessions, name: string) => readonly CallCount[];
  clear: (sessions: Sessions, name: string) => void;
  reset: (sessions: Sessions, name: string) => void;
  unload: (sessions: Sessions, name: string) => void;
  /** Returns the names of the sessions in memory. */
  names: (sessions: Sessions) => readonly string[];
}
type Operation = keyof Operations;

const operations: Operations = {
  entries: (sessions, name) => sessions.findExisting(name)?.journal.timedEntries ?? [],
  counts: (sessions, name) => sessions.findExisting(name)?.journal.counts ?? [],
  clear: (sessions, name) => sessions.findExisting(name)?.journal.clear(),
  reset: (sessions, name) => sessions.findExisting(name)?.markAsNew(),
  unload: (sessions, name) => sessions.unload(name),
  names: (sessions) => sessions.names,
};

/** Runs an operation for a message of another process. */
export function respondToPeer(sessions: Sessions, { operation, session }: JsonObject): Json {
  return (operations[operation as Operation](sessions, session as string) ?? null) as Json;
}

/** Runs an operation in all processes. Returns the results of those that respond in time. */
export async function runInAllProcesses<Name extends Operation>(
  operation: Name,
  { sessions, session }: Pick<AdminCall, 'sessions' | 'session'>,
  name: string = session.name,
): Promise<readonly ReturnType<Operations[Name]>[]> {
  const own: unknown = operations[operation](sessions, name);
  const others = (await sessions.settings.peers?.broadcast({ operation, session: name })) ?? [];
  return [own, ...others] as readonly ReturnType<Operations[Name]>[];
}

/** Returns the latest journal entries of all processes, oldest first. */
export async function readJournal(call: AdminCall): Promise<readonly JournalEntry[]> {
  const entries = (await runInAllProcesses('entries', call)).flat();
  entries.sort(([time], [otherTime]) => time - otherTime);
  const { journal } = call.session.settings;
  return (journal < entries.length ? entries.slice(-journal) : entries).map(([, entry]) => entry);
}

export async function getCoverage(call: AdminCall): Promise<Json> {
  const ids = call.sessions.world.methods.map(({ id }) => id).sort();
  const counts = new Map<string, Map<number, number>>();
  for (const [methodId, status, count] of (await runInAllProcesses('counts', call)).flat()) {
    const byStatus = counts.get(methodId) ?? new Map<number, number>();
    counts.set(methodId, byStatus.set(status, (byStatus.get(status) ?? 0) + count));
  }
  const methods = ids.flatMap((id) => (counts.has(id) ? [[id, Object.fromEntries(counts.get(id) ?? [])]] : []));
  return { methods: Object.fromEntries(methods), unreached: ids.filter((id) => !counts.has(id)) };
}
