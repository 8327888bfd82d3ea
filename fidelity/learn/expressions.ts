/** Explains recorded values: as constants, as templates of names, or as generated values. */
import { getMember, isObject, type Json, mapMembers, isEqual } from '../../generator/lib/json.js';
import type { Method } from '../../generator/model/model.js';
import { hideSecretsInValue } from '../recordings/redact/hidden-values.js';
import { findProjectNumber } from './find-project-number.js';
import { getAtPath } from './flatten.js';
import type { Observation } from './observe.js';
import type { TrackedResource } from './track-resources.js';
import { type GeneratedForm, getGeneratedForm, isPrivate } from './values.js';

/** A text that a value can repeat. */
interface ValueSource {
  /** `{path.project}`. */
  readonly token: string;
  readonly text: string;
  /** `url`: a part of the URL or the name. `field`: a field of the request. */
  readonly from: 'url' | 'field';
}

const template = /\{([A-Za-z][\w.]*(?:\(\d+\))?)\}/g;

/** The server generates it when it creates a resource. */
const generatedId = /^\d{8,}$/;

/** Lists the texts that a value of an observation can repeat, the preferred first. */
export function listSources({ resource, sent, call, facets, role, value, scenario }: Observation): readonly ValueSource[] {
  const sources: ValueSource[] = [];
  const add = (token: string, text: Json | undefined, from: ValueSource['from']): void => {
    if (typeof text === 'string' && text !== '' && !sources.some((other) => other.token === token))
      sources.push({ token: `{${token}}`, text, from });
  };
  if (resource !== undefined) {
    if (resource.name.includes('/') && isTarget(resource, call.method)) add('resourceName', resource.name, 'url');
    for (const [name, text] of Object.entries(resource.variables).reverse()) if (/^\w+$/.test(name)) add(`path.${name}`, text, 'url');
  }
  for (const [name, text] of Object.entries(facets ?? {})) if (name !== 'method.id') add(name, text, 'url');
  const location = /(?:^|\/)locations\/([^/]+)/.exec(resource?.path ?? '')?.[1];
  if (location !== undefined) add('locationCollection', /\d-[a-z]$/.test(location) ? 'zones' : 'locations', 'url');
  add('projectNumber', scenario.isNormalized ? '${projectNumber}' : findProjectNumber(scenario), 'url');
  if (resource === undefined)
    for (const [name, text] of Object.entries(call.query)) if (/^[A-Za-z]+$/.test(name)) add(`parameter.${name}`, text, 'url');
  const inUrl = new Set(Object.values(resource?.variables ?? {}));
  visitTexts(sent ?? {}, '', (path, text) => {
    if (typeof text === 'string' && !inUrl.has(text)) add(path, text, 'field');
  });
  const id = getMember(value, 'id');
  if (role === 'resource' && typeof id === 'string' && generatedId.test(id)) add('id', id, 'field');
  return sources;
}

/** Whether a method is about a resource of this type. A method that names its resource in the query belongs to the parent of the resource. */
const isTarget = ({ template: { path } }: TrackedResource, { action, operation }: Method): boolean =>
  operation === undefined || !('resource' in action) || action.resource === path;

function visitTexts(value: Readonly<Record<string, Json>>, prefix: string, add: (path: string, text: Json) => void): void {
  for (const [key, inner] of Object.entries(value)) {
    if (!/^[A-Za-z]\w*$/.test(key)) continue;
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (isObject(inner) && prefix.split('.').length < 4) visitTexts(inner, path, add);
    else add(path, inner);
  }
}

/** The sources of an observation, looked up by token. */
export class SourceTable {
  private readonly tables = new Map<Observation, ReadonlyMap<string, string>>();

  list = listSources;

  get(observation: Observation, token: string): string | undefined {
    let table = this.tables.get(observation);
    if (table === undefined) {
      table = new Map(listSources(observation).map((source) => [source.token, source.text]));
      this.tables.set(observation, table);
    }
    return table.get(token);
  }
}

const isNamePart = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character);

const isWordPart = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);

/** Replaces the texts of sources in a text by their tokens, the longest first. Only whole parts of names are replaced. */
function toTemplate(text: string, sources: readonly ValueSource[], isInside = isNamePart): string {
  const parts: (string | { readonly token: string })[] = [text];
  for (const { token, text: own } of [...sources].sort((left, right) => right.text.length - left.text.length)) {
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index];
      if (typeof part !== 'string' || part === '') continue;
      const at = findPart(part, own, { before: index > 0, after: index < parts.length - 1, isInside });
      if (at < 0) continue;
      parts.splice(index, 1, part.slice(0, at), { token }, part.slice(at + own.length));
      index += 1;
    }
  }
  return parts.map((part) => (typeof part === 'string' ? part : part.token)).join('');
}

