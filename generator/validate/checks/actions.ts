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
    for (const key of templates) {
      const path = textOf(action, key);
      const result = path === undefined ? undefined : parseRoute({ path });
      if (path !== undefined && result?.ok === false)
        context.report('malformed-path', { path, problem: routeProblem(result.problem) }, [...base, key]);
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

/** Fields of the new resource, and those of its source that they copy. */
function copied(action: JsonObject): FieldUse[] {
  const [source = '', creates = ''] = [textOf(action, 'resource'), textOf(action, 'creates')];
  const copies = member(action, 'copies');
  return Object.entries(isObject(copies) ? copies : {}).flatMap(([path, from]): FieldUse[] => [
    { path, in: 'member', of: creates, pointer: ['copies', path], key: true },
    ...(typeof from === 'string' && from !== 'selfLink'
      ? [{ path: from, in: 'member' as const, of: source, pointer: ['copies', path] }]
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
