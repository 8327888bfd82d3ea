/**
 * Infers which resources can only be deleted while they are empty: from descriptions of deletions, and of their boolean parameters that also
 * delete the contents (AIP-135). The mock doesn't implement a deletion whose contents the document doesn't relate to the resource.
 */
import { toSingular } from '../../lib/singular.js';
import { findLastLiteral } from '../../language/path-steps.js';
import { parseTemplate } from '../../../runtime/paths/template.js';
import type { ResourceRule } from '../../../runtime/resource-rules.js';
import type { Lookup } from '../schema-lookup.js';
import { omitUndefined } from '../../lib/json.js';
import type { Action } from '../../../runtime/rule.js';
import type { Api, Method, Parameter } from '../model.js';

/** How a sentence of the description of a deletion says that it fails while there are contents. `#` is the noun of the resource. */
const deletionPhrases: readonly string[] = [
  'deletes an empty #',
  'called on an empty #',
  'fails if the # is not empty',
  'fails if the # is non-empty',
  "(?:cannot|can not|can't|must not|may not) (?:be deleted (?:if|when|while) it )?(?:contains?|ha(?:s|ve))(?: any)?",
  'must (?:first )?(?:be|have been) (?:previously |already |first )?(?:deleted|removed)',
  'before you can delete .{1,60} you must (?:first )?(?:delete|remove) all',
  '(?:fails?|rejected|error)\\b.{0,60}\\b(?:if|when|while) .{0,60}\\b(?:contains?|ha(?:s|ve)|not empty|non-?empty)',
];

/** How the description of a parameter says that the deletion also deletes the contents. */
const cascadePhrases: readonly RegExp[] = [
  /\b(?:any|all)\b.{0,80}\b(?:will|are|should)(?: also)?(?: be)? deleted\b/i,
  /\bcascad(?:e|ing)\b/i,
  /\bdeletes? (?:all|any)\b/i,
  /\bdelete\b.{0,40}\bwith all (?:of )?its\b/i,
];

/** How the description of a parameter says that the deletion fails without it, or that it also deletes the contents. */
const parameterPhrases: readonly RegExp[] = [
  /\bonly (?:works?|succeeds?|when)\b/i,
  /\b(?:if|otherwise|when)\b.{0,30}\bfalse\b.{0,80}\b(?:fails?|rejected|error|not be deleted)\b/i,
  /\beven if\b.{0,40}\b(?:not|non-?) ?empty\b/i,
  ...cascadePhrases,
];

/** How the description of a parameter says that it is about the users of a resource. */
const usePhrase = /\breferenc\w+|\bin use\b|\b(?:its|not being) use\b|\bbeing used\b|\bincoming\b|\bno \w+(?: \w+)* is using\b/i;

/** Words for all contents of a resource. */
const contentWords = /\b(?:sub-?resources?|child(?:ren)?|contents?|descendants?|(?:non-?)?empty|cascad(?:e|ing))\b/;

/** Words for contents that need not be below the resource. */
const anyContents = /\b(?:contents?|contains?|descendants?|items?|(?:non-?)?empty)\b/;

interface EmptyDeletion {
  /** The child collections that must be empty. */
  readonly members: readonly string[];
  /** The collections elsewhere of which no member can link to the resource, and the fields with the links. */
  readonly links: readonly Link[];
  /** Collections elsewhere whose members don't block the deletion, because clients may delete them by names that the mock doesn't know. */
  readonly unchecked?: readonly string[];
  /** The boolean parameter that also deletes the members. */
  readonly unless?: string;
  /** What the mock implements of the deletion, if not everything. */
  readonly limit?: DeletionLimit;
}

interface Link {
  readonly by: string;
  readonly field: string;
}

/** A deletion that isn't implemented at all, or only with one value of a boolean parameter, whose default is `false`. */
type DeletionLimit = 'notImplemented' | NonNullable<Extract<Action, { kind: 'delete' }>['onlyIf']>;

