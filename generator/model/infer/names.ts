/** Infers the names of resources: who assigns them, their form, which built-in ones exist, and where they begin in paths. */
import { findLastLiteral, isVersion, listTrailingVariables, toTemplate } from '../../language/path-steps.js';
import { formatShapeKey } from '../../../runtime/paths/shape.js';
import { parseTemplate, type PathStep } from '../../../runtime/paths/template.js';
import { groupByKey } from '../../lib/group-by.js';
import { compilePattern } from '../../lib/pattern.js';
import type { Lookup } from '../schema-lookup.js';
import type { Api, Field, InferredMethodFacts, Method, NameForm, ObjectType, Parameter, Resource } from '../model.js';

/** Groups the path parameters of methods by the shape of the path up to them: the path of the resource that they name. */
export function groupNameParameters(methods: readonly Method[]): ReadonlyMap<string, readonly Parameter[]> {
  const entries = methods.flatMap(({ route, parameters }) => {
    const { steps } = parseTemplate(route);
    return steps.flatMap((step, at) => {
      if (step.kind === 'literal' || step.inPattern) return [];
      const key = formatShapeKey(steps.slice(0, at + 1));
      const named = parameters.filter(({ location, name }) => location === 'path' && name === step.variable);
      return named.map((parameter) => [key, parameter] as const);
    });
  });
  return groupByKey(entries);
}

const quotedName = '["\'`]([\\w~@()-]{1,100})["\'`]';
const specialNamePatterns = [
  new RegExp(`special (?:value|name) ${quotedName}`, 'g'),
  new RegExp(`${quotedName} (?:keyword|alias)\\b`, 'g'),
];

/** Finds built-in names in descriptions: `use the "primary" keyword`, `the special value "me" can be used`. */
export function findBuiltInNames(parameters: readonly Parameter[]): readonly string[] {
  const texts = parameters.flatMap(({ description }) => description ?? []);
  const names = texts.flatMap((text) => specialNamePatterns.flatMap((form) => [...text.matchAll(form)].map(([, name = '']) => name)));
  return [...new Set(names)].sort();
}

/** Matches `specified as a system-generated UUID` and `follows the UUID format`, but not an algorithm. */
const uuidSentence = /\b(?<!such )(?:is|as|follows) (?:an? |the )?(?:[\w-]+ )?UUID\b(?! algorithm)/;

/** Infers the form of server-generated names from the description or a pattern. */
export function inferNameForm(field: Field | undefined, parameters: readonly Parameter[]): NameForm | undefined {
  const type = field?.type.kind === 'string' ? field.type : undefined;
  if (type?.format === 'uuid' || uuidSentence.test(field?.description ?? '')) return { kind: 'uuid' };
  const patterns = [type, ...parameters.map((parameter) => parameter.type)].flatMap((each) =>
    each?.kind === 'string' ? (each.pattern ?? []) : [],
  );
  for (const pattern of new Set(patterns)) {
    const prefix = findPrefix(pattern);
    if (prefix !== undefined && prefix !== '') return { kind: 'number', prefix };
  }
  return undefined;
}

/** Finds the prefix before a number in names that match a pattern. */
function findPrefix(pattern: string): string | undefined {
  const literal = /^\^?([\w:-]{0,20}?)(?=[^\w:-]|$)/.exec(pattern)?.[1] ?? '';
  const prefixes = ['', ...['', 'a', 'A', '1-', '1:', 'a-'].map((each) => literal + each), 'a'];
  const result = compilePattern(pattern);
  if (!result.ok) return undefined;
  const { matches } = result.pattern;
  return prefixes.find((prefix) => ['0', '7', '12'].every((number) => matches(prefix + number)));
}

/** Finds schemas of resources with path names whose `name` field is the last segment only. */
export function findShortNamedSchemas(schemas: readonly string[], lookup: Lookup): ReadonlySet<string> {
  const evidence = schemas.map((schema) => ({ schema, names: classifyName(lookup.object(schema)) }));
  const shortCount = evidence.filter(({ names }) => names === 'id').length;
  const mostAreShort = shortCount > evidence.filter(({ names }) => names === 'path').length;
  return new Set(evidence.filter(({ names }) => names === 'id' || (names === undefined && mostAreShort)).map(({ schema }) => schema));
}

