/** Infers server-generated field values from names, formats, and descriptions, and the behavior that descriptions state (`Output only.`). */
import type { FieldLink } from '../../../templates/runtime/behavior.js';
import { createLookup, type Lookup } from '../schema-lookup.js';
import type { Field, FieldFlag, Schema, Type } from '../model.js';

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
  if (readOnly) return type.format === undefined || isIntegerFormat(type);
  return isIntegerFormat(type) ? /\b(?:epoch|milliseconds|unix)\b/i.test(description) : /\bRFC ?3339\b/.test(description);
}

const isIntegerFormat = ({ format }: Extract<Type, { kind: 'string' }>): boolean => format === 'int64' || format === 'uint64';

/** The fields with an ID that no other resource ever has. */
export const uniqueIds: ReadonlySet<string> = new Set([
  'uid', // AIP-148: Cloud Run, Firestore, Logging
  'uniqueId', // GKE Hub, IAM, Service Usage
]);

/** Infers a server-generated id from an output-only field. */
function inferId({ name, type, readOnly, description = '' }: Field, names: ReadonlySet<string>): Field['serverValue'] {
  if (!readOnly || type.kind !== 'string') return undefined;
  // The description states the form: Firestore, GKE Hub, Run (a UUID), IAM (a number).
  if (uniqueIds.has(name))
    return /\bUUID/i.test(description) || type.format === 'uuid' ? 'uuid' : /\bnumeric\b/i.test(description) ? 'id' : undefined;
  // A project with the fields `projectId` and `projectNumber`.
  return name === 'id' || name === 'number' || (name === 'projectNumber' && names.has('projectId')) ? 'id' : undefined;
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
