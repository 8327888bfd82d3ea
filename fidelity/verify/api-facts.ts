/** What replaying needs to know of an API, computed once. */
import type { Api, ObjectType } from '../../generator/model/model.js';
import { getLookup } from '../../generator/model/schema-lookup.js';
import { findGeneratedIds, findIdFields, type GeneratedIds, type IdFields } from './generated-ids.js';

export interface ApiFacts {
  /** The API as `name version`. */
  readonly name: string;
  /** The address of the API, without a slash at its end. */
  readonly origin: string;
  /** The collections whose members the server names. */
  readonly generatedIds: ReadonlyMap<string, GeneratedIds>;
  /** The fields of resources that hold IDs which the server generates. */
  readonly idFields: ReadonlyMap<ObjectType, IdFields>;
  /** The names of the fields that hold the version of content. */
  readonly etagFields: ReadonlySet<string>;
}

const known = new WeakMap<Api, ApiFacts>();

export function getFacts(api: Api): ApiFacts {
  const facts = known.get(api) ?? {
    name: `${api.name} ${api.version}`,
    origin: URL.canParse(api.rootUrl ?? '') ? new URL(api.rootUrl ?? '').origin : 'http://localhost',
    generatedIds: findGeneratedIds(api),
    idFields: findIdFields(api, getLookup(api)),
    etagFields: findEtagFields(api),
  };
  known.set(api, facts);
  return facts;
}

function findEtagFields({ schemas }: Api): ReadonlySet<string> {
  const fields = schemas.flatMap(({ type }) => (type.kind === 'object' ? type.fields : []));
  return new Set(fields.flatMap(({ name, etag }) => (etag === undefined ? [] : name)));
}
