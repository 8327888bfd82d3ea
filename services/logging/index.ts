/** The service module of Cloud Logging: log entries, and the logs that contain them. */
import {
  compareText,
  defineBuiltIn,
  FilterError,
  formatInstant,
  getTextMember,
  isList,
  isObject,
  listStrings,
  parseInstant,
  type HandlerCall,
  type Handlers,
  type JsonObject,
} from '../../mock/service.js';
import { getField, getTextField } from '../requests.js';
import { compileEntryFilter, type EntryFilter } from './filter.js';

const entryPrefix = 'entry/';
const maxEntries = 1000;

/** Returns the entries of a write request with the values that all of them share. Throws 400. */
function readEntries(call: HandlerCall): readonly JsonObject[] {
  const entries = getField(call, 'entries');
  if (!isList(entries) || entries.length === 0) return call.reject('invalid', 'A list of log entries must be provided.');
  const [logName, resource, labels] = [getTextField(call, 'logName'), getField(call, 'resource'), getField(call, 'labels')];
  return entries.map((given, index) => {
    const entry = (isObject(given) ? given : {}) as JsonObject;
    const name = getTextMember(entry, 'logName') || logName;
    if (name === undefined || !/^(?:projects|organizations|billingAccounts|folders)\/[^/]+\/logs\/[^/]+$/.test(name))
      return call.reject('invalid', `Log entry ${index} must have a log name such as projects/p/logs/l (received '${name ?? ''}').`);
    const ownResource = entry['resource'] ?? resource;
    if (ownResource === undefined) call.reject('invalid', `Log entry ${index} must have a resource.`);
    const payloads = ['textPayload', 'jsonPayload', 'protoPayload'].filter((payload) => entry[payload] !== undefined);
    if (payloads.length > 1) call.reject('invalid', `Log entry ${index} must have one payload (received ${payloads.join(', ')}).`);
    const allLabels = { ...(isObject(labels) && labels), ...(isObject(entry['labels']) && entry['labels']) };
    const time = formatInstant(call.now);
    return {
      ...entry,
      logName: name,
      resource: ownResource as JsonObject,
      ...(Object.keys(allLabels).length > 0 && { labels: allLabels }),
      timestamp: entry['timestamp'] ?? time,
      receiveTimestamp: time,
      insertId: getTextMember(entry, 'insertId') || call.newId(),
    };
  });
}

/** An entry with the ID, the time, and the log of another one replaces it. */
function writeEntries(call: HandlerCall): JsonObject {
  const entries = readEntries(call);
  if (getField(call, 'dryRun') === true) return {};
  for (const entry of entries) {
    const key = [entry['logName'], entry['timestamp'], entry['insertId']].map((part) => encodeURIComponent(String(part))).join('/');
    // ProtoJSON omits the default severity.
    const { severity, ...rest } = entry;
    call.rows().put(entryPrefix + key, severity === 'DEFAULT' || severity === 0 || severity === undefined ? rest : { ...rest, severity });
  }
  return {};
}

const getParent = (logName: string): string => logName.slice(0, logName.indexOf('/logs/'));

/** Returns the entries of projects and other resources, in the order of their times. */
function listEntriesBelow(call: HandlerCall, parents: readonly string[]): readonly JsonObject[] {
  return call
    .rows()
    .list<JsonObject>(entryPrefix)
    .map(([, entry]) => entry)
    .filter((entry) => parents.includes(getParent(getTextMember(entry, 'logName') ?? '')))
    .sort((one, other) => {
      const [first, second] = [one, other].map((entry) => parseInstant(getTextMember(entry, 'timestamp')) ?? 0) as [number, number];
      return first - second || compareText(getTextMember(one, 'insertId') ?? '', getTextMember(other, 'insertId') ?? '');
    });
}

