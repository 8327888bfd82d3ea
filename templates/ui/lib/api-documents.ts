/** The Discovery documents of the mock's APIs: their methods, schemas, and rules. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ApiList, ApiSummary } from '../../runtime/mock/types/control.js';
import { getControl } from './requests.js';

/** A JSON Schema as Discovery documents have it, as far as the page uses it. */
export interface Schema {
  readonly id?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly default?: string;
  readonly pattern?: string;
  readonly minimum?: string;
  readonly maximum?: string;
  readonly readOnly?: boolean;
  readonly required?: boolean;
  readonly repeated?: boolean;
  readonly location?: 'path' | 'query';
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly annotations?: { readonly required?: readonly string[] };
  readonly 'x-immutable'?: boolean;
  readonly 'x-maxLength'?: number;
  readonly 'x-rules'?: readonly DocumentRule[];
  readonly 'x-validations'?: readonly DocumentRule[];
  readonly 'x-source'?: Source;
}

/** Where a fact is from: a section of the documents, or public knowledge. */
export type Source = string | Readonly<Record<string, string>>;

/** An entry of `x-rules` or `x-validations`. */
export interface DocumentRule {
  /** The kind of a rule of `x-rules`. */
  readonly kind?: string;
  /** The expression of a validation. */
  readonly rule?: string;
  readonly message?: string;
  readonly source?: Source;
  readonly [member: string]: unknown;
}

export interface DocumentMethod {
  readonly id: string;
  readonly httpMethod: string;
  readonly path: string;
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, Schema>>;
  readonly request?: { readonly $ref: string };
  readonly response?: { readonly $ref: string };
  readonly 'x-rules'?: readonly DocumentRule[];
  readonly 'x-validations'?: readonly DocumentRule[];
  readonly 'x-source'?: Source;
}

interface Collection {
  readonly methods?: Readonly<Record<string, DocumentMethod>>;
  readonly resources?: Readonly<Record<string, Collection>>;
}

/** A Discovery document as the mock serves it. */
export interface ApiDocument extends Collection {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  /** The address of the API in the mock. */
  readonly rootUrl?: string;
  readonly documentationLink?: string;
  readonly schemas?: Readonly<Record<string, Schema>>;
}

export interface Api extends ApiSummary {
  readonly document: ApiDocument;
}

/** The APIs with their documents, which don't change. Undefined until they are loaded. */
const apis = signal<readonly Api[] | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Returns the APIs of the mock, or `undefined` until they are loaded. An API without a document has an empty one. */
export function useApis(): readonly Api[] | undefined {
  useEffect(() => {
    loading ??= loadApis().catch(() => (loading = undefined));
  }, []);
  return apis.value;
}

async function loadApis(): Promise<void> {
  const { apis: summaries } = await getControl<ApiList>('apis');
  apis.value = await Promise.all(
    summaries.map(async (summary) => {
      const { name, version } = summary;
      const document = getControl<ApiDocument>(`apis/${encodeURIComponent(name)}/${encodeURIComponent(version)}`);
      return { ...summary, document: await document.catch(() => ({ name, version })) };
    }),
  );
}

/** A method with its place in the API. */
export interface PlacedMethod {
  readonly api: Api;
  /** The collections that contain it: `['projects', 'locations']`. */
  readonly collections: readonly string[];
  /** The last part of its id: `get`. */
  readonly name: string;
  readonly method: DocumentMethod;
}

/** The methods of each API, which can be thousands. */
const methodLists = new WeakMap<Api, readonly PlacedMethod[]>();

export function listMethods(api: Api): readonly PlacedMethod[] {
  const known = methodLists.get(api);
  if (known) return known;
  const listBelow = ({ methods = {}, resources = {} }: Collection, collections: readonly string[]): readonly PlacedMethod[] => [
    ...Object.entries(methods).map(([name, method]) => ({ api, collections, name, method })),
    ...Object.entries(resources).flatMap(([name, collection]) => listBelow(collection, [...collections, name])),
  ];
  const methods = listBelow(api.document, []);
  methodLists.set(api, methods);
  return methods;
}

export function findMethod(allApis: readonly Api[], methodId: string | undefined): PlacedMethod | undefined {
  if (methodId === undefined) return undefined;
  for (const api of allApis) {
    const found = listMethods(api).find(({ method }) => method.id === methodId);
    if (found) return found;
  }
  return undefined;
}

/** Follows a reference to a schema. */
export function resolveSchema(document: ApiDocument, schema: Schema | undefined): Schema | undefined {
  return schema?.$ref !== undefined && Object.hasOwn(document.schemas ?? {}, schema.$ref) ? document.schemas?.[schema.$ref] : schema;
}