/** Adds the collections that must be empty to the resources whose deletion requires it, and notes the assumption at the deletion. */
export function inferEmptyDeletions(
  api: Pick<Api, 'methods' | 'resources' | 'isPublished'>,
  lookup: Lookup,
): Pick<Api, 'methods' | 'resources'> {
  const { methods, resources, isPublished } = api;
  const deletions = new Map(
    methods.flatMap((method): readonly (readonly [string, EmptyDeletion])[] => {
      const { action } = method;
      if (action.kind !== 'delete' || method.actionSource !== undefined) return [];
      const deletion = findEmptyDeletion(method, action.resource, { ...api, lookup });
      const { members, links, unchecked = [], limit } = deletion;
      return members.length + links.length + unchecked.length > 0 || limit ? [[action.resource, deletion]] : [];
    }),
  );
  return {
    methods: methods.map((method) => {
      const deletion = method.action.kind === 'delete' ? deletions.get(method.action.resource) : undefined;
      return deletion && isPublished ? limitDeletion(method, deletion) : method;
    }),
    resources: resources.map((resource) => {
      const deletion = deletions.get(resource.path);
      return deletion ? { ...resource, inferredRules: toRules(deletion) } : resource;
    }),
  };
}

function toRules({ members, links, unless }: EmptyDeletion): readonly ResourceRule[] {
  return [
    ...members.map((path) => ({ kind: 'deleteRequiresEmpty', members: path, ...(unless !== undefined && { unless }) }) as const),
    ...links.map((link) => ({ kind: 'deleteBlockedByReference', ...link }) as const),
  ];
}

function limitDeletion(method: Method, deletion: EmptyDeletion): Method {
  const { action } = method;
  const { limit } = deletion;
  if (action.kind !== 'delete') return method;
  const supportNote = [method.supportNote, formatNote(deletion)].filter((note) => note !== undefined).join(' ');
  if (limit === 'notImplemented') return { ...method, action: { kind: 'notImplemented' }, supportNote };
  return { ...method, action: limit ? { ...action, onlyIf: limit } : action, supportNote };
}

function formatNote({ members, links, unchecked = [], limit }: EmptyDeletion): string {
  const names = formatCollections([...members, ...links.map(({ by }) => by)]);
  const others = formatCollections(unchecked);
  return [
    ...(names === '' ? [] : [`Assumption: the resource is empty if these collections are: ${names}.`]),
    ...(others === ''
      ? []
      : [`Members of these collections don't block the deletion, because the form of their names isn't known: ${others}.`]),
    ...(limit ? [formatLimit(limit)] : []),
  ].join(' ');
}

function formatCollections(paths: readonly string[]): string {
  return paths.map((path) => findLastLiteral(parseTemplate(path).steps) ?? path).join(', ');
}

function formatLimit(limit: DeletionLimit): string {
  if (limit === 'notImplemented')
    return "The deletion depends on the contents of the resource, and the document doesn't state which resources they are.";
  const { parameter, value } = limit;
  return value
    ? `If \`${parameter}\` isn't true, it responds with 501: the deletion fails while there are contents, and the document doesn't state which resources they are.`
    : `If \`${parameter}\` is true, it responds with 501: the deletion concerns resources that aren't below the deleted one.`;
}

interface Context extends Pick<Api, 'methods' | 'resources' | 'isPublished'> {
  readonly lookup: Lookup;
}

