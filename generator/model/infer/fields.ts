/**
 * Infers what the server does with fields: values that it generates, from names, formats, and descriptions (`Output only.`), defaults that
 * descriptions state (`Defaults to 3.`, `The default is NONE.`), and the states of a new resource.
 */
import { isInt64Format } from '../../language/number-ranges.js';
import type { FieldLink, CreationStates, ResourceState } from '../../../runtime/behavior.js';
import { createLookup, type Lookup } from '../schema-lookup.js';
import type { Field, FieldFlag, Schema, Type, Api, ObjectType } from '../model.js';
import type { Json } from '../../lib/json.js';
import type { Action } from '../../../runtime/rule.js';

/**
 * The fields with the time of the creation. The last rows occur in fewer than three documents: they are the only creation time of those
 * resources, and mean nothing else.
 */
export const createTimes: ReadonlySet<string> = new Set([
  'createTime', // AIP-148: Apigee, Cloud Run, Resource Manager
  'created', // Analytics, Apigee, Calendar
  'createdAt', // Apigee, Identity Toolkit, YouTube
  'creationTime', // BigQuery, DNS, YouTube
  'insertTime', // Compute, Cloud SQL, Serverless VPC Access
  'creationTimestamp', // Compute, Cloud Run (v1)
  'createdTime', // Drive
  'timeCreated', // Cloud Storage
]);

/**
 * The fields with the time of the last change. The last rows occur in fewer than three documents: they stand beside a creation time, and
 * mean nothing else.
 */
export const updateTimes: ReadonlySet<string> = new Set([
  'updateTime', // AIP-148: Apigee, Cloud Run, Resource Manager
  'revisionCreateTime', // AIP-162: Healthcare, OS Config, Pub/Sub. An update creates a revision.
  'updated', // Calendar, Cloud Storage, Tasks
  'lastModifiedTime', // Application Integration, BigQuery, BigQuery Connection
  'lastUpdateTime', // Apigee, Dialogflow, Vertex AI
  'lastModifyTime', // Analytics Hub, Application Integration
  'updatedAt', // Apigee, YouTube
  'lastModifiedAt', // Apigee
  'modifiedTime', // Drive
]);

/** Adds server-generated values to the fields of schemas. */
export function inferFields(schemas: readonly Schema[]): readonly Schema[] {
  const lookup = createLookup({ schemas });
  return schemas.map((schema) => {
    const { type } = schema;
    if (type.kind !== 'object') return schema;
    const names = new Set(type.fields.map(({ name }) => name));
    return { ...schema, type: { ...type, fields: type.fields.map((field) => addServerValue(field, names, lookup)) } };
  });
}

function addServerValue(field: Field, names: ReadonlySet<string>, lookup: Lookup): Field {
  const serverValue = inferTime(field) ?? inferId(field, names) ?? inferGeneration(field, names) ?? inferAddress(field, names);
  const constant = findConstant(field);
  const meaning = inferFieldMeaning(field);
  return {
    ...field,
    ...(serverValue && { serverValue }),
    ...(lookup.field(field.type, 'sha256')?.readOnly && { encryptionKey: true as const }),
    ...(meaning && { meaning }),
    ...(constant !== undefined && { always: constant }),
  };
}

/** Infers what a text means from its name (AIP-148). */
function inferFieldMeaning({ name, type }: Field): Field['meaning'] {
  if (type.kind !== 'string' || type.enum !== undefined || type.format !== undefined) return undefined;
  if (name === 'displayName' || name === 'title' || name === 'summary') return 'title';
  return name === 'description' ? 'description' : /email/i.test(name) ? 'email' : undefined;
}

/** Infers a creation or update time from the name of a field that holds a time. */
function inferTime(field: Field): Field['serverValue'] {
  const { name } = field;
  const value = createTimes.has(name) ? 'createTime' : updateTimes.has(name) ? 'updateTime' : undefined;
  return value !== undefined && isTime(field) ? value : undefined;
}

