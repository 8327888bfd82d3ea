/**
 * Infers which of the ignored parameters and body fields select: they limit what a response contains or what a request changes, or they choose
 * its version or its order. A response that ignores one of them is wrong. The others only shape the response, or belong to the transport.
 */
import { hasTrailingLiteral } from '../../language/path-steps.js';
import { parseTemplate } from '../../../runtime/paths/template.js';
import type { ApiBehavior } from '../../../runtime/behavior.js';
import { callKinds, getCallKind, type CallKind } from '../../../runtime/call-kind.js';
import type { Api, Field, Method, Parameter } from '../model.js';
import type { Lookup } from '../schema-lookup.js';

/** The calls in which a word selects: of one kind (`reads` includes lists), existing (all except creations), or all calls. */
type Scope = CallKind | 'existing' | 'all';

/**
 * The words that select in the names of parameters and fields. `=` marks a whole name, and several words follow each other. A comment names the
 * APIs of a word that occurs in fewer than three of the documents that discogen is tested with. Their descriptions don't state what it selects,
 * but a response without it is wrong.
 */
export const selectingWords: ReadonlyMap<string, Scope> = new Map<string, Scope>([
  // What a list filters by.
  ['filter', 'existing'],
  ['query', 'existing'],
  ['=q', 'lists'],
  ['search', 'lists'],
  ['selector', 'lists'], // Cloud Run (v1)
  ['prefix', 'lists'], // Storage
  ['delimiter', 'lists'], // Storage
  ['id', 'lists'],
  ['ids', 'lists'],
  ['parent', 'lists'],
  ['=instance', 'lists'],
  ['mine', 'lists'], // YouTube
  ['my', 'lists'], // YouTube
  ['state', 'lists'],
  ['status', 'lists'],
  ['deleted', 'reads'],
  ['child', 'lists'], // Admin
  ['derived', 'lists'], // Admin
  ['indirect', 'lists'], // Admin
  ['missing', 'lists'], // Firestore
  // Where it begins and ends, and in which order.
  ['start', 'reads'],
  ['end', 'reads'],
  ['min', 'lists'],
  ['max', 'lists'],
  ['before', 'lists'], // YouTube
  ['after', 'lists'], // YouTube
  ['time range', 'reads'], // Apigee, Error Reporting
  ['offset', 'reads'], // Apigee, Storage
  ['index', 'reads'],
  ['page token', 'reads'],
  ['=token', 'lists'], // Google Wallet
  ['=continue', 'lists'], // Cloud Run (v1)
  ['order', 'lists'],
  ['sort', 'reads'],
  ['sortby', 'reads'], // Apigee
  // Which version is meant.
  ['=version', 'existing'],
  ['version id', 'reads'], // Cloud Functions
  ['versions', 'reads'], // Storage
  ['generation', 'all'], // Storage
  ['read time', 'existing'],
  ['transaction', 'existing'], // Firestore
  ['etag', 'changes'],
  ['fingerprint', 'changes'], // Kubernetes Engine
  // Which fields change.
  ['update mask', 'changes'],
  ['create mask', 'all'], // Content Warehouse
  ['clear mask', 'changes'], // Admin
  ['update mode', 'changes'], // BigQuery
  ['=paths', 'changes'], // Compute
]);

/** The words in names that don't select, unless several of the words above precede them: they shape the response. */
export const shapingWords: ReadonlySet<string> = new Set([
  'view',
  'projection',
  'format',
  'fields',
  'mask',
  'part', // YouTube
  'expand', // Apigee
  'language',
  'hl', // Custom Search, YouTube
  'limit',
  'count',
  'results',
  'size',
  'num', // Custom Search
  'rows', // Apigee
  'length', // Custom Search
  'width', // YouTube
  'height', // YouTube
  'attendees', // Calendar
  'timeout',
  'domain admin', // Drive
  'partial',
  'refresh', // Application Integration
  'truncate', // Application Integration
]);

/** The names of preconditions, in every call: `ifMetagenerationNotMatch`. */
const precondition = /^if[A-Z]\w*Match$/;

/** How descriptions of parameters of lists say that they select. */
const listPhrases: readonly RegExp[] = [
  /\bfilter(?:s|ed|ing)?\b/i,
  /\brestrict(?:s|ed)?\b/i,
  /\b(?:lower|upper) bound\b/i,
  /\bmatch(?:es|ing)?\b/i,
  /\bonly\b.{0,60}\b(?:list|return|show|includ|retriev)/i,
  /\b(?:list|return|show|includ|retriev|get)\w*\b.{0,40}\bonly\b/i,
  /(?:^|[.\]] )(?:returns?|lists?|includes?|shows?|limits?|searche?s?)\b/i,
  /\bif (?:set|specified|provided|included)\b[^.]*, (?:list|show|return)/i,
  /\bto (?:be )?(?:return|list|retriev|quer)\w*\b/i,
  /\b(?:for|of|over|in) which\b/i,
  /\b(?:response|results) (?:should|will|must) (?:show|include|contain)\b/i,
  /\bsearch results\b/i,
];

/** How descriptions of parameters of gets say that they select. */
const readPhrases: readonly RegExp[] = [/\bto retrieve (?:data )?from\b/i];

/** How descriptions of parameters of changes say that they limit the change. */
const changePhrases: readonly RegExp[] = [/\bmust match\b/i, /\bshould fail\b/i, /\bmust (?:not )?exist\b/i, /\bif\b.{0,60}\bmatches\b/i];

