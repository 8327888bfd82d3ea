/** The fields of a request, and the resources to which descriptions link them. */
import type { Pointer } from '../../../generator/lib/json.js';
import type { Field, Method, Resource, Type } from '../../../generator/model/model.js';
import type { Lookup } from '../../../generator/model/schema-lookup.js';
import type { ApiIndex } from '../api-index.js';

export interface RequestField {
  /** In the body, or the name of a query parameter. */
  readonly pointer: Pointer;
  readonly in: 'body' | 'query';
  readonly name: string;
  readonly type: Type;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isOutput: boolean;
  readonly isDeprecated: boolean;
}

/** The maximum depth of objects in a request. */
const maxDepth = 3;

/** Lists the fields of the body and the query parameters of a method, the outermost first. */
export function listRequestFields(method: Method, lookup: Lookup): readonly RequestField[] {
  const query = method.parameters
    .filter(({ location }) => location === 'query')
    .map((parameter): RequestField => ({
      pointer: [parameter.name],
      in: 'query',
      name: parameter.name,
      type: parameter.type,
      description: parameter.description ?? '',
      isRequired: parameter.required || /^\s*Required\b/.test(parameter.description ?? ''),
      isOutput: false,
      isDeprecated: parameter.deprecated,
    }));
  return [...listObjectFields(method, method.request, { lookup, pointer: [] }), ...query].sort(
    (one, other) => one.pointer.length - other.pointer.length,
  );
}

interface FieldPlace {
  readonly lookup: Lookup;
  readonly pointer: Pointer;
}

function listObjectFields(method: Method, type: Type | undefined, { lookup, pointer }: FieldPlace): readonly RequestField[] {
  const fields = pointer.length >= maxDepth ? [] : (lookup.object(type)?.fields ?? []);
  return fields.flatMap((field): readonly RequestField[] => {
    const own = [...pointer, field.name];
    return [
      {
        pointer: own,
        in: 'body',
        name: field.name,
        type: field.type,
        description: field.description ?? '',
        isRequired: isRequired(field, method),
        isOutput: field.readOnly,
        isDeprecated: field.deprecated,
      },
      ...(field.readOnly ? [] : listObjectFields(method, field.type, { lookup, pointer: own })),
    ];
  });
}

export const isRequired = ({ required, requiredBy, expected, readOnly }: Field, { id }: Method): boolean =>
  !readOnly && (required || requiredBy?.includes(id) === true || expected === true);

/** How a field names another resource: by its full name, or by its last ID. */
export interface FieldLink {
  readonly resource: Resource;
  readonly form: 'name' | 'id';
}

/** Finds the resource that a field names: the template or the collection in its description, or else its own name. */
export function findFieldLink({ name, type, description }: RequestField, index: ApiIndex): FieldLink | undefined {
  const { lookup } = index;
  if (lookup.resolve(type)?.kind !== 'string') return undefined;
  const resources = index.api.resources.filter(({ implicit, operation }) => !implicit && operation === undefined);
  const templates = [...description.matchAll(/\bprojects\/[^\s`"',)]*/g)].map(([text]) => listCollections(text.replace(/\.$/, '')));
  const described = templates.flatMap((collections) =>
    resources.filter((resource) => collections.length > 0 && listCollections(resource.path).join('/').endsWith(collections.join('/'))),
  );
  const [linked] = described.sort((one, other) => one.path.length - other.path.length);
  if (linked !== undefined) return { resource: linked, form: 'name' };
  const named = resources.filter(({ path }) => toSingular(listCollections(path).at(-1) ?? '') === name.toLowerCase());
  const [own] = named.sort((one, other) => one.path.length - other.path.length);
  return own === undefined ? undefined : { resource: own, form: 'name' };
}

/** The literal segments after the version, without those in braces and without empty ones: `projects`, `topics`. */
function listCollections(path: string): readonly string[] {
  const segments = path.split('/');
  return segments
    .slice(Math.max(0, segments.indexOf('projects')))
    .filter((segment) => segment !== '' && /^[a-z]\w*$/i.test(segment) && !/^[A-Z_]+$/.test(segment));
}

/** `topic` for `topics`. */
const toSingular = (word: string): string =>
  word
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(s|x|ch)es$/, '$1')
    .replace(/(?<!s)s$/, '');

/** The spelling of words that names of fields and messages share: `ackids` for `ack IDs`, `ackIds`, and `ack_ids`. */
export const normalizeName = (text: string): string => toSingular(text.replace(/[^a-z0-9]/gi, ''));
