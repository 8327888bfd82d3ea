/** The four specifications of the default build with overlays, and all their rules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { locateRules, type RuleWithPointer } from '../../../generator/pipeline/list-rules.js';
import { readSpecification } from '../../../generator/read/index.js';
import { applyOverlays } from '../../../generator/read/apply-overlays.js';
import { isObject, type Json, type JsonObject, getMember } from '../../../generator/lib/json.js';
import type { Specification } from '../../../generator/language/specification.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
export const apiNames = ['dns', 'compute', 'osconfig', 'errorreporting'] as const;
export type ApiName = (typeof apiNames)[number];

interface ConfiguredSpecification {
  readonly name: ApiName;
  readonly file: string;
  readonly overlays?: readonly string[];
}

const { specs } = parse(readFileSync(join(root, 'discogen.config.yaml'), 'utf8')) as { readonly specs: readonly ConfiguredSpecification[] };

function read(path: string): Specification {
  const { specification } = readSpecification({ path, text: readFileSync(join(root, path), 'utf8') });
  if (specification === undefined) throw new Error(`${path} cannot be read`);
  return specification;
}

function readWithOverlays({ file, overlays = [] }: ConfiguredSpecification): Specification {
  return applyOverlays(read(file), overlays.map(read)).specification;
}

const specifications = new Map(specs.map((element) => [element.name, readWithOverlays(element)]));

export function getSpecification(api: ApiName): Specification {
  return specifications.get(api) as Specification;
}

export interface SpecifiedRule extends RuleWithPointer {
  readonly api: ApiName;
  /** The facet: `pattern`, `validation`, `permission`. */
  readonly facet: string;
}

export const rules: readonly SpecifiedRule[] = apiNames.flatMap((api) =>
  locateRules(getSpecification(api)).map((rule) => ({ ...rule, api, facet: getFacet(rule) })),
);

function getFacet({ kind, id }: RuleWithPointer): string {
  if (kind === 'statement' || kind === 'permission') return kind;
  return (/ \d+$/.test(id) ? id.replace(/ \d+$/, '') : id).split(' ').at(-1) ?? kind;
}

/** Returns the value at a pointer. */
export function resolvePointer(value: Json | undefined, pointer: readonly (string | number)[]): Json | undefined {
  return pointer.reduce<Json | undefined>(
    (current, key) => (Array.isArray(current) ? (current[Number(key)] as Json) : getMember(current, String(key))),
    value,
  );
}

/** Schemas that a schema, field or message refers to, directly or through others. */
export function listReferencedSchemas(
  element: Json | undefined,
  { value }: Specification,
  schemas: Set<string> = new Set(),
): ReadonlySet<string> {
  if (Array.isArray(element))
    for (const item of element as readonly Json[]) listReferencedSchemas(item, { value } as Specification, schemas);
  if (!isObject(element)) return schemas;
  for (const [key, inner] of Object.entries(element)) {
    if (key !== '$ref' || typeof inner !== 'string') listReferencedSchemas(inner, { value } as Specification, schemas);
    else if (!schemas.has(inner))
      listReferencedSchemas(resolvePointer(value, ['schemas', inner]), { value } as Specification, schemas.add(inner));
  }
  return schemas;
}

export interface FoundMethod {
  readonly pointer: readonly string[];
  readonly value: JsonObject;
}

/** Returns the ID of one of the methods, without the API name. */
export function findSomeMethod(api: ApiName): string {
  return { dns: 'projects.get', compute: 'projects.get', osconfig: 'projects.guestPolicies.list', errorreporting: 'projects.groups.get' }[
    api
  ];
}

/** Finds a method by its ID without the API name: `subnetworks.patch`. */
export function findMethod(api: ApiName, id: string): FoundMethod {
  const names = id.split('.');
  const pointer = [...names.slice(0, -1).flatMap((name) => ['resources', name]), 'methods', names.at(-1) ?? ''];
  const value = resolvePointer(getSpecification(api).value, pointer);
  if (!isObject(value)) throw new Error(`${api} has no method ${id}`);
  return { pointer, value };
}
