/** Generates argument values for a method from its description. */
import type { TypeForm } from '../../generator/emit/names.js';
import { isNeededBy, listFields } from '../../generator/emit/type-queries.js';
import { getLookup } from '../../generator/model/schema-lookup.js';
import type { Lookup } from '../../generator/model/schema-lookup.js';
import type { Json } from '../../generator/lib/json.js';
import type { Api, Field, Method, Parameter, StringType, Type } from '../../generator/model/model.js';
import { parseRoute } from '../../generator/language/route.js';
import { matchesWhole, createMatchingText } from './patterns.js';

const valueByFormat: ReadonlyMap<string, string> = new Map([
  ['date-time', '2026-01-31T12:00:00Z'],
  ['google-datetime', '2026-01-31T12:00:00Z'],
  ['google-duration', '3.5s'],
  ['google-fieldmask', 'name'],
  ['date', '2026-01-31'],
  ['int64', '7'],
  ['uint64', '7'],
  ['byte', 'AAAA'],
]);

export type Params = Readonly<Record<string, Json>>;

/** `least`: only required parameters and fields; `most`: every parameter and every field of the body. */
export type Extent = 'least' | 'most';

export class SampleValues {
  readonly #lookup: Lookup;

  constructor(
    private readonly api: Api,
    /** The ID of the method whose body is generated. */
    private readonly methodId = '',
    private readonly form: TypeForm = 'input',
  ) {
    this.#lookup = getLookup(api);
  }

  params(method: Method, extent: Extent): Params {
    const templates = listTemplates(method.route);
    const parameters = method.parameters.filter(({ location, required }) => extent === 'most' || location === 'path' || required);
    const entries = parameters.flatMap((parameter) => {
      const value = this.#createParameter(parameter, templates.get(parameter.name));
      return value === undefined ? [] : [[parameter.name, value] as const];
    });
    const body = method.request === undefined ? undefined : new SampleValues(this.api, method.id).value(method.request, extent);
    return Object.fromEntries(body === undefined ? entries : [...entries, ['requestBody', body]]);
  }

  #createParameter(parameter: Parameter, template: string | undefined): Json | undefined {
    const type = this.#lookup.resolve(parameter.type);
    const value = template === undefined ? this.value(parameter.type, 'most') : createPathText(type, template);
    return parameter.repeated && value !== undefined && !Array.isArray(value) ? [value] : value;
  }

  value(type: Type, extent: Extent, ancestors: readonly string[] = []): Json | undefined {
    if (type.kind === 'ref' && ancestors.includes(type.schema)) return undefined;
    const visited = type.kind === 'ref' ? [...ancestors, type.schema] : ancestors;
    const resolved = this.#lookup.resolve(type);
    if (resolved === undefined) return undefined;
    switch (resolved.kind) {
      case 'string':
        return createText(resolved);
      case 'integer':
      case 'number':
        return resolved.minimum ?? Math.min(1, resolved.maximum ?? 1);
      case 'boolean':
        return true;
      case 'any':
        return { anything: ['goes'] };
      case 'array':
        return this.#createList(this.value(resolved.items, extent, visited));
      case 'map': {
        const value = this.value(resolved.values, extent, visited);
        return value === undefined ? {} : { key: value };
      }
      case 'object':
        return this.#createObject(resolved.fields, extent, visited);
    }
  }

  #createList(item: Json | undefined): Json {
    return item === undefined ? [] : [item];
  }

  /** Nested objects have only required fields; `undefined` breaks cycles. */
  #createObject(fields: readonly Field[], extent: Extent, ancestors: readonly string[]): Json | undefined {
    const fieldExtent = ancestors.length > 3 ? 'least' : extent;
    const isRequired = (field: Field): boolean => isNeededBy(field, this.methodId) || (field.present === true && this.form === 'output');
    const fieldsOfForm = listFields({ fields }, this.form).map((field) => ({ ...field, required: isRequired(field) }));
    const members = fieldsOfForm
      .filter(({ required }) => required || fieldExtent === 'most')
      .map(({ name, type, required }) => ({ name, required, value: this.value(type, fieldExtent, ancestors) }));
    if (members.some(({ required, value }) => required && value === undefined)) return undefined;
    return Object.fromEntries(members.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])));
  }
}

export function listTemplates(route: string): ReadonlyMap<string, string> {
  const result = parseRoute({ path: route });
  return new Map(result.ok ? result.route.variables.map(({ name, template }) => [name, template]) : []);
}

/** Generates a path parameter from its values or pattern, or else from its route. */
export function createPathText(type: Type | undefined, template: string): Json | undefined {
  if (type?.kind === 'integer' || type?.kind === 'number') return type.minimum ?? Math.min(7, type.maximum ?? 7);
  if (type?.kind === 'boolean') return true;
  if (type?.kind !== 'string') return undefined;
  const first = type.enum?.[0]?.value ?? type.const;
  if (first !== undefined) return first;
  const formatted = valueByFormat.get(type.format ?? '');
  if (formatted !== undefined && (type.pattern === undefined || matchesWhole(type.pattern, formatted))) return formatted;
  if (type.pattern !== undefined) return createSegments(type.pattern, template);
  return template
    .split('/')
    .map((part, index) => (part === '*' ? `x${index}` : part === '**' ? 'many/segments' : part))
    .join('/');
}

/** Avoids a slash in a single segment if possible. */
function createSegments(pattern: string, template: string): string | undefined {
  const texts = [createMatchingText(pattern), createMatchingText(pattern, true)].filter((text) => text !== undefined && text !== '');
  return (template === '*' ? texts.find((text) => !text?.includes('/')) : undefined) ?? texts[0];
}

function createText(type: StringType): string | undefined {
  const first = type.const ?? type.enum?.[0]?.value ?? valueByFormat.get(type.format ?? '');
  if (first !== undefined) return first;
  return type.pattern === undefined ? 'x' : createMatchingText(type.pattern);
}