/** Whether a field holds a time: by its format, by milliseconds in its description, or any output-only string. */
function isTime({ type, readOnly, description = '' }: Field): boolean {
  if (type.kind !== 'string') return false;
  if (type.format === 'date-time' || type.format === 'google-datetime') return true;
  if (readOnly) return type.format === undefined || isInt64Format(type.format);
  return isInt64Format(type.format) ? /\b(?:epoch|milliseconds|unix)\b/i.test(description) : /\bRFC ?3339\b/.test(description);
}

/** The fields with an ID that no other resource ever has. */
export const uniqueIds: ReadonlySet<string> = new Set([
  'uid', // AIP-148: Cloud Run, Firestore, Logging
  'uniqueId', // GKE Hub, IAM, Service Usage
]);

/** Infers a server-generated id from an output-only field. */
function inferId({ name, type, readOnly, description = '' }: Field, names: ReadonlySet<string>): Field['serverValue'] {
  if (type.kind !== 'string' || !(readOnly || /\bassigned automatically\b/i.test(description))) return undefined;
  if (uniqueIds.has(name)) return inferUniqueId({ name, type, description });
  // A project with the fields `projectId` and `projectNumber`.
  return name === 'id' || name === 'number' || (name === 'projectNumber' && names.has('projectId')) ? 'id' : undefined;
}

/** The server assigns the ID, or it is unique everywhere: `A system-assigned unique identifier`, `Assigned automatically`. */
const assignedId =
  /\b(?:system|server)[- ](?:assigned|generated)\b|\bgenerated by the system\b|\bassigned automatically\b|\bglobally unique\b/i;

/**
 * Infers the form of a unique ID from its description: Firestore, GKE Hub, Run (a UUID), IAM (a number). A `uid` that the server assigns is a UUID
 * in any case (AIP-148).
 */
function inferUniqueId({ name, type, description = '' }: Pick<Field, 'name' | 'type' | 'description'>): Field['serverValue'] {
  const isUuid = /\bUUID/i.test(description) || (type.kind === 'string' && type.format === 'uuid');
  if (!isUuid && /\bnumeric\b/i.test(description)) return 'id';
  return isUuid || (name === 'uid' && assignedId.test(description)) ? 'uuid' : undefined;
}

/** Infers a generation from a field with a metageneration as its sibling. */
function inferGeneration({ name, type }: Field, names: ReadonlySet<string>): Field['serverValue'] {
  if (type.kind !== 'string' || type.format !== 'int64') return undefined;
  if (name === 'metageneration') return 'metageneration';
  return name === 'generation' && names.has('metageneration') ? 'generation' : undefined;
}

/** Infers the address of the gateway of a network with an address range. */
function inferAddress({ name, readOnly }: Field, names: ReadonlySet<string>): Field['serverValue'] {
  return name === 'gatewayAddress' && readOnly && names.has('ipCidrRange') ? 'gatewayAddress' : undefined;
}

