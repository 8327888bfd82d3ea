/** The fields of a person: what the service derives from them, and masks. */
import { getTextMember, isList, isObject, listStrings, type HandlerCall, type Json, type JsonObject } from '../../mock/service.js';

/** The fields that are lists of values with a source. */
const readOnlyFields = ['ageRanges', 'coverPhotos', 'photos', 'taglines', 'relationshipInterests', 'relationshipStatuses'];
export const contactFields: readonly string[] = [
  'addresses',
  'biographies',
  'birthdays',
  'calendarUrls',
  'clientData',
  'emailAddresses',
  'events',
  'externalIds',
  'fileAses',
  'genders',
  'imClients',
  'interests',
  'locales',
  'locations',
  'memberships',
  'miscKeywords',
  'names',
  'nicknames',
  'occupations',
  'organizations',
  'phoneNumbers',
  'relations',
  'sipAddresses',
  'skills',
  'urls',
  'userDefined',
];
const readableFields: readonly string[] = [...contactFields, ...readOnlyFields, 'metadata'];
const singletons = ['biographies', 'birthdays', 'genders', 'names'];

/** Throws 400 for several values of a field that can have one. */
export function checkSingletons(call: HandlerCall, person: JsonObject): void {
  const field = singletons.find((name) => isList(person[name]) && person[name].length > 1);
  if (field !== undefined) call.reject('invalid', `Only one value is allowed for person.${field}.`);
}

/** Returns a person with the derived members of its values. `source`: where its values are from. */
export function completeFields(person: JsonObject, source: JsonObject): JsonObject {
  const { type, id } = source;
  const completed = contactFields.flatMap((name) => {
    const values = person[name];
    if (!isList(values) || values.length === 0) return [];
    const all = values.filter(isObject).map((value, index) => ({
      metadata: { ...(index === 0 && { primary: true }), source: { type, id }, ...(isObject(value['metadata']) ? value['metadata'] : {}) },
      ...omitMetadata(value),
      ...derive(name, value),
    }));
    return [[name, all] as const];
  });
  const rest = Object.entries(person).filter(([name]) => !contactFields.includes(name));
  return Object.fromEntries([...rest, ...completed]) as JsonObject;
}

const omitMetadata = ({ metadata: _, ...value }: JsonObject): JsonObject => value;

function derive(field: string, value: JsonObject): JsonObject {
  const type = getTextMember(value, 'type');
  const common = type === undefined ? {} : { formattedType: formatType(type) };
  switch (field) {
    case 'names':
      return deriveName(value);
    case 'phoneNumbers': {
      const number = getTextMember(value, 'value') ?? '';
      return { ...common, ...(number.trim().startsWith('+') && { canonicalForm: `+${number.replaceAll(/\D/g, '')}` }) };
    }
    case 'biographies':
      return { contentType: value['contentType'] ?? 'TEXT_PLAIN' };
    case 'memberships': {
      const membership = value['contactGroupMembership'];
      const name = getTextMember(membership, 'contactGroupResourceName');
      if (name === undefined) return {};
      return { contactGroupMembership: { contactGroupId: name.replace('contactGroups/', ''), contactGroupResourceName: name } };
    }
    case 'genders': {
      const gender = getTextMember(value, 'value');
      return gender === undefined ? {} : { formattedValue: formatType(gender) };
    }
    default:
      return common;
  }
}

/** Formats a type such as `homeFax`, or returns a custom one as it is. */
function formatType(type: string): string {
  if (!/^[a-z]+(?:[A-Z][a-z]+)*$/.test(type)) return type;
  const words = type.replaceAll(/[A-Z]/g, ' $&');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name in other orders. With a prefix or a suffix, the order with the family name first isn't known. */
function deriveName(name: JsonObject): JsonObject {
  const [prefix, given, middle, family, suffix, unstructured] = [
    'honorificPrefix',
    'givenName',
    'middleName',
    'familyName',
    'honorificSuffix',
    'unstructuredName',
  ].map((field) => getTextMember(name, field)?.trim() ?? '');
  const own = [given, middle].filter(Boolean).join(' ');
  const structured = [prefix, own, family].filter(Boolean).join(' ') + (suffix ? `, ${suffix}` : '');
  if (structured === '') return unstructured ? splitName(unstructured) : {};
  const lastFirst = family && own ? `${family}, ${own}` : family || own;
  return {
    displayName: structured,
    ...(!prefix && !suffix && { displayNameLastFirst: lastFirst }),
    unstructuredName: structured,
  };
}

/** A name of two words consists of the given and the family name. */
function splitName(text: string): JsonObject {
  const [given = '', family, ...more] = text.split(/\s+/);
  if (more.length > 0) return { displayName: text, unstructuredName: text };
  const parts = { givenName: given, ...(family !== undefined && { familyName: family }) };
  return {
    ...parts,
    displayName: text,
    displayNameLastFirst: family === undefined ? given : `${family}, ${given}`,
    unstructuredName: text,
  };
}

/** Returns the fields of a mask. Throws 400 for an unknown field. */
export function readMask(call: HandlerCall, value: unknown, name: string): readonly string[] | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const fields = value.split(',').map((field) => field.trim());
  const unknown = fields.find((field) => !readableFields.includes(field.split('.')[0] ?? ''));
  if (unknown !== undefined)
    call.reject(
      'invalid',
      `Invalid ${name} mask path: "${unknown}". Valid paths are documented at https://developers.google.com/people/api/rest/v1/people/get.`,
    );
  return fields.map((field) => field.split('.')[0] ?? '');
}

/** Returns the mask of a read. Throws 400 for none. */
export function requireMask(call: HandlerCall, name: 'personFields' | 'readMask'): readonly string[] {
  const legacy = call.parameters['requestMask.includeField'];
  const value = call.parameters[name] ?? (typeof legacy === 'string' ? legacy.replaceAll('person.', '') : undefined);
  return (
    readMask(call, value, name) ??
    call.reject(
      'invalid',
      `${name} mask is required. Please specify one or more valid paths. Valid paths are documented at https://developers.google.com/people/api/rest/v1/people/get.`,
    )
  );
}

/** Returns a person with the fields of a mask. Default: all. */
export function selectFields(person: JsonObject, mask: readonly string[] | undefined): JsonObject {
  const names = mask === undefined ? undefined : new Set(['resourceName', 'etag', ...mask]);
  return Object.fromEntries(Object.entries(person).filter(([name]) => names?.has(name) ?? true));
}

/** Returns the groups that a person belongs to. */
export function listGroups(person: JsonObject): readonly string[] {
  const { memberships } = person;
  return !isList(memberships)
    ? []
    : memberships.flatMap((membership) => {
        const group = isObject(membership) ? membership['contactGroupMembership'] : undefined;
        return getTextMember(group, 'contactGroupResourceName') ?? [];
      });
}

export const createMemberships = (groups: readonly string[]): Json =>
  groups.map((contactGroupResourceName) => ({ contactGroupMembership: { contactGroupResourceName } }));

/** Returns a list of texts in a request. */
export const listTexts = (value: unknown): readonly string[] => (typeof value === 'string' ? [value] : listStrings(value as Json));