function findEmptyDeletion(method: Method, path: string, context: Context): EmptyDeletion {
  const statedKinds = new Set(context.lookup.object(context.lookup.resource(path)?.schema)?.rules.map(({ rule }) => rule.kind));
  if (statedKinds.has('deleteRequiresEmpty')) return { members: [], links: [] };
  const flag = method.parameters.find((parameter) => isContentsFlag(parameter, context));
  const text = flag && context.isPublished ? toWords(flag.description ?? '') : undefined;
  const sentences = method.rules.length === 0 ? listEmptinessSentences(method) : [];
  const children = listChildren(path, context);
  const creatable = children.filter((child) => hasMethod(context, 'create', child));
  const namesOther = (each: string): boolean => namesSibling(each, path, context);
  const hasLinks = statedKinds.has('deleteBlockedByReference');
  const [flagLinks = [], ...otherLinks] = [text ?? '', ...sentences].map((each) => (hasLinks ? [] : findLinks(each, path, context)));
  const allLinks = [...new Map([...flagLinks, ...otherLinks.flat()].map((link) => [link.by, link])).values()];
  const links = allLinks.filter(({ by }) => !isComposedByServer(by, context));
  const unchecked = allLinks.filter((link) => !links.includes(link)).map(({ by }) => by);
  const forced = !flag
    ? []
    : text === undefined
      ? children
      : selectCollections(text, children, { namesOther: flagLinks.length > 0 || namesOther(text) });
  const stated = sentences.flatMap((sentence) =>
    selectCollections(sentence, children, { all: creatable, namesOther: allLinks.length > 0 }),
  );
  const members = children.filter((child) => stated.includes(child) || forced.includes(child));
  if (forced.length > 0 && flag) return { members, links, unchecked, unless: flag.name };
  // The mock deletes no resources elsewhere.
  if (flag && (allLinks.length > 0 || hasLinks)) return { members, links, unchecked, limit: { parameter: flag.name, value: false } };
  const isKnown = members.length > 0 || allLinks.length > 0 || hasLinks;
  return { members, links, unchecked, ...omitUndefined({ limit: isKnown ? undefined : findLimit(sentences, { flag, text }, namesOther) }) };
}

interface Flag {
  readonly flag: Parameter | undefined;
  /** The words of its description. Absent if its name suffices. */
  readonly text: string | undefined;
}

/** Returns what the mock can implement of a deletion whose contents are stated, but not related to the resource. */
function findLimit(sentences: readonly string[], { flag, text }: Flag, namesOther: (text: string) => boolean): DeletionLimit | undefined {
  const isContents = (each: string): boolean => anyContents.test(each) || namesOther(each);
  if (!flag || text === undefined) return sentences.some(isContents) ? 'notImplemented' : undefined;
  // A resource without collections below it has no subresources.
  if (!isContents(text) && contentWords.test(text)) return undefined;
  const deletesContents = isContents(text) && cascadePhrases.some((phrase) => phrase.test(text));
  return deletesContents ? 'notImplemented' : { parameter: flag.name, value: true };
}

/** Whether a text names another collection that isn't below a resource which has nothing to do with the deleted one. */
function namesSibling(text: string, path: string, { resources }: Context): boolean {
  const others = removeNoun(text, findLastLiteral(parseTemplate(path).steps) ?? '');
  return resources.some(
    ({ path: other, parent }) => other !== path && (parent === undefined || path.startsWith(`${parent}/`)) && isNamed(other, others),
  );
}

/** Removes the name of the deleted resource, whose last word other collections can have, too. */
function removeNoun(text: string, collection: string): string {
  const noun = toSingular(toWords(collection));
  return noun === '' ? text : text.replaceAll(noun, '');
}

/**
 * Whether a parameter also deletes the contents, or permits that there are some. One about users of the resource doesn't. In a specification that
 * isn't published, its name suffices.
 */
function isContentsFlag({ name, description = '', location, type }: Parameter, { isPublished }: Context): boolean {
  if (location !== 'query' || type.kind !== 'boolean') return false;
  if (!isPublished) return name === 'force';
  return parameterPhrases.some((phrase) => phrase.test(description)) && !usePhrase.test(description);
}

/** Lists the sentences of a description that state that the resource must be empty, in lower case. */
function listEmptinessSentences({ description = '', collections }: Method): readonly string[] {
  const noun = toWords(toSingular(collections.at(-1) ?? '')).trim();
  const phrases = deletionPhrases.map((phrase) => new RegExp(phrase.replace('#', () => noun)));
  const sentences = description.split(/(?<=[.!?)])\s+/).map(toWords);
  return noun === '' ? [] : sentences.filter((sentence) => phrases.some((phrase) => phrase.test(sentence)));
}