/** How descriptions say that the service ignores the parameter, too. */
const ignoredPhrases =
  /\bnot (?:currently )?(?:supported|used) by\b|\bcurrently ignores\b|\b(?:deprecated|unsupported) and (?:is )?ignored\b|^no longer used\b|^(?:optional\. )?'?\w+'? is no longer available\b|^(?:unused|not used)\b|\bdeprecated\b.{0,300}\breplaced by\b/i;

/** Flags of lists for more items. A mock lists everything that it has, so they only select if they are true by default. */
const wideningFlag = /^(?:all|incl|include|show)(?=[A-Z]|$)/;

type Named = Pick<Parameter | Field, 'name' | 'type' | 'description'>;

/** Returns the ignored parameters and body fields (`requestBody.x.y`) that select, each with the values that select nothing. */
export function findSelectors(method: Method, commonParameters: readonly Parameter[], lookup: Lookup): Method['selectors'] {
  const parameters = [...method.parameters, ...commonParameters];
  const found = method.ignored.flatMap((name) => {
    const part = name.startsWith('requestBody.') ? findField(method, name, lookup) : parameters.find((each) => each.name === name);
    return part && isSelecting({ ...part, name }, method) ? [[name, listNeutralValues(part)] as const] : [];
  });
  return Object.fromEntries(found);
}

function findField({ request }: Method, name: string, lookup: Lookup): Field | undefined {
  const [, ...path] = name.split('.');
  let [type, field] = [request, undefined as Field | undefined];
  for (const part of path) {
    const resolved = lookup.resolve(type);
    field = lookup.field(resolved?.kind === 'array' ? resolved.items : type, part);
    type = field?.type;
  }
  return field;
}

function isSelecting(part: Named & { readonly location?: string }, method: Method): boolean {
  const { name, description = '', type } = part;
  const scope = getScope(method);
  if (part.location === 'path') return scope === 'lists';
  if (ignoredPhrases.test(description)) return false;
  const isNamed = isSelectingName(name, scope);
  if (isNamed !== undefined) return isNamed;
  if (scope === 'lists' && type.kind === 'boolean' && wideningFlag.test(name)) return listNeutralValues(part).includes('true');
  const phrases = { lists: listPhrases, reads: readPhrases, changes: changePhrases, creations: [] }[scope];
  if (phrases.some((phrase) => phrase.test(description))) return true;
  // A required parameter of a read chooses what it reads, unless the path already names that.
  return scope === 'reads' && /^required\b/i.test(description) && hasTrailingLiteral(parseTemplate(method.route).steps);
}

/** Whether a parameter or field selects by the words of its name. `undefined`: they don't show it. */
function isSelectingName(name: string, scope: CallKind): boolean | undefined {
  if (precondition.test(name)) return true;
  const words = ` ${splitWords(name.replace(/^requestBody\./, '')).join(' ')} `;
  const has = (word: string): boolean => (word.startsWith('=') ? words === ` ${word.slice(1)} ` : words.includes(` ${word} `));
  const found = [...selectingWords].flatMap(([word, where]) => (isWithin(scope, where) && has(word) ? [word] : []));
  if (found.some((word) => word.includes(' '))) return true;
  if ([...shapingWords].some(has)) return false;
  return found.length > 0 ? true : undefined;
}

/**
 * Lists the parameters of lists whose names select in other calls, too, if a client sends them where they aren't described.
 *
 * @returns By the name, the kinds of calls, and the values that select nothing. `undefined` if there are none.
 */
export function listOtherSelectors({ methods, isPublished }: Pick<Api, 'methods' | 'isPublished'>): ApiBehavior['otherSelectors'] {
  if (!isPublished) return undefined;
  const parameters = methods.flatMap((method) => (method.list ? method.parameters : [])).filter(({ location }) => location === 'query');
  const selectors = new Map(
    parameters.flatMap((parameter) => {
      const calls = callKinds.filter((kind) => isSelectingName(parameter.name, kind));
      return calls.length > 0 ? [[parameter.name, { calls, neutral: listNeutralValues(parameter) }] as const] : [];
    }),
  );
  return selectors.size > 0 ? Object.fromEntries(selectors) : undefined;
}

/** `filterParams.startTime` -> `filter`, `params`, `start`, `time` */
export function splitWords(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function getScope({ action, httpMethod, list }: Method): CallKind {
  return getCallKind({ action, httpMethod, isList: list !== undefined });
}

function isWithin(scope: CallKind, where: Scope): boolean {
  if (where === 'all') return true;
  if (where === 'existing') return scope !== 'creations';
  return scope === where || (where === 'reads' && scope === 'lists');
}

/** Lists the values that select nothing: the default, the start of a range, and `false` unless the description gives it a meaning. */
function listNeutralValues({ name, type, description = '', ...part }: Named & { readonly default?: unknown }): readonly string[] {
  const stated = part.default === undefined ? [] : [String(part.default)];
  const described = [...description.matchAll(/\bdefaults?(?: value)?(?: for (?:this|the) \w+)?(?: is| to|:|=)*\s*([`"']?)([\w.-]*\w)/gi)];
  if (type.kind === 'boolean') {
    const values = [...stated, ...described.map(([, , value = '']) => value.toLowerCase())].filter((value) =>
      /^(?:true|false)$/.test(value),
    );
    const isUnset = values.length === 0 && !/\bfalse\b/i.test(description);
    return [...new Set(isUnset ? ['false'] : values)];
  }
  const literals = described.flatMap(([, quote, value = '']) =>
    quote !== '' || /^(?:\d+|[A-Z\d_]+_[A-Z\d_]+)$/.test(value) ? [value] : [],
  );
  const begin = /^(?:start|startIndex|offset)$/.test(name) ? ['0'] : [];
  return [...new Set([...stated, ...literals, ...begin])];
}
