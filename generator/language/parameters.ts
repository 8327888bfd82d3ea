/**
 * The parameters of rules and actions: their schemas, and the fields, methods, and paths that their values name. Import them as `parameter`.
 * Values can be invalid: parts of the wrong type name nothing.
 */
import { getMember, getStrings, getText, isObject, type Json, type JsonObject, type Pointer } from '../lib/json.js';
import type { StatedValue } from '../../runtime/resource-rules.js';
import * as schema from './json-schema.js';
import { anyValue } from './prose.js';
import { type FieldPlace, type FieldUse, listPlaceholderUses, type NamedValue, type PlaceholderOptions, type Use } from './uses.js';

/** A value of a rule or an action. */
interface UseLocation {
  readonly pointer: Pointer;
  /** The object that has the parameter. */
  readonly owner: JsonObject;
  /** The rule or the action. */
  readonly root: JsonObject;
}

export interface RuleParameter {
  readonly schema: schema.JsonSchema;
  readonly optional?: true;
  /** Lists what the value names. */
  readonly listUses?: (value: Json, site: UseLocation) => readonly Use[];
}
export type RequiredParameter = RuleParameter & { readonly optional?: never };
export type OptionalParameter = RuleParameter & { readonly optional: true };
export type Parameters = Readonly<Record<string, RuleParameter>>;

/** Lists what the members of an object name, in the order of the parameters. */
export function listUses(
  parameters: Parameters,
  owner: JsonObject,
  { pointer = [], root = owner }: Partial<UseLocation> = {},
): readonly Use[] {
  return Object.entries(parameters).flatMap(([name, { listUses: list }]) => {
    const value = getMember(owner, name);
    return value === undefined || list === undefined ? [] : list(value, { pointer: [...pointer, name], owner, root });
  });
}

function listOptional(parameters: Parameters): readonly string[] {
  return Object.keys(parameters).filter((name) => parameters[name]?.optional === true);
}

function toSchemas(parameters: Parameters): Readonly<Record<string, schema.JsonSchema>> {
  return Object.fromEntries(Object.entries(parameters).map(([name, { schema: own }]) => [name, own]));
}

export const optional = (parameter: RequiredParameter): OptionalParameter => ({ ...parameter, optional: true });
export const plain = (own: schema.JsonSchema): RequiredParameter => ({ schema: own });
export const text = (description: string): RequiredParameter => plain(schema.text(description));
export const texts = (description: string): RequiredParameter => plain(schema.texts(description));
export const choice = (description: string, values: readonly string[]): RequiredParameter => plain(schema.choice(description, values));

/** How a parameter uses what it names. */
interface UseDetails extends Pick<FieldUse, 'kind' | 'single'> {
  readonly in?: Use['in'];
  /** The parameter with the path template of the resource of a `member`, or with a list of templates, the first of which counts. */
  readonly of?: string;
  /** The parameters beside it whose values are compared with the field: dotted paths, which lead through lists. */
  readonly comparedWith?: readonly string[];
  /** The parameter beside it whose value is assigned to the field, or whose members' values are. */
  readonly assigned?: string;
  readonly assignedMembers?: string;
  /** The parameter beside it with the list that has the field. */
  readonly inside?: string;
}

function createUse(name: string, details: UseDetails, { pointer, owner, root }: UseLocation): Use {
  const { in: place = 'self', of, comparedWith = [], assigned, assignedMembers, inside, kind, single } = details;
  const parent = pointer.slice(
    0,
    pointer.findLastIndex((step) => typeof step === 'string'),
  );
  const path = inside === undefined ? name : `${getText(owner, inside) ?? ''}.${name}`;
  if (place === 'method' || place === 'path') return { path, in: place, pointer };
  const assignedValues = [
    ...listMembers(owner, parent).filter(({ key }) => key === assigned),
    ...listMembers(getMember(owner, assignedMembers ?? ''), [...parent, assignedMembers ?? '']),
  ];
  return {
    path,
    in: place,
    pointer,
    ...(kind && { kind }),
    ...(single && { single }),
    ...(of !== undefined && { of: getText(root, of) ?? getStrings(root, of)[0] ?? '' }),
    values: comparedWith.flatMap((names) => listScalars(owner, parent, names.split('.'))),
    assignedValues: assignedValues.map(({ value, pointer: at }) => ({ value: value as StatedValue, pointer: at })),
  };
}

