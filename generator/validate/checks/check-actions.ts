/** Actions of the mock: their path templates, and the fields of the bodies that they name. */
import { parseRoute } from '../../model/route.js';
import { isObject, type JsonObject, getMember, type Pointer } from '../../read/specification.js';
import type { FieldUse } from '../../rules/index.js';
import { editDistance } from '../../suggest.js';
import { type LintContext, getList, getText } from '../lint-context.js';
import { checkFieldUse } from './check-field-use.js';
import { checkFit } from './action-fit.js';
import { describeRouteProblem } from './check-paths.js';
import { toPlaceKey, getResourcePlaces } from './resource-places.js';

const templates = ['resource', 'creates', 'members', 'policies'] as const;
const requestFields = ['fingerprint', 'additions', 'deletions', 'from'] as const;

export function checkActions(context: LintContext): void {
  const places = getResourcePlaces(context);
  for (const method of context.methods) {
    const action = getMember(method.value, 'x-action');
    if (!isObject(action)) continue;
    const base = [...method.pointer, 'x-action'];
    const paths = templates.map((key) => [getText(action, key), [key]] as const);
    const linked = linksOf(action).map(([field, link]) => [getText(link, 'resource'), ['links', field, 'resource']] as const);
    for (const [path, place] of [...paths, ...linked]) {
      const result = path === undefined ? undefined : parseRoute({ path });
      if (path !== undefined && result?.ok === false)
        context.report('malformed-path', { path, problem: describeRouteProblem(result.problem) }, [...base, ...place]);
      else if (path !== undefined && !context.partial) checkPlace(context, { path, places, pointer: [...base, ...place] });
    }
    if (context.partial) continue;
    checkFit(context, method, action);
    for (const use of fieldsOf(action)) checkFieldUse(context, use, { base, method });
  }
}

interface NamedPlace {
  readonly path: string;
  readonly pointer: Pointer;
  /** The places that methods show. */
  readonly places: ReadonlyMap<string, string>;
}

/** Templates of resources that no method has to show: an action creates them, or a seed holds them. */
const introducing: ReadonlySet<string | number | undefined> = new Set(['creates', 'policies']);
/** So few characters away from a place that methods show, a template is a slip. */
const slip = 2;

function checkPlace(context: LintContext, { path, places, pointer }: NamedPlace): void {
  const text = toPlaceKey(path);
  if (places.has(text)) return;
  const near = introducing.has(pointer.at(-1)) ? context.suggest(text, places.keys()) : undefined;
  const isNew = introducing.has(pointer.at(-1)) && (near === undefined || editDistance(near, text) > slip);
  if (!isNew) context.report('unknown-place', { path }, { at: pointer, suggestion: context.suggest(path, places.values()) });
}

function fieldsOf(action: JsonObject): FieldUse[] {
  const single = requestFields.flatMap((key): FieldUse[] => {
    const path = getText(action, key);
    return path === undefined ? [] : [{ path, in: 'request', pointer: [key] }];
  });
  const replaced = getList(action, 'fields').flatMap((path, i): FieldUse[] =>
    typeof path === 'string' ? [{ path, in: 'request', pointer: ['fields', i] }] : [],
  );
  const lists = getMember(action, 'lists');
  const answered = Object.keys(isObject(lists) ? lists : {}).map((path): FieldUse => ({
    path,
    in: 'response',
    pointer: ['lists', path],
    key: true,
  }));
  return [...single, ...replaced, ...answered, ...watched(action), ...copied(action), ...merged(action)];
}

/** The field whose values end the waiting, and the one that goes through states. */
function watched(action: JsonObject): FieldUse[] {
  const passes = getMember(action, 'passes');
  return [
    ...(getText(action, 'kind') === 'await' ? stateField(action, { of: getText(action, 'resource'), at: [] }) : []),
    ...(isObject(passes) ? stateField(passes, { of: getText(action, 'creates'), at: ['passes'] }) : []),
  ];
}

function stateField(owner: JsonObject, { of = '', at }: { readonly of: string | undefined; readonly at: readonly string[] }): FieldUse[] {
  const path = getText(owner, 'field');
  const values = getList(owner, 'values').flatMap((value, i) =>
    typeof value === 'string' ? [{ value, pointer: [...at, 'values', i] }] : [],
  );
  return path === undefined ? [] : [{ path, in: 'member', of, pointer: [...at, 'field'], values }];
}

function linksOf(action: JsonObject): readonly (readonly [field: string, link: JsonObject])[] {
  const links = getMember(action, 'links');
  return Object.entries(isObject(links) ? links : {}).flatMap(([field, link]) => (isObject(link) ? [[field, link] as const] : []));
}

/** Fields of the new resource, and those of its sources that they copy. */
function copied(action: JsonObject): FieldUse[] {
  const creates = getText(action, 'creates') ?? '';
  const linked = linksOf(action).flatMap(([field, link]): FieldUse[] => [
    { path: field, in: 'request', pointer: ['links', field], key: true },
    ...copiesOf(link, { creates, at: ['links', field] }),
  ]);
  return [...copiesOf(action, { creates, at: [] }), ...linked];
}

function copiesOf(source: JsonObject, { creates, at }: { readonly creates: string; readonly at: readonly string[] }): FieldUse[] {
  const of = getText(source, 'resource') ?? '';
  const copies = getMember(source, 'copies');
  return Object.entries(isObject(copies) ? copies : {}).flatMap(([path, from]): FieldUse[] => [
    { path, in: 'member', of: creates, pointer: [...at, 'copies', path], key: true },
    ...(typeof from === 'string' && from !== 'selfLink'
      ? [{ path: from, in: 'member' as const, of, pointer: [...at, 'copies', path] }]
      : []),
  ]);
}

/** Fields of policies whose entries are merged. */
function merged(action: JsonObject): FieldUse[] {
  const lists = getMember(action, 'lists');
  const of = getText(action, 'policies') ?? '';
  return Object.entries(isObject(lists) ? lists : {}).flatMap(([name, list]): FieldUse[] => {
    const path = getText(list, 'from');
    return path === undefined ? [] : [{ path, in: 'member', of, pointer: ['lists', name, 'from'] }];
  });
}
