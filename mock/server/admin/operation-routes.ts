/** The control routes of operations. */
import { describeValue } from '../../../runtime/error-text.js';
import { formatInstant } from '../../lib/instants.js';
import { getMember, getTextMember, isList, isObject, type Json, type JsonObject } from '../../lib/json.js';
import { findResources, listCollections, type StoredResource } from '../../state/collections.js';
import type { StoredCause } from '../../state/causes.js';
import { findFirstCause } from '../../state/history.js';
import { createFailure } from '../../state/apply-effects.js';
import { completeOperation, listPendingOperations, type PendingOperation } from '../../state/tasks.js';
import type { Session } from '../../state/session.js';
import type { State } from '../../state/state.js';
import type { OperationErrorSummary, OperationList, OperationSummary } from '../../types/control.js';
import type { Place } from '../../catalog/resource.js';
import { readMembers, toJson, type AdminRoutes } from './admin-call.js';
import { requirePlace } from './resource-routes.js';

const isError = (value: Json | undefined): boolean =>
  value === undefined || (isObject(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string');

export const operationRoutes: AdminRoutes = {
  async GET({ session }) {
    const operations = await session.run((state) => listOperations(session, state));
    return toJson({ operations, now: formatInstant(session.now()) } satisfies OperationList);
  },

  async POST(call) {
    const body = await readMembers(call, {
      path: [(value) => typeof value === 'string', 'the path of an operation'],
      action: [(value) => value === 'finish' || value === 'fail', '"finish" or "fail"'],
      error: [isError, 'an object with code and message'],
    });
    const { path } = requirePlace(call, 'path', String(body['path']));
    const error = body['error'];
    const code = getTextMember(error, 'code') ?? 'INTERNAL_ERROR';
    const failure = createFailure(400, code, getTextMember(error, 'message') ?? 'The operation failed.');
    await call.session.run((state) => completeOperation(state, path, body['action'] === 'fail' ? failure : undefined), {
      control: 'operation',
    });
    return {};
  },
};

function listOperations(session: Session, state: State): readonly OperationSummary[] {
  const pending = listPendingOperations(state);
  const versions = session.heldVersions;
  const collections = listCollections(state).filter(
    ({ member: { resource } }) => resource.behavior.operation !== undefined || resource.behavior.recordStates !== undefined,
  );
  const operations = collections.flatMap(({ path }) => findResources(state, { collection: path, offset: 0, limit: Infinity }).resources);
  const summaries = operations.map((operation): OperationSummary => {
    const { place } = operation;
    const cause = findFirstCause(session, { versions, place });
    const summary = describeOperation(operation, {
      pending,
      now: session.now(),
      createdAt: cause?.at,
      findEnd: () => findCompletion(findFirstCause(session, { versions, place, condition: isDone }), place),
    });
    return { ...summary, ...(cause?.methodId !== undefined && { methodId: cause.methodId }) };
  });
  return summaries.sort((one, other) => Date.parse(one.started ?? '') - Date.parse(other.started ?? '') || 0);
}

function findCompletion(cause: StoredCause | undefined, { path }: Place): number | undefined {
  return cause?.completions?.find(([completed]) => completed === `/${path}`)?.[1];
}

interface OperationTiming {
  readonly pending: ReadonlyMap<string, PendingOperation>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When the operation was stored, if it is known. */
  readonly createdAt: number | undefined;
  /** Returns when the operation completed, if it is known. */
  readonly findEnd: () => number | undefined;
}

function describeOperation(
  { path, place, entity: { body } }: StoredResource,
  { pending, now, createdAt, findEnd }: OperationTiming,
): OperationSummary {
  const running = pending.get(place.path);
  const started = readTime(body, ['insertTime', 'createTime', 'startTime']) ?? formatTime(createdAt);
  const ends = running ? formatInstant(running.task.at) : (readTime(body, ['endTime']) ?? formatTime(findEnd()));
  const target = running?.targets[0] === undefined ? readTarget(place, body) : `/${running.targets[0]}`;
  const status = readStatus(body);
  const progress = getMember(body, 'progress');
  const error = readError(body);
  return {
    path,
    ...(target !== undefined && { target }),
    ...(started !== undefined && { started }),
    ...(ends !== undefined && { ends }),
    progress: typeof progress === 'number' ? progress : status === 'DONE' ? 100 : computeProgress({ started, ends, now }),
    status,
    isPending: running !== undefined,
    ...(error && { error }),
    waitsFor: running ? listEarlier(running, pending) : [],
  };
}

/** Returns the percentage of the time of a running operation that has passed. AIP-151 operations don't state their progress. */
function computeProgress({ started, ends, now }: { started: string | undefined; ends: string | undefined; now: number }): number {
  const [from, to] = [Date.parse(started ?? ''), Date.parse(ends ?? '')];
  return to > from ? Math.max(0, Math.min(99, Math.floor(((now - from) / (to - from)) * 100))) : 0;
}

/** Returns the path of the resource that an operation refers to. A change record belongs to its parent. */
function readTarget({ path, resource, segments }: Place, body: JsonObject): string | undefined {
  if (!resource.behavior.recordStates) {
    const name = getTextMember(getMember(body, 'metadata'), 'target');
    if (name !== undefined) return `/${[...segments.slice(0, resource.api.nameStart), name].join('/')}`;
    const link = getTextMember(body, 'targetLink')?.replace(/^https?:\/\/[^/]+/, '');
    return link?.startsWith(`${resource.rootPath}/`) ? link.slice(resource.rootPath.length) : link;
  }
  return `/${path
    .split('/')
    .slice(0, -resource.idCount - 1)
    .join('/')}`;
}

/** Lists the operations that change a resource of this one and complete before it. */
function listEarlier(operation: PendingOperation, pending: ReadonlyMap<string, PendingOperation>): readonly string[] {
  const earlier: string[] = [];
  for (const [path, other] of pending) {
    if (other === operation) return earlier;
    if (other.targets.some((target) => operation.targets.includes(target))) earlier.push(`/${path}`);
  }
  return earlier;
}

const formatTime = (time: number | undefined): string | undefined => (time === undefined ? undefined : formatInstant(time));

/** Reads the first time of the operation or its metadata. */
function readTime(body: JsonObject, fields: readonly string[]): string | undefined {
  return fields
    .map((field) => getTextMember(body, field) ?? getTextMember(getMember(body, 'metadata'), field))
    .find((time) => time !== undefined);
}

const isDone = (body: JsonObject): boolean => readStatus(body) === 'DONE';

function readStatus(body: JsonObject): OperationSummary['status'] {
  const status = getTextMember(body, 'status')?.toUpperCase();
  if (status === 'DONE' || getMember(body, 'done') === true) return 'DONE';
  return status === 'PENDING' ? 'PENDING' : 'RUNNING';
}

function readError(body: JsonObject): OperationErrorSummary | undefined {
  const error = getMember(body, 'error');
  const errors = getMember(error, 'errors');
  const first = isList(errors) ? errors[0] : error;
  if (!isObject(first)) return undefined;
  const code = first['code'];
  return {
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    message: getTextMember(first, 'message') ?? describeValue(first),
  };
}