/** Whether the description of `name` says that it is a path, and shows no form, or one with the collections of this path. */
export function hasPathName(steps: readonly PathStep[], type: ObjectType | undefined): boolean {
  const collections = steps.flatMap((step) => (step.kind === 'literal' ? step.text : []));
  const forms = listNameForms(type).map((form) => form.split('/'));
  return classifyName(type) === 'path' && (forms.length === 0 || forms.some((form) => collections.every((text) => form.includes(text))));
}

/** Lists the paths in the description of `name`: `projects/{project}/topics/{topic}`. */
function listNameForms(type: ObjectType | undefined): readonly string[] {
  return type?.fields.find(({ name }) => name === 'name')?.description?.match(/\b\w+\/[^\s`"',]*\w/g) ?? [];
}

/** `Required. The client-assigned metric identifier.`: Logging. Chat and Firestore use the term for IDs, too. */
const assignedName = /^(?:\w+(?: only)?\. )?(?:The|A) client-assigned\b/i;

/** Classifies a `name` by its description: a path such as `projects/{project}/topics/{topic}`, or a short id; `undefined` if neither. */
function classifyName(type: ObjectType | undefined): 'path' | 'id' | undefined {
  const text = type?.fields.find(({ name }) => name === 'name')?.description;
  if (text === undefined) return undefined;
  if (assignedName.test(text)) return 'id';
  if (/\bresource name\b|\bidentifier\.|[\w}\]]\/+[\w{[*<}]|\w\/\/|\/`/i.test(text)) return 'path';
  const isId = /\b\d+ characters\b|\bcharacters (?:in|you)\b|\bletters\b|\bmust match the regular\b|\bID (?:of|for)\b/i.test(text);
  return isId ? 'id' : undefined;
}

interface PathFieldContext {
  readonly idFields: readonly string[];
  readonly type: ObjectType | undefined;
  readonly lookup: Lookup;
  readonly isOperation: boolean;
  /** Whether one variable of a path holds the whole name. */
  readonly hasNameInPath: boolean;
  readonly isPublished: boolean;
}

/**
 * Infers fields that hold variables of the path: `{bucket}` in `bucket`, the project of `projects/{projectsId}` in `projectId`,
 * and members of a reference (`datasetReference.projectId`). Excludes the name of the resource: the `address` of
 * `addresses/{address}` is no name if `name` is.
 */
export function inferPathFields(
  steps: readonly PathStep[],
  { idFields, type, lookup, isOperation, hasNameInPath, isPublished }: PathFieldContext,
): Readonly<Record<string, string>> {
  const reference = /^(\w+Reference)\.\w+$/.exec(idFields[0] ?? '')?.[1];
  const referenceType = reference === undefined ? undefined : lookup.object(type?.fields.find(({ name }) => name === reference)?.type);
  const variables = steps.flatMap((step) => (step.kind === 'literal' || step.kind === 'many' ? [] : [step.variable]));
  const owners = listOwnerNames(steps, isOperation);
  const findPathFields = (object: ObjectType | undefined, prefix: string): readonly (readonly [string, string])[] =>
    [...owners].flatMap(([name, variable]) => {
      const field = object?.fields.find((each) => each.name === name);
      const path = prefix + name;
      return field && isPlainText(field) && !idFields.includes(path) ? [[path, `{${variable}}`] as const] : [];
    });
  // A rule takes precedence.
  const ruleFields = new Set(type?.rules.flatMap(({ rule }) => (rule.kind === 'serverDefault' ? [rule.field] : [])));
  const found = [
    ...findComposedField(type, variables),
    ...findEqualField(steps, { idFields, type }),
    ...findSingletonName(steps, { type, hasNameInPath, isPublished }),
    ...findPathFields(type, ''),
    ...findPathFields(referenceType, `${reference ?? ''}.`),
  ];
  return Object.fromEntries([...findOwnIdField(steps, type), ...found.filter(([path]) => !ruleFields.has(path))]);
}

/** The fields that hold a variable of the path, whatever its name, by the collection before it. */
export const placeFields: Readonly<Record<string, readonly string[]>> = {
  // `projectId` of bigquery, cloudbilling, cloudbuild, dataflow, dataproc, and iam; `project` of sqladmin.
  projects: ['project', 'projectId'],
  // `location` of baremetalsolution, container, and dataflow.
  locations: ['location'],
};

/** Returns the names that fields have for the variables of the resources above, with these variables. */
function listOwnerNames(steps: readonly PathStep[], isOperation: boolean): ReadonlyMap<string, string> {
  const own = new Set(listTrailingVariables(steps));
  const names = steps.flatMap((step, at) => {
    if (step.kind === 'literal' || step.kind === 'many' || own.has(step.variable)) return [];
    const collection = steps[at - 1];
    const text = collection?.kind === 'literal' && !isOperation ? collection.text : '';
    return [...(Object.hasOwn(placeFields, text) ? (placeFields[text] ?? []) : []), step.variable].map(
      (name) => [name, step.variable] as const,
    );
  });
  return new Map(names);
}

/**
 * Finds the `name` of a singleton (AIP-156): a field whose description has the form of its path (`projects/{project_id}/billingInfo`), or, if
 * the document isn't published, one that is output-only or that a method takes in its path.
 */
function findSingletonName(
  steps: readonly PathStep[],
  { type, hasNameInPath, isPublished }: Pick<PathFieldContext, 'type' | 'hasNameInPath' | 'isPublished'>,
): readonly (readonly [string, string])[] {
  const last = steps.at(-1);
  const from = steps.findIndex(isVersion) + 1;
  const field = type?.fields.find(({ name }) => name === 'name');
  if (from === 0 || last?.kind !== 'literal' || field?.type.kind !== 'string') return [];
  const form = classifyName(type);
  const isOwn = !isPublished && (field.readOnly || hasNameInPath);
  if (form !== 'path' && !(isOwn && form === undefined)) return [];
  const forms = listNameForms(type);
  return forms.length === 0 || forms.some((text) => text.endsWith(`/${last.text}`)) ? [['name', toTemplate(steps.slice(from))]] : [];
}

/**
 * Finds the output-only field with the name of the last path variable: `groupId` for `{groupsId}` and `{group}`.
 */
function findOwnIdField(steps: readonly PathStep[], type: ObjectType | undefined): readonly (readonly [string, string])[] {
  const variable = listTrailingVariables(steps).at(-1) ?? '';
  const name = `${variable.replace(/sId$|Id$/, '')}Id`;
  return type?.fields.some((field) => field.name === name && field.readOnly && field.type.kind !== 'ref') ? [[name, `{${variable}}`]] : [];
}

/** Finds the field of a body, besides the field with the name, that can name a new resource. */
export function inferPlainName(type: ObjectType | undefined, idFields: readonly string[], names: BodyNames): string | undefined {
  const isOpen = type === undefined || type.fields.length === 0 || type.additional !== undefined || names.hasOtherRequest;
  const isKnown = idFields[0] === 'name' || type?.fields.some(({ name }) => name === 'name') === true;
  if (isOpen && !isKnown && idFields.length === 1) return 'name';
  return names.isFullName ? type?.fields.find((field) => isAssignedId(field, names.singularName))?.name : undefined;
}

interface BodyNames {
  readonly hasOtherRequest: boolean;
  /** Whether the field `name` holds the whole path, so that clients set the ID in another field. */
  readonly isFullName: boolean;
  readonly singularName: string;
}

/** Whether clients set the ID in a field: `Required. The policy id.`, or `The unique, user-assigned id of the project`. */
function isAssignedId({ name, type, readOnly, required, description = '' }: Field, singularName: string): boolean {
  const isId = (name === 'id' || name === `${singularName}Id`) && type.kind === 'string' && !readOnly;
  return isId && (required || /\buser-assigned\b|^(?:\w+\. )?Required\b/i.test(description));
}

/** Finds the fields that hold the number of a project (AIP-2510). With an unknown schema, any of them can. */
export function inferProjectNumbers(steps: readonly PathStep[], type: ObjectType | undefined): Pick<Resource, 'projectNumbers'> {
  if (findLastLiteral(steps) !== 'projects' || listTrailingVariables(steps).length !== 1) return {};
  const names = ['id', 'number', 'projectNumber'].filter(
    (name) => !type?.fields.length || type.fields.some((field) => field.name === name),
  );
  return names.length === 0 ? {} : { projectNumbers: names };
}

/** Finds the field with the server-generated fields of a resource in the style of Kubernetes. */
export function inferKubernetesMetadataField(type: ObjectType | undefined, lookup: Lookup): string | undefined {
  const field = type?.fields.find(({ name }) => name === 'metadata');
  const members = lookup.resolve(field?.type)?.kind === 'object' ? (lookup.object(field?.type)?.fields ?? []) : [];
  return members.some(({ serverValue }) => serverValue !== undefined) ? field?.name : undefined;
}

/** Finds an output-only `id` `in the format projectId:datasetId` whose parts are variables of the path. */
function findComposedField(type: ObjectType | undefined, variables: readonly string[]): readonly (readonly [string, string])[] {
  const field = type?.fields.find(({ name, readOnly }) => name === 'id' && readOnly);
  const form = /\bin the form(?:at)? [`"']?(\w+(?:[:./-]\w+)+)/.exec(field?.description ?? '')?.[1];
  const words = form?.split(/[:./-]/) ?? [];
  if (form === undefined || !words.every((word) => variables.includes(word))) return [];
  return [['id', form.replaceAll(/\w+/g, (word) => `{${word}}`)]];
}

/** Finds an `id` that the description calls equal to the name: `For buckets, the id and name properties are the same.` */
function findEqualField(
  steps: readonly PathStep[],
  { idFields, type }: { readonly idFields: readonly string[]; readonly type: ObjectType | undefined },
): readonly (readonly [string, string])[] {
  const [variable, ...others] = listTrailingVariables(steps);
  const [nameField, ...otherFields] = idFields;
  if (variable === undefined || others.length > 0 || nameField === undefined || otherFields.length > 0) return [];
  const isEqual = (field: Field): boolean => {
    const [, first, second] = equalFields.exec(field.description ?? '') ?? [];
    return field.name !== nameField && isPlainText(field) && [first, second].sort().join() === [field.name, nameField].sort().join();
  };
  return (type?.fields ?? []).filter(isEqual).map(({ name }) => [name, `{${variable}}`]);
}

const equalFields =
  /\bthe [`"']?(\w+)[`"']? and [`"']?(\w+)[`"']? (?:properties|fields|values) are (?:always )?(?:the same|identical|equal)\b/i;

/** Whether a field holds a string that can be a path segment and isn't a URL. */
function isPlainText({ type, description = '' }: Field): boolean {
  return type.kind === 'string' && type.enum === undefined && !/\bUR[LI]s?\b|\blinks?\b/i.test(description);
}

/** `…/operations/{operation}/wait`, `v1/{name=operations/**}:wait` */
const waitRoute = /operations\/(?:\{[^}]+\}|\*+\})[/:]wait$/;

export function inferPath(
  method: Method,
  servicePath: string,
): Pick<InferredMethodFacts, 'waits' | 'validatesPath' | 'segmentPath' | 'shorterRoutes'> {
  const { route, httpMethod } = method;
  return {
    waits: httpMethod === 'POST' && waitRoute.test(route),
    // Firestore's documentation also allows names without the segments that a final `**` stands for, so the service validates them.
    validatesPath: route.includes('=') && !route.includes('/*/**'),
    ...inferSegmentPath(method, servicePath),
    shorterRoutes: listShorterRoutes(method),
  };
}

/** Returns the flat path of a path whose pattern has no fixed number of segments. */
function inferSegmentPath({ route, flatPath }: Method, servicePath: string): Pick<InferredMethodFacts, 'segmentPath'> {
  const isPlain = flatPath !== undefined && /^(?:[^{}+]|\{[A-Za-z_]\w*\})+$/.test(flatPath);
  return isPlain && route.includes('**') ? { segmentPath: `${servicePath}${flatPath.replace(/^\/+/, '')}` } : {};
}

function listShorterRoutes({ route, parameters }: Method): readonly string[] {
  return parameters.flatMap(({ name, shorterForms = [] }) =>
    shorterForms.map((form) =>
      route.replaceAll(/\{([^{}=]+)=[^{}]*\}/g, (written, variable) => (variable === name ? `{${name}=${form}}` : written)),
    ),
  );
}

/** Infers where resource names begin in paths: after the version, or else after the service path. The value of most methods decides. */
export function inferNameStart({ methods, servicePath }: Api): Pick<Api, 'nameStart' | 'projectCollection'> {
  const paths = methods.map(({ route }) => parseTemplate(route).steps);
  const counts = new Map<number, number>();
  for (const steps of paths) {
    const literals = steps.slice(
      0,
      steps.findIndex(({ kind }) => kind !== 'literal'),
    );
    const start = literals.findIndex(isVersion) + 1 || servicePath.split('/').length - 1;
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  const [nameStart] = [...counts].sort(([a, one], [b, other]) => other - one || a - b)[0] ?? [0];
  const hasProjects = paths.some((steps) => {
    const step = steps[nameStart];
    return step?.kind === 'literal' && step.text === 'projects' && steps[nameStart + 1]?.kind !== 'literal';
  });
  return { nameStart, ...(hasProjects && { projectCollection: 'projects' }) };
}
