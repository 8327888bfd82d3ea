/**
 * Infers which resources can only be deleted while they are empty: from descriptions of deletions, and of their boolean parameters that also
 * delete the contents (AIP-135).
 */
import { toSingular } from '../../lib/singular.js';
import { findLastLiteral } from '../../language/path-steps.js';
import { parseTemplate } from '../../../runtime/paths/template.js';
import type { ResourceRule } from '../../../runtime/resource-rules.js';
import type { Lookup } from '../schema-lookup.js';
import type { Api, Method, Parameter, Resource } from '../model.js';

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

/** How the description of a parameter says that the deletion fails without it, or that it also deletes the contents. */
const parameterPhrases: readonly RegExp[] = [
  /\bonly (?:works?|succeeds?|when)\b/i,
  /\b(?:if|otherwise|when)\b.{0,30}\bfalse\b.{0,80}\b(?:fails?|rejected|error|not be deleted)\b/i,
  /\b(?:any|all)\b.{0,80}\b(?:will|are)(?: also)?(?: be)? deleted\b/i,
  /\bcascad(?:e|ing)\b/i,
  /\bdeletes? (?:all|any)\b/i,
];

/** Words for all contents of a resource. */
const contentWords = /\b(?:sub-?resources?|child(?:ren)?|contents?|descendants?|(?:non-?)?empty|cascad(?:e|ing))\b/;

interface EmptyDeletion {
  /** The child collections that must be empty. */
  readonly members: readonly string[];
  /** The collections elsewhere of which no member can link to the resource, and the fields with the links. */
  readonly links: readonly { readonly by: string; readonly field: string }[];
  readonly unless?: string;
}

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
      return deletion.members.length + deletion.links.length > 0 ? [[action.resource, deletion]] : [];
    }),
  );
  return {
    methods: methods.map((method) => {
      const deletion = method.action.kind === 'delete' ? deletions.get(method.action.resource) : undefined;
      return deletion && isPublished ? { ...method, supportNote: formatNote(deletion) } : method;
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

function formatNote({ members, links }: EmptyDeletion): string {
  const names = [...members, ...links.map(({ by }) => by)].map((path) => findLastLiteral(parseTemplate(path).steps) ?? path);
  return `Assumption: the resource is empty if these collections are: ${names.join(', ')}.`;
}

interface Context extends Pick<Api, 'methods' | 'resources' | 'isPublished'> {
  readonly lookup: Lookup;
}

function findEmptyDeletion(method: Method, path: string, context: Context): EmptyDeletion {
  const children = listChildren(path, context, context.lookup);
  const force = method.parameters
    .filter(({ location, type }) => location === 'query' && type.kind === 'boolean')
    .map((parameter) => ({ parameter, members: listForcedMembers(parameter, children, context) }))
    .find(({ members }) => members.length > 0);
  const sentences = method.rules.length === 0 ? listEmptinessSentences(method) : [];
  const links = sentences.flatMap((sentence) => findLinks(sentence, path, context));
  const stated = sentences.flatMap((sentence) => selectCollections(sentence, children, links.length > 0));
  const members = children.filter((child) => stated.includes(child) || force?.members.includes(child));
  return { members, links, ...(force && { unless: force.parameter.name }) };
}

/** Lists the child collections that a parameter also deletes. In a specification that isn't published, its name suffices. */
function listForcedMembers(
  { name, description = '' }: Parameter,
  children: readonly string[],
  { isPublished }: Pick<Context, 'isPublished'>,
): readonly string[] {
  if (!isPublished) return name === 'force' ? children : [];
  if (!parameterPhrases.some((phrase) => phrase.test(description))) return [];
  return selectCollections(toWords(description), children);
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

/** Selects the collections that a text names. Selects all of them if it names none (`namesOther`: no other one, either), but contents in general. */
function selectCollections(text: string, collections: readonly string[], namesOther = false): readonly string[] {
  const named = collections.filter((path) => isNamed(path, text));
  return named.length > 0 || namesOther || !contentWords.test(text) ? named : collections;
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
 * Finds the other collections that a sentence calls contents (`child TagValues`) and whose members state the resource as their `parent`. A member that a deletion only marks can
 * stay behind.
 */
function findLinks(sentence: string, path: string, { methods, resources, lookup }: Context): EmptyDeletion['links'] {
  if (!contentWords.test(sentence)) return [];
  return resources.flatMap((resource: Resource) => {
    const deletion = methods.find(({ action }) => action.kind === 'delete' && action.resource === resource.path)?.action;
    const isChild =
      resource.path !== path &&
      !resource.path.startsWith(`${path}/`) &&
      lookup.resolve(lookup.field(resource.schema, 'parent')?.type)?.kind === 'string';
    if (!isChild || deletion?.kind !== 'delete' || deletion.keeps || !isNamed(resource.path, sentence)) return [];
    return [{ by: resource.path, field: 'parent' }];
  });
}

/**
 * Lists the collections directly below a resource whose members can be created and listed, except those that a field of the resource also
 * contains (`acl`), because they are part of the resource. Lists none if the schema states them.
 */
function listChildren(path: string, { methods, resources }: Pick<Api, 'methods' | 'resources'>, lookup: Lookup): readonly string[] {
  const type = lookup.object(lookup.resource(path)?.schema);
  if (type?.rules.some(({ rule }) => rule.kind === 'deleteRequiresEmpty')) return [];
  const parts = (type?.fields ?? []).flatMap((field) =>
    field.type.kind === 'array' && field.type.items.kind === 'ref' ? [field.type.items.schema] : [],
  );
  const isUsed = (kind: 'create' | 'list', member: string): boolean =>
    methods.some(({ action }) => action.kind === kind && action.resource === member);
  return resources
    .filter(({ parent, path: child, idParameters, schema }) => {
      const isDirect = child.split('/').length === path.split('/').length + 1 + idParameters.length;
      const isPart = schema !== undefined && parts.includes(schema);
      return parent === path && isDirect && !isPart && isUsed('create', child) && isUsed('list', child);
    })
    .map(({ path: child }) => child);
}
