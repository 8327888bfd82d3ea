/** Finds the files and shared drives that a query selects. */
import { getMember, getMemberAt, getTextMember, isList, parseInstant, type HandlerCall, type JsonObject } from '../../mock/service.js';
import { rejectInvalid } from './call.js';
import { parseQuery, QueryError, type Operator, type Query } from './query.js';

/** What a field of a query means. */
interface QueryField {
  readonly operators: readonly Operator[];
  /** Returns whether a resource has the value. `undefined` for a value of a wrong type. */
  readonly match: (resource: JsonObject, operator: Operator, value: string | boolean) => boolean | undefined;
}

type Fields = Readonly<Record<string, QueryField | 'notImplemented'>>;

/** Compiles a query. Rejects with 400 if it is invalid, and with 501 for a field that the mock doesn't implement. */
export function compileQuery(call: Pick<HandlerCall, 'reject'>, text: string, fields: Fields): (resource: JsonObject) => boolean {
  const query = parseOrReject(call, text);
  checkQuery(call, query, fields);
  return (resource) => matchQuery(query, resource, fields);
}

function parseOrReject(call: Pick<HandlerCall, 'reject'>, text: string): Query {
  try {
    return parseQuery(text);
  } catch (error) {
    if (error instanceof QueryError) return rejectInvalid(call, 'q');
    throw error;
  }
}

function checkQuery(call: Pick<HandlerCall, 'reject'>, query: Query, fields: Fields): void {
  if (query.kind === 'and' || query.kind === 'or') for (const term of query.terms) checkQuery(call, term, fields);
  else if (query.kind === 'not') checkQuery(call, query.term, fields);
  else {
    const field = Object.hasOwn(fields, query.field) ? fields[query.field] : undefined;
    const operator = query.kind === 'has' ? 'has' : query.operator;
    if (field === 'notImplemented') return call.reject('notImplemented', `The mock doesn't implement '${query.field}' in q.`);
    if (field === undefined || !field.operators.includes(operator)) return rejectInvalid(call, 'q');
    if (query.kind === 'term' && field.match({}, operator, query.value) === undefined) rejectInvalid(call, 'q');
  }
}

function matchQuery(query: Query, resource: JsonObject, fields: Fields): boolean {
  switch (query.kind) {
    case 'and':
      return query.terms.every((term) => matchQuery(term, resource, fields));
    case 'or':
      return query.terms.some((term) => matchQuery(term, resource, fields));
    case 'not':
      return !matchQuery(query.term, resource, fields);
    case 'has':
      return getMember(getMember(resource, query.field), query.key) === query.value;
    case 'term': {
      const field = fields[query.field];
      return typeof field === 'object' && field.match(resource, query.operator, query.value) === true;
    }
  }
}

/** A comparison of texts ignores case. `contains` finds the beginnings of words. */
export const nameField: QueryField = {
  operators: ['contains', '=', '!='],
  match(resource, operator, value) {
    if (typeof value !== 'string') return undefined;
    const name = (getTextMember(resource, 'name') ?? '').toLowerCase();
    const searched = value.toLowerCase();
    if (operator === 'contains') return hasWordsWith(name, searched);
    return (name === searched) === (operator === '=');
  },
};

/** Whether a text contains another one at the beginning of a word. */
function hasWordsWith(text: string, searched: string): boolean {
  for (let at = text.indexOf(searched); at >= 0; at = text.indexOf(searched, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '') || !/[\p{L}\p{N}]/u.test(searched[0] ?? '')) return true;
    if (at + 1 >= text.length) break;
  }
  return false;
}

const createTextField = (operators: readonly Operator[], path: string): QueryField => ({
  operators,
  match(resource, operator, value) {
    if (typeof value !== 'string') return undefined;
    const text = getMemberAt(resource, path);
    if (operator === 'contains') return typeof text === 'string' && text.toLowerCase().includes(value.toLowerCase());
    return (text === value) === (operator === '=');
  },
});

