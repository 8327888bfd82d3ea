/** Actions of the mock: their path templates, and the fields of the bodies that they name. */
import { parseRoute } from '../../model/route.js';
import { isObject, type JsonObject, member } from '../../read/specification.js';
import type { FieldUse } from '../../rules/index.js';
import { type Context, listOf, textOf } from '../context.js';
import { checkFieldUse } from './field-use.js';
import { routeProblem } from './paths.js';

const templates = ['resource', 'creates', 'members', 'policies'] as const;
const requestFields = ['fingerprint', 'additions', 'deletions', 'from'] as const;

export function checkActions(context: Context): void {
  for (const method of context.methods) {
    const action = member(method.value, 'x-action');
    if (!isObject(action)) continue;
    const base = [...method.pointer, 'x-action'];
    const paths = templates.map((key) => [textOf(action, key), [key]] as const);
    const linked = linksOf(action).map(([field, link]) => [textOf(link, 'resource'), ['links', field, 'resource']] as const);
    for (const [path, place] of [...paths, ...linked]) {
      const result = path === undefined ? undefined : parseRoute({ path });
      if (path !== undefined && result?.ok === false)
        context.report('malformed-path', { path, problem: routeProblem(result.problem) }, [...base, ...place]);
    }
    if (context.partial) continue;
    for (const use of fieldsOf(action)) checkFieldUse(context, use, { base, method });
  }
}

function fieldsOf(action: JsonObject): FieldUse[] {
  const single = requestFields.flatMap((key): FieldUse[] => {
    const path = textOf(action, key);
    return path === undefined ? [] : [{ path, in: 'request', pointer: [key] }];
  });
  const replaced = listOf(action, 'fields').flatMap((path, i): FieldUse[] =>
    typeof path === 'string' ? [{ path, in: 'request', pointer: ['fields', i] }] : [],
  );
  const lists = member(action, 'lists');
  const answered = Object.keys(isObject(lists) ? lists : {}).map((path): FieldUse => ({
    path,
    in: 'response',
    pointer: ['lists', path],
    key: true,
  }));
  return [...single, ...replaced, ...answered, ...copied(action), ...merged(action)];
}

function linksOf(action: JsonObject): readonly (readonly [field: string, link: JsonObject])[] {
  const links = member(action, 'links');
  return Object.entries(isObject(links) ? links : {}).flatMap(([field, link]) => (isObject(link) ? [[field, link] as const] : []));
}

/** Fields of the new resource, and those of its sources that they copy. */
function copied(action: JsonObject): FieldUse[] {
  const creates = textOf(action, 'creates') ?? '';
  const linked = linksOf(action).flatMap(([field, link]): FieldUse[] => [
    { path: field, in: 'request', pointer: ['links', field], key: true },
    ...copiesOf(link, { creates, at: ['links', field] }),
  ]);
  return [...copiesOf(action, { creates, at: [] }), ...linked];
}

function copiesOf(source: JsonObject, { creates, at }: { readonly creates: string; readonly at: readonly string[] }): FieldUse[] {
  const of = textOf(source, 'resource') ?? '';
  const copies = member(source, 'copies');
  return Object.entries(isObject(copies) ? copies : {}).flatMap(([path, from]): FieldUse[] => [
    { path, in: 'member', of: creates, pointer: [...at, 'copies', path], key: true },
    ...(typeof from === 'string' && from !== 'selfLink'
      ? [{ path: from, in: 'member' as const, of, pointer: [...at, 'copies', path] }]
      : []),
  ]);
}

/** Fields of policies whose entries are merged. */
function merged(action: JsonObject): FieldUse[] {
  const lists = member(action, 'lists');
  const of = textOf(action, 'policies') ?? '';
  return Object.entries(isObject(lists) ? lists : {}).flatMap(([name, list]): FieldUse[] => {
    const path = textOf(list, 'from');
    return path === undefined ? [] : [{ path, in: 'member', of, pointer: ['lists', name, 'from'] }];
  });
}