/** `FeatureViews` -> `feature views` */
function toWords(text: string): string {
  return text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

/**
 * Selects the collections that a text names. If it names none, but contents in general, selects `all` of them. `namesOther`: it names a collection
 * elsewhere.
 */
function selectCollections(
  text: string,
  collections: readonly string[],
  { all = collections, namesOther = false }: { readonly all?: readonly string[]; readonly namesOther?: boolean },
): readonly string[] {
  const named = collections.filter((path) => isNamed(path, text));
  return named.length > 0 || namesOther || !contentWords.test(text) ? named : all;
}

/** Whether a text names a collection by its name or the last word of it: `certificate map entries`, `entries`, `entry`. */
function isNamed(path: string, text: string): boolean {
  const word =
    toWords(findLastLiteral(parseTemplate(path).steps) ?? '')
      .split(' ')
      .at(-1) ?? '';
  return word !== '' && [word, toSingular(word)].some((each) => new RegExp(`\\b${each.replace(/\W/g, '')}\\b`).test(text));
}

/**
 * Finds the collections that a text calls contents (`child TagValues`, `bindings`, `descendants`), and whose members refer to the resource: as
 * their `parent`, or in the field with its name (`tagValue`).
 */
function findLinks(text: string, path: string, context: Context): EmptyDeletion['links'] {
  const { resources, lookup } = context;
  const collection = findLastLiteral(parseTemplate(path).steps) ?? '';
  const parents = contentWords.test(text) ? ['parent', 'parentName'] : [];
  return resources.flatMap(({ path: by, schema }) => {
    const isOwn = by === path;
    const isContents = isOwn ? namesOwnKind(text, collection) : isNamed(by, removeNoun(text, collection));
    if (by.startsWith(`${path}/`) || !isContents || !hasMethod(context, 'create', by)) return [];
    const names = isOwn ? parents : [...parents, toSingular(collection)];
    const field = names.find((name) => lookup.resolve(lookup.field(schema, name)?.type)?.kind === 'string');
    return field === undefined ? [] : [{ by, field }];
  });
}

/**
 * Whether the server composes the names of new resources in a form that the document doesn't state: they can contain slashes, and no action says
 * of what they consist. A client that composes the same name would find a resource of the service, but not that of the mock.
 */
function isComposedByServer(path: string, { methods, resources }: Context): boolean {
  const resource = resources.find((each) => each.path === path);
  const isStated = methods.some(
    ({ action }) => action.kind === 'create' && action.resource === path && (action.name ?? action.id) !== undefined,
  );
  return resource !== undefined && resource.spansSegments && resource.generatedIds.length > 0 && !isStated;
}

/** Whether the contents can be resources of the same collection: `contain any folders`, `all its descendants`. */
function namesOwnKind(text: string, collection: string): boolean {
  return (
    /\bdescendants?\b/.test(text) || new RegExp(`\\b(?:any|no|all) (?:\\w+ )?${toWords(collection).replace(/[^\w ]/g, '')}\\b`).test(text)
  );
}

/**
 * Lists the collections directly below a resource that can be listed, except those that a field of the resource also contains (`acl`), because
 * they are part of the resource.
 */
function listChildren(path: string, context: Context): readonly string[] {
  const { lookup } = context;
  const parts = (lookup.object(lookup.resource(path)?.schema)?.fields ?? []).flatMap((field) =>
    field.type.kind === 'array' && field.type.items.kind === 'ref' ? [field.type.items.schema] : [],
  );
  return context.resources
    .filter(({ parent, path: child, idParameters, schema }) => {
      const isDirect = child.split('/').length === path.split('/').length + 1 + idParameters.length;
      const isPart = schema !== undefined && parts.includes(schema);
      return parent === path && isDirect && !isPart && hasMethod(context, 'list', child);
    })
    .map(({ path: child }) => child);
}

function hasMethod({ methods }: Pick<Api, 'methods'>, kind: 'create' | 'list', path: string): boolean {
  return methods.some(({ action }) => action.kind === kind && action.resource === path);
}
