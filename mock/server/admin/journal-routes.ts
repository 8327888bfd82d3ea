/** The control routes of requests: the journal, their statistics, and the coverage of methods and rules. */
import { HttpError } from '../../lib/http-error.js';
import { readRequest } from '../../lib/http-request.js';
import { pick, type Json } from '../../lib/json.js';
import { computeStatistics } from '../../state/activity.js';
import type { Coverage, IndexedEntry, RequestPage } from '../../types/control.js';
import { readPathParameters } from '../../catalog/method.js';
import { readParameters } from '../../catalog/read-parameters.js';
import { findRootPath } from '../../catalog/root-paths.js';
import type { Catalog } from '../../catalog/catalog.js';
import { createInvalidError, readCount, readQuery, toJson, type AdminCall, type AdminRoute, type AdminRoutes } from './admin-call.js';
import { runInAllProcesses } from './all-processes.js';
import type { PageCriteria } from './journal-reads.js';
import { explainRejection } from './documented-methods.js';
import { createRequestSeed } from './request-seed.js';

const pageParameters = ['after', 'before', 'limit', 'methodId', 'path', 'status', 'reason', 'search'] as const;
type PageQuery = Readonly<Partial<Record<(typeof pageParameters)[number], string>>>;

export const requestRoutes: AdminRoutes = {
  GET: async (call) => {
    const query: PageQuery = readQuery(call, pageParameters);
    return toJson(Object.keys(query).length === 0 ? await listAll(call) : await listPage(call, readCriteria(query)));
  },
  DELETE: async (call) => {
    await runInAllProcesses('clear', call);
    return {};
  },
};

/** Returns the latest entries of all processes, oldest first. */
async function listAll(call: AdminCall): Promise<object> {
  const { requests } = await listPage(call, { limit: call.session.settings.journal });
  return { requests: requests.map(({ index: _index, durationMs: _durationMs, ...entry }) => entry) };
}

export const getRequest: AdminRoute = async (call, index) => {
  const number = /^\d{1,16}$/.test(index) ? Number(index) : -2;
  const page = await listPage(call, { after: number - 1, before: number + 1, limit: 1 });
  const [entry] = page.requests;
  if (entry) {
    const explanation = await explainRejection(entry, call.session.catalog);
    const seed = createRequestSeed(call, entry);
    return toJson({
      ...entry,
      ...readEntryParameters(entry, call.session.catalog),
      ...(explanation && { explanation }),
      ...(seed && { seed }),
    } satisfies IndexedEntry);
  }
  const kept = page.first === undefined ? 'it is empty' : `it keeps ${page.first} to ${page.last}`;
  throw new HttpError('notFound', { message: `The journal has no entry with the index ${index}; ${kept}.`, rule: 'journal' });
};

/** Reads the parameters of a request without defaults. Returns nothing for a request without a method, or with an invalid parameter. */
function readEntryParameters({ method, path: url }: IndexedEntry, { router, rootPaths }: Catalog): Pick<IndexedEntry, 'parameters'> {
  const incoming = readRequest({ method, url: url.slice(findRootPath(rootPaths, url).length) });
  try {
    const route = router.find(incoming.path, method);
    if (route.kind !== 'match') return {};
    const { value, segments } = route;
    // Parameters of all APIs, such as `fields`, are text.
    const query = Object.fromEntries(incoming.query);
    const pathNames = [...readPathParameters(value, segments).keys()];
    const values = readParameters(value, segments, incoming);
    return { parameters: { ...pick(values, pathNames), ...query, ...pick(values, [...pathNames, ...Object.keys(query)]) } };
  } catch {
    return {};
  }
}

function readCriteria(query: PageQuery): PageCriteria {
  const { after, before, limit: _, ...filters } = query;
  const { status } = filters;
  if (status !== undefined && !/^(?:0|[1-5](?:\d\d|xx))$/.test(status))
    throw createInvalidError(`status must be a status such as 404, or a class such as 4xx (received '${status}')`, 'status');
  return {
    ...filters,
    ...(after !== undefined && { after: readCount(query, 'after') }),
    ...(before !== undefined && { before: readCount(query, 'before') }),
    limit: readCount(query, 'limit', { minimum: 1, maximum: 1000, fallback: 100 }),
  };
}

async function listPage(call: AdminCall, criteria: PageCriteria): Promise<RequestPage> {
  const pages = await runInAllProcesses('page', call, { ...criteria });
  const requests = pages.flatMap((page) => page.requests).sort((one, other) => one.index - other.index);
  const bounds = pages.flatMap(({ first, last }) => (first === undefined || last === undefined ? [] : [first, last]));
  return {
    requests: criteria.after === undefined ? requests.slice(-criteria.limit) : requests.slice(0, criteria.limit),
    ...(bounds.length > 0 && { first: Math.min(...bounds), last: Math.max(...bounds) }),
  };
}

export const getStatistics: AdminRoute = async (call) =>
  toJson(computeStatistics(await runInAllProcesses('measurements', call), call.session.settings.now()));

export async function getCoverage(call: AdminCall): Promise<Json> {
  const ids = call.sessions.catalog.methods.map(({ id }) => id).sort();
  const results = await runInAllProcesses('counts', call);
  const methods = sumCounts(results.flatMap((result) => result.methods));
  const rules = sumCounts(results.flatMap((result) => result.rules));
  const select = <Counts>(counts: ReadonlyMap<string, Counts>): Readonly<Record<string, Counts>> =>
    Object.fromEntries(ids.flatMap((id) => (counts.has(id) ? [[id, counts.get(id) as Counts] as const] : [])));
  return toJson({ methods: select(methods), unreached: ids.filter((id) => !methods.has(id)), rules: select(rules) } satisfies Coverage);
}

/** Returns the sums by method and status or rule. */
function sumCounts(
  counts: readonly (readonly [methodId: string, name: string | number, count: number])[],
): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const sums = new Map<string, Record<string, number>>();
  for (const [methodId, name, count] of counts) {
    const ofMethod = sums.get(methodId) ?? {};
    ofMethod[name] = (ofMethod[name] ?? 0) + count;
    sums.set(methodId, ofMethod);
  }
  return sums;
}