/** Lists the scalars at a path, through lists. */
function listScalars(value: Json | undefined, pointer: Pointer, path: readonly string[] = []): readonly NamedValue[] {
  const [name, ...rest] = path;
  if (Array.isArray(value)) return value.flatMap((element: Json, i) => listScalars(element, [...pointer, i], path));
  if (name !== undefined) return listScalars(getMember(value, name), [...pointer, name], rest);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [{ value, pointer }] : [];
}

/** The dotted path of a field. */
export const field = (description: string, details: UseDetails = {}): RequiredParameter => ({
  schema: schema.text(description),
  listUses: (value, site) => (typeof value === 'string' ? [createUse(value, details, site)] : []),
});

export function fields(description: string, details: UseDetails = {}, own = schema.texts(description)): RequiredParameter {
  return { ...list(description, field('', details)), schema: own };
}
/** The name of a query parameter. */
export const query = (description: string, place: FieldPlace = 'parameters'): RequiredParameter => field(description, { in: place });
export const pathTemplate = (description: string): RequiredParameter => field(description, { in: 'path' });

/** An object with these parameters. */
export function object(description: string, members: Parameters): RequiredParameter {
  return {
    schema: schema.object(description, toSchemas(members), listOptional(members)),
    listUses: (value, { pointer, root }) => (isObject(value) ? listUses(members, value, { pointer, root }) : []),
  };
}

/** A list of values of a parameter. */
export function list(description: string, item: RuleParameter): RequiredParameter {
  return {
    schema: schema.nonEmptyList(description, item.schema),
    listUses: (value, site) =>
      Array.isArray(value)
        ? value.flatMap((element: Json, i) => item.listUses?.(element, { ...site, pointer: [...site.pointer, i] }) ?? [])
        : [],
  };
}

/** A map with values of a parameter. Its keys name fields if `keys` says how. */
export function map(own: schema.JsonSchema, item: RuleParameter, keys?: UseDetails): RequiredParameter {
  return {
    schema: own,
    listUses: (value, site) =>
      listMembers(value, site.pointer).flatMap(({ key, value: inner, pointer }) => [
        ...(keys ? [{ ...createUse(key, keys, { ...site, pointer }), key: true as const }] : []),
        ...(item.listUses?.(inner, { ...site, pointer }) ?? []),
      ]),
  };
}

interface ParameterValue {
  readonly key: string;
  readonly value: Json;
  readonly pointer: Pointer;
}

function listMembers(value: Json | undefined, pointer: Pointer): readonly ParameterValue[] {
  return Object.entries(isObject(value) ? value : {}).map(([key, inner]) => ({ key, value: inner, pointer: [...pointer, key] }));
}

/** Explains the form of a condition. */
export const conditionForm =
  'Field names, each with the values that satisfy it (null: absent, {present}: any value); all must be satisfied.';

/** `Condition` of the runtime's rules. */
export function condition(description: string): RequiredParameter {
  return {
    schema: {
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] }, minItems: 1 },
      description: `${description} ${conditionForm}`,
    },
    listUses: (value, site) =>
      listMembers(value, site.pointer).map(({ key: path, value: accepted, pointer }) => ({
        path,
        in: 'self',
        pointer,
        key: true,
        values: listScalars(accepted, pointer).filter(({ value }) => value !== anyValue),
      })),
  };
}

/** `StatedValue` of the runtime's rules. */
export function statedValue(description: string, options: PlaceholderOptions = {}): RequiredParameter {
  return {
    schema: { type: ['string', 'number', 'boolean', 'array', 'object'], description },
    listUses: (value, { pointer }) => listPlaceholderUses(pointer, value, options),
  };
}

/** The fields of a resource with their values. */
export function statedFields(
  description: string,
  getDetails: (root: JsonObject) => Pick<FieldUse, 'in' | 'of'> & { readonly placeholders: PlaceholderOptions },
): RequiredParameter {
  return {
    schema: schema.map(description, statedValue('The value of the field.').schema),
    listUses: (value, site) => {
      const { placeholders, ...place } = getDetails(site.root);
      return listMembers(value, site.pointer).flatMap(({ key: path, value: inner, pointer }) => [
        { path, ...place, pointer, key: true, assignedValues: [{ value: inner as StatedValue, pointer }] },
        ...listPlaceholderUses(pointer, inner, placeholders),
      ]);
    },
  };
}

/** Creates the schema of an object with a `kind`, a source, and these parameters. */
export function createKindSchema(kind: string, description: string, parameters: Parameters): schema.JsonSchema {
  const properties = { kind: { const: kind }, ...toSchemas(parameters), source: schema.ref('source') };
  return schema.object(description, properties, [...listOptional(parameters), 'source']);
}