function findPart(
  text: string,
  part: string,
  neighbours: { readonly before: boolean; readonly after: boolean; readonly isInside: typeof isNamePart },
): number {
  if (text === part && !neighbours.before && !neighbours.after) return 0;
  if (part.length < 3) return -1;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const [before, after] = [text[at - 1], text[at + part.length]];
    if (part.includes('${')) return at;
    if (part.includes('/') || part.length >= 8) {
      if (!/\w/.test(before ?? '/') && (part.endsWith('/') || !/\w/.test(after ?? '/'))) return at;
    } else if (!neighbours.isInside(before) && !neighbours.isInside(after)) return at;
  }
  return -1;
}

/** The token of the kind of a location, which most links have as a constant. */
const locationCollection = '{locationCollection}';

/** The texts that are constants for a method, a schema, or an API. */
const facet = /^\{(?:api|method|resource|schema)\./;

/** An explanation of values: an expression, in which strings can be templates. */
export interface Expression {
  readonly value: Json;
  readonly kind: 'constant' | 'url' | 'field' | 'generated';
}

/** Lists the explanations of the value of a field in one observation. */
export function listExpressions(
  value: Json,
  { name, path }: { readonly name: string; readonly path: string },
  observation: Observation,
): Expression[] {
  const sources = listSources(observation).filter(
    ({ token, from }) => (from === 'url' || token !== `{${path}}`) && (name !== 'name' || token !== '{operation}'),
  );
  const found: Expression[] = [];
  const add = (expression: Json, kind: Expression['kind']): void => {
    if (!found.some((other) => isEqual(other.value, expression))) found.push({ value: expression, kind });
  };
  if (!hasGenerated(value, name) && !hasTemplate(value)) add(value, 'constant');
  const urls = sources.filter(({ from }) => from === 'url');
  const plain = urls.filter(({ token }) => token !== locationCollection);
  // A link with `zones` to a resource in `locations` shows that the service distinguishes both.
  const isZonal = urls.some(({ token, text }) => token === locationCollection && text === 'zones');
  const [preferred, other] = isZonal ? [urls, plain] : [plain, urls];
  const single = plain.filter(({ token, text }) => facet.test(token) && text === value).map((source) => [source]);
  const ownTexts = [preferred, other].map((list) => list.filter(({ token }) => !facet.test(token)));
  // A name in which only the kind of the location varies isn't the name of the resource.
  const parts = urls.filter(({ token }) => !facet.test(token) && token !== '{resourceName}');
  for (const own of [...ownTexts, preferred, other, parts, ...single]) {
    const withUrl = convert(value, name, own);
    if (withUrl !== undefined) add(withUrl, hasGenerated(value, name) ? 'generated' : 'url');
  }
  if (typeof value !== 'string') return found;
  // A name can be a part of another one: `v-{path.van}`. The other observations show whether it is.
  const inner = toTemplate(
    value,
    plain.filter(({ token }) => !facet.test(token)),
    isWordPart,
  );
  if (inner !== value && !hasGenerated(value, name)) add(inner, 'url');
  const fields = sources.filter(({ from, text }) => from === 'field' && text.length >= 3 && value.includes(text)).slice(0, 60);
  for (const source of fields) {
    const one = toTemplate(value, [source, ...preferred.filter(({ text }) => !source.text.includes(text))]);
    if (one.includes(source.token)) add(one, 'field');
  }
  return found;
}

/** Converts the strings in a value to templates. Returns `undefined` if a generated value has no known form. */
function convert(value: Json, name: string, sources: readonly ValueSource[]): Json | undefined {
  if (Array.isArray(value)) {
    const elements = (value as Json[]).map((element) => convert(element, name, sources));
    return elements.includes(undefined) ? undefined : (elements as Json[]);
  }
  if (isObject(value)) {
    let isComplete = true;
    const result = mapMembers(value, (inner, key) => {
      const converted = convert(inner, key, sources);
      if (converted === undefined) isComplete = false;
      return converted ?? null;
    });
    return isComplete ? result : undefined;
  }
  const form = getGeneratedForm(value, name);
  if (form !== undefined) return toGenerated(form, value);
  if (typeof value !== 'string') return value;
  return toTemplate(value, sources);
}

function toGenerated(form: GeneratedForm, value: Json): string | undefined {
  const length = String(value).length;
  if (form === 'time') return '{now}';
  if (form === 'uuid') return '{generated.uuid}';
  if (form === 'digits') return typeof value === 'string' ? `{generated.digits(${length})}` : undefined;
  if (form === 'hex') return `{generated.hex(${length})}`;
  if (form === 'ipv4') return '{generated.ipv4}';
  if (form === 'base64') return '{generated.base64(8)}';
  // The value of a field such as `fingerprint` differs in each run, and its form says how it is written.
  if (typeof value !== 'string') return undefined;
  if (/^\d{8,}$/.test(value)) return `{generated.digits(${length})}`;
  if (/^[\da-f]{8,}$/.test(value)) return `{generated.hex(${length})}`;
  return /^[\w+/-]{11}=$/.test(value) ? '{generated.base64(8)}' : undefined;
}

function hasGenerated(value: Json, name: string): boolean {
  if (Array.isArray(value)) return (value as Json[]).some((element) => hasGenerated(element, name));
  if (isObject(value)) return Object.entries(value).some(([key, inner]) => hasGenerated(inner, key));
  return getGeneratedForm(value, name) !== undefined;
}

function hasTemplate(value: Json): boolean {
  if (typeof value === 'string') return value.match(template) !== null;
  return typeof value === 'object' && value !== null && Object.values(value as object).some((inner: Json) => hasTemplate(inner));
}

/** What a value is compared in. */
export interface AgreementContext {
  /** The name of the field. */
  readonly name: string;
  readonly observation: Observation;
  readonly table: SourceTable;
}

/** Whether an expression has the recorded value in an observation. A generated value can be any of its form. */
export function hasRecordedValue(expression: Json, value: Json | undefined, context: AgreementContext): boolean {
  if (value === undefined) return false;
  if (Array.isArray(expression)) {
    const elements = expression as Json[];
    if (!Array.isArray(value) || value.length !== elements.length) return false;
    return (
      elements.every((element, index) => hasRecordedValue(element, value[index] as Json, context)) ||
      haveSameTexts(elements, value as Json[])
    );
  }
  if (isObject(expression)) {
    const keys = Object.keys(expression);
    return (
      isObject(value) &&
      Object.keys(value).length === keys.length &&
      keys.every((key) => hasRecordedValue(expression[key]!, Object.hasOwn(value, key) ? value[key] : undefined, { ...context, name: key }))
    );
  }
  if (typeof expression !== 'string' || !expression.includes('{')) return expression === value;
  if (isFieldCopy(expression, value, context.observation)) return true;
  const form = getGeneratedForm(value, context.name);
  if (form !== undefined) return toGenerated(form, value) === expression;
  return typeof value === 'string' && renderExpression(expression, context.observation, context.table) === value;
}

/** Whether an expression is a field of the response that has the same value, of any type. */
function isFieldCopy(expression: string, value: Json, { value: body }: Observation): boolean {
  const path = /^\{([\w.]+)\}$/.exec(expression)?.[1];
  const own = path === undefined ? undefined : getAtPath(body, path);
  return own !== undefined && own !== null && isEqual(own, value);
}

/** Whether lists contain the same texts, in any order: services return sets in varying orders. */
function haveSameTexts(left: readonly Json[], right: readonly Json[]): boolean {
  if (![...left, ...right].every((element) => typeof element === 'string')) return false;
  return isEqual([...left].sort(), [...right].sort());
}

/** Returns the text of a template in an observation. */
export function renderExpression(expression: string, observation: Observation, table: SourceTable): string | undefined {
  let isComplete = true;
  const text = expression.replace(template, (token) => {
    const own = table.get(observation, token);
    if (own === undefined) isComplete = false;
    return own ?? '';
  });
  return isComplete ? text : undefined;
}

/** Whether an overlay can contain an expression, because it has no private value. `path`: of the field that has the value. */
export function isPublishable(expression: Json, projects: ReadonlySet<string>, path?: string): boolean {
  return !isPrivate(expression, projects, path) && (typeof expression !== 'object' || isEqual(hideSecretsInValue(expression), expression));
}

const hiddenValues = new WeakMap<object, Json>();

/** Whether a field of a recorded value is a secret, also because of another field: `{ name: PASSWORD, value: … }`. */
export function isSecretAt(value: Observation['value'], path: string): boolean {
  const hidden = hiddenValues.get(value) ?? hideSecretsInValue(value);
  hiddenValues.set(value, hidden);
  let [own, shown]: readonly (Json | undefined)[] = [value, hidden];
  for (const key of path.split('.')) {
    // Elements have no names: any of them can be the one.
    if (Array.isArray(own)) break;
    [own, shown] = [getMember(own, key), getMember(shown, key)];
  }
  return own !== undefined && (shown === undefined || !isEqual(own, shown));
}
