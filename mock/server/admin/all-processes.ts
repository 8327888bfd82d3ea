/** What control requests read and change in each process that serves the mock. Everything else is in the store, which they share. */
import type { SessionRegistry } from '../../engine/session-registry.js';
import type { Json, JsonObject } from '../../lib/json.js';
import type { Measurements, RuleCount } from '../../state/activity.js';
import type { CallCount } from '../../state/journal.js';
import type { Session } from '../../state/session.js';
import type { RequestPage, RequestSummary } from '../../types/control.js';
import type { AdminCall } from './admin-call.js';
import { listJournalPage, summarizeExchange, type PageCriteria } from './journal-reads.js';

/** The operations of a process on the session that a message names, which the process may not have in memory. */
interface ProcessOperations {
  page: (target: ProcessCall) => RequestPage;
  summaries: (target: ProcessCall) => readonly RequestSummary[];
  counts: (target: ProcessCall) => { readonly methods: readonly CallCount[]; readonly rules: readonly RuleCount[] };
  measurements: (target: ProcessCall) => Measurements;
  clear: (target: ProcessCall) => void;
  reset: (target: ProcessCall) => void;
  unload: (target: ProcessCall) => void;
}

const operations: ProcessOperations = {
  page: ({ session, criteria }) => (session ? listJournalPage(session.journal, criteria as unknown as PageCriteria) : { requests: [] }),
  summaries: ({ session, criteria }) => (session?.journal.list(criteria) ?? []).map(summarizeExchange),
  counts: ({ session }) => ({ methods: session?.journal.counts ?? [], rules: session?.activity.ruleCounts ?? [] }),
  measurements: ({ session }) => session?.activity.measurements ?? { requests: 0, errors: [], durations: [], seconds: [] },
  clear: ({ session }) => session?.journal.clear(),
  reset: ({ session }) => session?.markAsNew(),
  unload: ({ sessions, name }) => sessions.unload(name),
};

interface ProcessCall {
  readonly sessions: SessionRegistry;
  readonly name: string;
  readonly session: Session | undefined;
  readonly criteria: JsonObject;
}

/** Runs an operation for a message of another process. */
export function respondToPeer(sessions: SessionRegistry, message: JsonObject): Json {
  const { operation, name, criteria } = message as { operation: keyof ProcessOperations; name: string; criteria: JsonObject };
  return (runHere(operation, { sessions, name, criteria }) ?? null) as Json;
}

function runHere<Name extends keyof ProcessOperations>(
  operation: Name,
  target: Omit<ProcessCall, 'session'>,
): ReturnType<ProcessOperations[Name]> {
  return operations[operation]({ ...target, session: target.sessions.findExisting(target.name) }) as ReturnType<ProcessOperations[Name]>;
}

/** Runs an operation in all processes. Returns the results of those that respond in time. */
export async function runInAllProcesses<Name extends keyof ProcessOperations>(
  operation: Name,
  { sessions, session: { name } }: { readonly sessions: AdminCall['sessions']; readonly session: Pick<Session, 'name'> },
  criteria: JsonObject = {},
): Promise<readonly ReturnType<ProcessOperations[Name]>[]> {
  const own = runHere(operation, { sessions, name, criteria });
  const others = (await sessions.settings.peers?.broadcast({ operation, name, criteria })) ?? [];
  return [own, ...(others as unknown as readonly ReturnType<ProcessOperations[Name]>[])];
}
