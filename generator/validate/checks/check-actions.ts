/** Checks the path templates of actions and the fields that actions name. */
import { parseRoute } from '../../lib/route.js';
import { isObject, type JsonObject, getMember, type Pointer, getList, getText } from '../../lib/json.js';
import type { FieldUse } from '../../rules/index.js';
import { editDistance } from '../../lib/suggest.js';
import type { LintContext } from '../lint-context.js';
import { checkFieldUse } from './check-field-use.js';
import { checkActionFit } from './check-action-fit.js';
import { describeRouteProblem } from './check-paths.js';
import { toPathKey, inferResourcePaths } from './resource-paths.js';

const templateKeys = ['resource', 'creates', 'members', 'policies'] as const;
const requestFieldKeys = ['fingerprint', 'additions', 'deletions', 'from'] as const;

export function checkActions(context: LintContext): void {
  const resourcePaths = inferResourcePaths(context);
  for (const method of context.methods) {
    const action = getMember(method.value, 'x-action');
    if (!isObject(action)) continue;
    const base = [...method.pointer, 'x-action'];
    const paths = templateKeys.map((key) => [getText(action, key), [key]] as const);
    const linkPaths = listLinks(action).map(([field, link]) => [getText(link, 'resource'), ['links', field, 'resource']] as const);
    for (const [path, place] of [...paths, ...linkPaths]) {
      const result = path === undefined ? undefined : parseRoute({ path });
      if (path !== undefined && result?.ok === false)
        context.report('malformed-path', { path, problem: describeRouteProblem(result.problem) }, [...base, ...place]);
      else if (path !== undefined && !context.isOverlay) checkResourcePath(context, { path, resourcePaths, pointer: [...base, ...place] });
    }
    if (context.isOverlay) continue;
    checkActionFit(context, method, action);
    for (const use of listFields(action)) checkFieldUse(context, use, { base, method });
  }
}

interface NamedPath {
  readonly path: string;
  readonly pointer: Pointer;
  /** The resource paths that methods have. */
  readonly resourcePaths: ReadonlyMap<string, string>;
}

/** Keys with templates of resources that need no method, because an action creates them or a seed has them. */
const introducingKeys: ReadonlySet<string | number | undefined> = new Set(['creates', 'policies']);
/** The maximum edit distance at which a template counts as a typo. */
const maxTypoDistance = 2;

function checkResourcePath(context: LintContext, { path, resourcePaths, pointer }: NamedPath): void {
  const text = toPathKey(path);
  if (resourcePaths.has(text)) return;
  const similar = introducingKeys.has(pointer.at(-1)) ? context.suggest(text, resourcePaths.keys()) : undefined;
  const isNew = introducingKeys.has(pointer.at(-1)) && (similar === undefined || editDistance(similar, text) > maxTypoDistance);
  if (!isNew) context.report('unknown-resource-path', { path }, { at: pointer, suggestion: context.suggest(path, resourcePaths.values()) });
}

function listFields(action: JsonObject): FieldUse[] {
  const single = requestFieldKeys.flatMap((key): FieldUse[] => {
    const path = getText(action, key);
    return path === undefined ? [] : [{ path, in: 'request', pointer: [key] }];
  });
  const replaced = getList(action, 'fields').flatMap((path, i): FieldUse[] =>
    typeof path === 'string' ? [{ path, in: 'request', pointer: ['fields', i] }] : [],
  );
  const lists = getMember(action, 'lists');
  const responseFields = Object.keys(isObject(lists) ? lists : {}).map((path): FieldUse => ({
    path,
    in: 'response',
    pointer: ['lists', path],
    key: true,
  }));
  return [...single, ...replaced, ...responseFields, ...listStateFields(action), ...listCopiedFields(action), ...listMergedFields(action)];
}

/** The field that `await` watches, and the field that goes through states. */
function listStateFields(action: JsonObject): FieldUse[] {
  const passes = getMember(action, 'passes');
  return [
    ...(getText(action, 'kind') === 'waitForField' ? toStateField(action, { of: getText(action, 'resource'), at: [] }) : []),
    ...(isObject(passes) ? toStateField(passes, { of: getText(action, 'creates'), at: ['passes'] }) : []),
  ];
}

function toStateField(owner: JsonObject, { of = '', at }: { readonly of: string | undefined; readonly at: readonly string[] }): FieldUse[] {
  const path = getText(owner, 'field');
  const values = getList(owner, 'values').flatMap((value, i) =>
    typeof value === 'string' ? [{ value, pointer: [...at, 'values', i] }] : [],
  );
  return path === undefined ? [] : [{ path, in: 'member', of, pointer: [...at, 'field'], values }];
}

function listLinks(action: JsonObject): readonly (readonly [field: string, link: JsonObject])[] {
  const links = getMember(action, 'links');
  return Object.entries(isObject(links) ? links : {}).flatMap(([field, link]) => (isObject(link) ? [[field, link] as const] : []));
}

/** The fields of the new resource, and the fields of its sources that they copy. */
function listCopiedFields(action: JsonObject): FieldUse[] {
  const creates = getText(action, 'creates') ?? '';
  const linkPaths = listLinks(action).flatMap(([field, link]): FieldUse[] => [
    { path: field, in: 'request', pointer: ['links', field], key: true },
    ...listCopies(link, { creates, at: ['links', field] }),
  ]);
  return [...listCopies(action, { creates, at: [] }), ...linkPaths];
}

function listCopies(source: JsonObject, { creates, at }: { readonly creates: string; readonly at: readonly string[] }): FieldUse[] {
  const of = getText(source, 'resource') ?? '';
  const copies = getMember(source, 'copies');
  return Object.entries(isObject(copies) ? copies : {}).flatMap(([path, from]): FieldUse[] => [
    { path, in: 'member', of: creates, pointer: [...at, 'copies', path], key: true },
    ...(typeof from === 'string' && from !== 'selfLink'
      ? [{ path: from, in: 'member' as const, of, pointer: [...at, 'copies', path] }]
      : []),
  ]);
}

/** The fields of policies whose entries are merged. */
function listMergedFields(action: JsonObject): FieldUse[] {
  const lists = getMember(action, 'lists');
  const of = getText(action, 'policies') ?? '';
  return Object.entries(isObject(lists) ? lists : {}).flatMap(([name, list]): FieldUse[] => {
    const path = getText(list, 'from');
    return path === undefined ? [] : [{ path, in: 'member', of, pointer: ['lists', name, 'from'] }];
  });
}