const createFlagField = (read: (resource: JsonObject) => boolean): QueryField => ({
  operators: ['=', '!='],
  match: (resource, operator, value) => (typeof value === 'boolean' ? (read(resource) === value) === (operator === '=') : undefined),
});

/** Times without a time zone are UTC, and a date is its beginning. */
export const createTimeField = (name: string): QueryField => ({
  operators: ['<=', '<', '=', '!=', '>', '>='],
  match(resource, operator, value) {
    const limit = typeof value === 'string' ? parseQueryTime(value) : undefined;
    if (limit === undefined) return undefined;
    const text = getTextMember(resource, name);
    const time = text === undefined ? undefined : parseInstant(text);
    if (time === undefined) return false;
    return { '<=': time <= limit, '<': time < limit, '=': time === limit, '!=': time !== limit, '>': time > limit, '>=': time >= limit }[
      operator as '<'
    ];
  },
});

function parseQueryTime(text: string): number | undefined {
  const [, date, time = 'T00:00:00', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text) ?? [];
  if (date === undefined) return undefined;
  const seconds = /^T\d{2}:\d{2}$/i.test(time) ? `${time}:00` : time;
  return parseInstant(`${date}${seconds}${/^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone}`);
}

/** Whether a list of the resource, such as its parents, contains a value. */
const createListField = (
  list: (resource: JsonObject) => readonly string[],
  resolve: (value: string) => string = (value) => value,
): QueryField => ({
  operators: ['in'],
  match: (resource, _, value) => (typeof value === 'string' ? list(resource).includes(resolve(value)) : undefined),
});

const memberField: QueryField = { operators: ['has'], match: () => false };

/** What the fields of a query of files depend on. */
export interface FileQueryContext {
  readonly user: string;
  /** Returns the ID of a folder: that of `root` for the alias. */
  resolveId(id: string): string;
  /** Returns the addresses of those who have one of the roles. */
  listPeople(file: JsonObject, roles: readonly string[]): readonly string[];
}

const writerRoles = ['owner', 'organizer', 'fileOrganizer', 'writer'];
const readerRoles = [...writerRoles, 'commenter', 'reader'];

export function createFileFields({ user, resolveId, listPeople }: FileQueryContext): Fields {
  const resolveUser = (value: string): string => (value === 'me' ? user : value).toLowerCase();
  const listStrings = (file: JsonObject, name: string): readonly string[] => (isList(file[name]) ? (file[name] as readonly string[]) : []);
  const createPeopleField = (roles: readonly string[]): QueryField =>
    createListField((file) => listPeople(file, roles).map((each) => each.toLowerCase()), resolveUser);
  return {
    name: nameField,
    title: 'notImplemented',
    fullText: 'notImplemented',
    mimeType: createTextField(['contains', '=', '!='], 'mimeType'),
    modifiedTime: createTimeField('modifiedTime'),
    createdTime: createTimeField('createdTime'),
    viewedByMeTime: createTimeField('viewedByMeTime'),
    sharedWithMeTime: createTimeField('sharedWithMeTime'),
    trashed: createFlagField((file) => file['trashed'] === true),
    starred: createFlagField((file) => file['starred'] === true),
    sharedWithMe: createFlagField((file) => listPeople(file, ['owner']).length > 0 && !listPeople(file, ['owner']).includes(user)),
    parents: createListField((file) => listStrings(file, 'parents'), resolveId),
    owners: createPeopleField(['owner']),
    writers: createPeopleField(writerRoles),
    readers: createPeopleField(readerRoles),
    properties: memberField,
    appProperties: memberField,
    'shortcutDetails.targetId': createTextField(['=', '!='], 'shortcutDetails.targetId'),
    visibility: 'notImplemented',
    labels: 'notImplemented',
    memberCount: 'notImplemented',
  };
}

export const driveFields: Fields = {
  name: nameField,
  createdTime: createTimeField('createdTime'),
  hidden: createFlagField((drive) => drive['hidden'] === true),
  memberCount: 'notImplemented',
  organizerCount: 'notImplemented',
};