/** `in this case "RouteList"`, `It must be "Service".` */
const statedKind = /\b(?:always|in this case(?:,? always)?|must be|returns) ["'`](\w+)["'`]/;

/** Finds the constant value of a `kind`: the only value of its enum, or from a description such as `This is always sql#instance.` */
function findConstant({ name, type, source, description = '', default: defaultValue }: Field): string | undefined {
  if (name !== 'kind' || defaultValue !== undefined || type.kind !== 'string' || type.const !== undefined) return undefined;
  if (type.enum !== undefined) return type.enum.length === 1 && !type.open ? type.enum[0]?.value : undefined;
  if (source.kind !== 'published') return undefined;
  const named = new Set((description.match(/[\w.]+(?:#[\w./]+)+/g) ?? []).map((text) => text.replace(/[./]+$/, '')));
  const [only] = named;
  return named.size === 1 ? only : statedKind.exec(description)?.[1];
}

/** Fields that are secret in every API. */
const secretNamePattern = /^(?:privateKey|rawKey|rsaEncryptedKey|keyValue|password|passphrase|sharedSecret)$|[cC]lientSecret$/;

/** An input-only text is a secret, too. */
export function isSecretField({ name, type, writeOnly }: Pick<Field, 'name' | 'type' | 'writeOnly'>): boolean {
  return (writeOnly || secretNamePattern.test(name)) && (type.kind === 'string' || type.kind === 'ref');
}

/** `This value cannot be retrieved via the API`, `This field is not returned on request`, `only insert requests include this field`. */
const unreturnedPattern = /\b(?:not|never|isn't) (?:be )?returned\b|\bcan(?:not|'t) be retrieved\b|\bonly insert requests include\b/i;

/** Whether a description says that a secret is never in a response. That a field is input-only isn't enough: services return many of those. */
export function isUnreturnedSecret({ name, type }: Pick<Field, 'name' | 'type'>, description = ''): boolean {
  const isDescribed = unreturnedPattern.test(description) || parseDescriptionFlags(description).has('writeOnly');
  return isDescribed && type.kind === 'string' && secretNamePattern.test(name);
}

/** Infers etags from the usual names. `labelFingerprint` covers the labels, the others cover all content. */
export function inferEtag(name: string, type: Type): Field['etag'] {
  const isFingerprint = type.kind === 'string' && type.format === 'byte' && /fingerprint$/i.test(name);
  if (name === 'labelFingerprint' && isFingerprint) return { of: 'resource', covers: ['labels'] };
  if (name === 'fingerprint' && isFingerprint) return { of: 'object' };
  return name === 'etag' || isFingerprint ? { of: 'resource' } : undefined;
}

/** The fields with a link to the resource itself, or to the place that contains it. The paths of Compute and Dataproc contain `regions`. */
export const linkFields: ReadonlyMap<string, FieldLink> = new Map([
  ['selfLink', 'self'], // BigQuery, Compute, Kubernetes Engine
  ['region', 'regions'], // Cloud SQL, Compute, DNS
  ['zone', 'zones'], // Compute, Kubernetes Engine, Cloud SQL
]);

/** Infers the links of a resource to itself and its scope. A field with `the name of the zone` is no link. */
export function inferLink(name: string, description = ''): Field['link'] {
  const isName = name !== 'selfLink' && /\bname of\b/i.test(description) && !/\bUR[IL]\b/.test(description);
  return isName ? undefined : linkFields.get(name);
}

const sentences: readonly (readonly [FieldFlag, RegExp])[] = [
  ['required', createSentencePattern('Required')],
  ['readOnly', createSentencePattern('Output[ -]only')],
  // Calendar, Directory, Gmail, Monitoring, Resource Manager
  ['readOnly', createSentencePattern('Read[ -]only')],
  // At the end of a sentence: DNS, Analytics Hub, Compute
  ['readOnly', /\(output[ -]only\)(?:\.|$)/i],
  ['writeOnly', createSentencePattern('Input[ -]only')],
  ['immutable', createSentencePattern('Immutable')],
];

/** Matches at the beginning of a sentence or after an example in code, in brackets or with a period. `Required for inserts.` doesn't match. */
function createSentencePattern(words: string): RegExp {
  return new RegExp(`(?:^|[.\\])\`]\\s+)(?:\\[${words}\\]|${words}\\.)`, 'i');
}

/** A name that the schema calls output-only, but that the client assigns: `Output only. The client-assigned sink identifier`. */
export function isClientAssigned(description: string | undefined): boolean {
  return /\bclient-assigned\b/i.test(description ?? '');
}

export function parseDescriptionFlags(description: string | undefined): ReadonlySet<FieldFlag> {
  if (description === undefined) return new Set();
  const found = sentences.flatMap(([flag, pattern]) => (pattern.test(description) ? [flag] : []));
  if (found.includes('readOnly') && isClientAssigned(description)) return new Set(['immutable']);
  // A field that the server sets isn't required in requests.
  return new Set(found.includes('readOnly') ? found.filter((flag) => flag !== 'required') : found);
}

/** A value that is quoted, a number, or a constant, and its unit. */
const valuePattern = String.raw`(?:${'`'}([^${'`'}]+)${'`'}|"([^"]+)"|'([^']+)'|(-?\d+(?:\.\d+)?|[A-Za-z]\w*(?:\.\w+)?))(?: (second|minute|hour|day)s?)?`;

const defaultSentences = [
  new RegExp(`^Defaults? to ${valuePattern}(?: if (?:(?:it|the field|this field) is )?(?:not specified|not set|unspecified))?$`),
  new RegExp(`^The default is ${valuePattern}$`),
];
/** Descriptions also say this of texts that stay absent: `The default value is CSV.` */
const defaultValueSentence = new RegExp(`^The default value is ${valuePattern}$`);

/** The default of a sentence about creations. */
const creationDefaults = [
  new RegExp(String.raw`\b(?:[Dd]efaults? to|be set to|[Dd]efault(?: \w+)? is) ${valuePattern}(?= if\b|,|$)`),
  new RegExp(`, ${valuePattern} (?:is|will be) used$`),
];
const absencePattern = /\b(?:not (?:specified|provided|set)|unspecified|unset|omitted)\b/;
const creationPattern = /\bcreat(?:ion|ing|ed)\b/;

const anyDefault = /\bdefaults? to\b|\bdefault(?: value)? is\b/gi;

const secondsByUnit: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };

/**
 * Adds the described defaults to the fields that clients can set: `Defaults to 3.`, `If not specified at creation time, the default duration
 * is 30 days.` Other sentences, such as `If unspecified, defaults to 1460`, often describe what an absent field means, so they say nothing
 * about responses. A default of the document and a rule about the field take precedence.
 */
export function inferDescribedDefaults({ schemas, isPublished }: Pick<Api, 'schemas' | 'isPublished'>): readonly Schema[] {
  if (!isPublished) return schemas;
  return schemas.map((schema) => {
    if (schema.type.kind !== 'object') return schema;
    const fields = schema.type.fields.map((field): Field => {
      const describedDefault = findDescribedDefault(field);
      return describedDefault === undefined ? field : { ...field, describedDefault };
    });
    return { ...schema, type: { ...schema.type, fields } };
  });
}

function findDescribedDefault(field: Field): Json | undefined {
  const { name, type, description = '', source, readOnly, writeOnly, stated, deprecated } = field;
  if (source.kind !== 'published' || readOnly || writeOnly || stated || field.default !== undefined) return undefined;
  if (deprecated || /^\W*deprecated\b/i.test(description)) return undefined;
  // Several defaults depend on something else.
  if ((description.match(anyDefault) ?? []).length > 1) return undefined;
  const values = description.split(/[.;!?](?:\s|$)|\n/).flatMap((sentence) => findValue(sentence.trim(), type.kind === 'string') ?? []);
  const [found, ...others] = values;
  return found && others.length === 0 ? toJson(type, found, { isInSeconds: /sec/i.test(name) }) : undefined;
}

/** A value in a description. */
interface DescribedValue {
  readonly text: string;
  readonly isQuoted: boolean;
  /** The number of seconds of the unit, if there is one. */
  readonly seconds?: number;
}

function findValue(sentence: string, isText: boolean): DescribedValue | undefined {
  const isAboutCreation = absencePattern.test(sentence) && creationPattern.test(sentence);
  const patterns = isAboutCreation ? creationDefaults : isText ? defaultSentences : [...defaultSentences, defaultValueSentence];
  const match = patterns.map((pattern) => pattern.exec(sentence)).find((found) => found !== null);
  if (!match) return undefined;
  const [, code, double, single, bare, unit] = match;
  // Services don't return other durations as described, unless they set them at the creation.
  if (unit !== undefined && unit !== 'second' && !isAboutCreation) return undefined;
  const seconds = unit === undefined ? undefined : secondsByUnit[unit];
  return { text: code ?? double ?? single ?? bare ?? '', isQuoted: bare === undefined, ...(seconds !== undefined && { seconds }) };
}

/** Returns the value of the type, except for the values of absent fields in ProtoJSON, which responses omit. */
function toJson(
  type: Type,
  { text, isQuoted, seconds }: DescribedValue,
  { isInSeconds }: { readonly isInSeconds: boolean },
): Json | undefined {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text) && Number(text) !== 0;
  const isPlainNumber = isNumber && (seconds === undefined || (seconds === 1 && isInSeconds));
  if (type.kind === 'boolean') return text.toLowerCase() === 'true' ? true : undefined;
  if (type.kind === 'integer' || type.kind === 'number') return isPlainNumber ? Number(text) : undefined;
  if (type.kind !== 'string') return undefined;
  if (type.format === 'google-duration') return isNumber && seconds !== undefined ? `${String(Number(text) * seconds)}s` : undefined;
  if (isInt64Format(type.format)) return isPlainNumber && !text.includes('.') ? text : undefined;
  if (type.format !== undefined || seconds !== undefined) return undefined;
  // `Mode.AUTO` is the value `AUTO` of the enum `Mode`.
  if (type.enum !== undefined) return type.enum.find((known) => known.value === text.slice(text.lastIndexOf('.') + 1))?.value;
  return isQuoted || /^[A-Z][A-Z\d_]+$/.test(text) ? text : undefined;
}

/** The fields with the state of the whole resource. */
export const stateFields: ReadonlySet<string> = new Set([
  'state', // AIP-216: API Gateway, Filestore, NetApp
  'status', // Cloud Build, Compute, Kubernetes Engine
  'lifecycleState', // Dialogflow, Logging, Resource Manager
]);

/** The fields with the state, if the field of the resource holds an object. */
export const stateMembers: ReadonlySet<string> = new Set([
  'state', // Application Integration, Dataproc
  'code', // GKE Hub
]);

/** The states of a resource that works. */
export const readyStates: ReadonlySet<string> = new Set([
  'ACTIVE', // API Gateway, Backup and DR, Resource Manager
  'READY', // Compute, Filestore, NetApp, Spanner
  'RUNNING', // Cloud Build, Compute, Kubernetes Engine
]);

/** The states of a resource that is being created. */
export const creatingStates: ReadonlySet<string> = new Set([
  'CREATING', // API Gateway, Filestore, NetApp
  'PROVISIONING', // Bare Metal Solution, Compute, Kubernetes Engine
]);

/** The states of a resource that the server creates, changes, or deletes. Without one of them, the state shows something else. */
export const lifecycleStates: ReadonlySet<string> = new Set([
  ...creatingStates,
  'PENDING', // Bigtable, Certificate Manager, Compute
  'DELETING', // Apigee, Filestore, NetApp
  'DELETE_REQUESTED', // Logging v2, Resource Manager v1 and v3
  'DRAINING', // Compute, Datastream, Kubernetes Engine
  'STOPPING', // Bare Metal Solution, Compute, Kubernetes Engine
]);

/** The state of a resource that exists, beside `CREATING`: BeyondCorp, Datastream, Storage Transfer. */
const createdState = 'CREATED';

/**
 * The states of a resource that doesn't work any more. If an enum has only one other state, the resource works from the beginning. `DESTROYED`
 * occurs in fewer than three documents, and means nothing else.
 */
export const endedStates: ReadonlySet<string> = new Set([
  'PAUSED', // Cloud Scheduler, Cloud Tasks, OS Config
  'SUSPENDED', // Real-time Bidding, Workspace Events
  'DISABLED', // Cloud Scheduler, Cloud Tasks, Secret Manager
  'DELETED', // Firebase, IAM, Workspace Events
  'DESTROYED', // Cloud KMS, Secret Manager
  'DEPRECATED', // Integration Connectors
  'UNAVAILABLE', // Workflows
]);

/** The states of something that runs to its end: a job isn't running because it was created. */
export const finalStates: ReadonlySet<string> = new Set([
  'SUCCEEDED', // BigQuery, BigQuery Data Transfer, Dataproc
  'COMPLETED', // Database Migration, Dataproc, Discovery Engine
  'DONE', // Compute, Dataproc, Kubernetes Engine
  'CANCELLED', // BigQuery Data Transfer, Cloud Build, Dataproc
]);

/** Adds the states of new resources to the fields of their schemas. A rule about the field takes precedence. */
export function inferCreationStates({ schemas, methods, resources }: Pick<Api, 'schemas' | 'methods' | 'resources'>): readonly Schema[] {
  const lookup = createLookup({ schemas, resources });
  const created = new Set(
    methods.flatMap(({ action }) => (action.kind === 'create' ? (lookup.resource(action.resource)?.schema ?? []) : [])),
  );
  return schemas.map((schema) => {
    const { id, type } = schema;
    if (type.kind !== 'object' || !created.has(id)) return schema;
    return { ...schema, type: { ...type, fields: type.fields.map((field) => addCreationStates(field, type, lookup)) } };
  });
}

function addCreationStates(field: Field, { rules }: ObjectType, lookup: Lookup): Field {
  const isRuled = rules.some(({ rule }) => 'field' in rule && rule.field === field.name);
  const creationStates = isRuled || field.source.kind !== 'published' ? undefined : findFieldStates(field, lookup);
  return creationStates === undefined ? field : { ...field, creationStates };
}

/** Finds the states of an output-only field, or of an output-only object. */
function findFieldStates({ name, type, readOnly, description = '' }: Field, lookup: Lookup): CreationStates | undefined {
  if (!stateFields.has(name)) return undefined;
  const object = readOnly ? lookup.object(type) : undefined;
  if (!object) return readOnly || /\bcurrent\b[^.]{0,200}\bstate\b/i.test(description) ? findCreationStates(type) : undefined;
  const [member, ...others] = object.fields.filter((field) => stateMembers.has(field.name));
  const states = member && others.length === 0 ? findCreationStates(member.type) : undefined;
  if (!member || !states) return undefined;
  const toObject = (state: ResourceState): ResourceState => (typeof state === 'string' ? { [member.name]: state } : state);
  return { ready: toObject(states.ready), ...(states.creating !== undefined && { creating: toObject(states.creating) }) };
}

/** Finds the only working state of an enum with the states of a life cycle, or of an enum whose other states say that it doesn't work any more. */
function findCreationStates(type: Type): CreationStates | undefined {
  if (type.kind !== 'string' || type.enum === undefined) return undefined;
  const values = type.enum.map(({ value }) => value).filter((value) => !value.endsWith('UNSPECIFIED'));
  const [only, ...otherValues] = values.filter((value) => !endedStates.has(value) && !value.endsWith('FAILED'));
  if (only !== undefined && otherValues.length === 0 && (readyStates.has(only) || only === 'ENABLED')) return { ready: only };
  const creating = values.find((value) => creatingStates.has(value));
  const working = values.filter((value) => readyStates.has(value));
  const [ready, ...others] = working.length > 0 || creating === undefined ? working : values.filter((value) => value === createdState);
  const isLifecycle = values.some((value) => lifecycleStates.has(value)) && !values.some((value) => finalStates.has(value));
  if (ready === undefined || others.length > 0 || !isLifecycle) return undefined;
  return { ready, ...(creating !== undefined && { creating }) };
}

/**
 * Completes an action that creates a resource from another one and doesn't specify the states of the new resource: they are the transitions
 * of an output-only field, from the state that no transition leads to.
 */
export function inferStateSequence(action: Action, lookup: Lookup): Action {
  if (action.kind !== 'createFrom' || action.passes) return action;
  const type = lookup.object(lookup.resource(action.creates)?.schema);
  for (const { rule } of type?.rules ?? []) {
    if (rule.kind !== 'states' || !rule.transitions?.length || !lookup.field(type, rule.field)?.readOnly) continue;
    const next = new Map(rule.transitions.map(({ from, to }) => [from, to]));
    const reached = new Set(next.values());
    const start = [...next.keys()].find((state) => !reached.has(state));
    const values: string[] = [];
    for (let state = start; state !== undefined && !values.includes(state); state = next.get(state)) values.push(state);
    if (values.length > 1) return { ...action, passes: { field: rule.field, values } };
  }
  return action;
}