/** A view of a bucket shows the entries of its parent. */
function readParents(call: HandlerCall): readonly string[] {
  const names = [
    ...listStrings(getField(call, 'resourceNames')),
    ...listStrings(getField(call, 'projectIds')).map((id) => `projects/${id}`),
  ];
  const views = names.filter((name) => /\/locations\//.test(name) && !/\/buckets\/_Default\/views\/(?:_Default|_AllLogs)$/.test(name));
  if (views.length > 0) call.reject('notImplemented', `The mock has only the views of the bucket _Default (received ${views.join(', ')}).`);
  return names.map((name) => name.replace(/\/locations\/.*$/, ''));
}

function readFilter(call: HandlerCall): EntryFilter {
  const text = getTextField(call, 'filter') ?? '';
  try {
    return compileEntryFilter(text);
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    return call.reject('notImplemented', `The mock can't evaluate the filter at character ${error.at + 1}: ${error.message}.`);
  }
}

const defaultPage = 50;

/** Returns the part of a list that the request asks for. The page token is the number of the items before. */
function selectItems<T>(call: HandlerCall, items: readonly T[]): { readonly items: readonly T[]; readonly next: JsonObject } {
  const [size, token] = [Number(getField(call, 'pageSize') ?? 0), getTextField(call, 'pageToken')];
  const begin = token === undefined ? 0 : Number(token);
  if (!Number.isInteger(begin) || begin < 0) call.reject('invalid', 'page_token is not valid.');
  const end = begin + Math.min(size > 0 ? size : defaultPage, maxEntries);
  return { items: items.slice(begin, end), next: end < items.length ? { nextPageToken: String(end) } : {} };
}

function listEntries(call: HandlerCall): JsonObject {
  const parents = readParents(call);
  if (parents.length === 0) call.reject('invalid', 'One or more parent resources must be specified.');
  const order = (getTextField(call, 'orderBy') ?? 'timestamp asc').trim();
  if (!/^timestamp(?: (?:asc|desc))?$/.test(order))
    call.reject('invalid', `order_by must be 'timestamp asc' or 'timestamp desc' (received '${order}').`);
  const entries = listEntriesBelow(call, parents).filter(readFilter(call));
  const { items, next } = selectItems(call, order.endsWith(' desc') ? [...entries].reverse() : entries);
  return { ...(items.length > 0 && { entries: items }), ...next };
}

function listLogs(call: HandlerCall): JsonObject {
  const parent = String(call.parameters['parent']);
  const names = [
    ...new Set(listEntriesBelow(call, [parent, ...readParents(call)]).map((entry) => getTextMember(entry, 'logName') ?? '')),
  ].sort();
  const { items, next } = selectItems(call, names);
  return { ...(items.length > 0 && { logNames: items }), ...next };
}

function deleteLog(call: HandlerCall): JsonObject {
  const [, parent = '', id = ''] = /^(.*\/logs)\/(.+)$/.exec(String(call.parameters['logName'])) ?? [];
  const name = `${parent}/${/%2F/i.test(id) ? id : encodeURIComponent(id)}`;
  const rows = call
    .rows()
    .list<JsonObject>(entryPrefix)
    .filter(([, entry]) => getTextMember(entry, 'logName') === name);
  if (rows.length === 0) call.reject('notFound', `Log ${name} does not exist`);
  for (const [key] of rows) call.rows().delete(key);
  return {};
}

const notImplemented: Handlers[string] = ({ methodId, reject }) => reject('notImplemented', `The mock doesn't implement ${methodId}.`);

const owners = ['projects', 'organizations', 'folders', 'billingAccounts'];
const repeat = <Value>(name: string, value: Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(owners.map((owner) => [`logging.${owner}.logs.${name}`, value]));

export const loggingServices: object = defineBuiltIn({
  api: 'logging',
  handlers: {
    'logging.entries.write': writeEntries,
    'logging.entries.list': listEntries,
    'logging.entries.copy': notImplemented,
    'logging.entries.tail': notImplemented,
    ...repeat('list', listLogs),
    ...repeat('delete', deleteLog),
  },
  parameters: repeat('list', { resourceNames: true, pageSize: true, pageToken: true } as const),
});
