/** Compares two versions of an API, as TypeScript and the wire see them. */
import { quote } from '../lib/diagnostics.js';
import type { EnumMode } from '../language/parts.js';
import { createLookup, getLookup } from '../model/schema-lookup.js';
import { walkTypes } from '../model/walk-types.js';
import type { Api, DescribedEndpoint, Field, Schema, Type } from '../model/model.js';
import { createChildSite, type Change, Changes, type ChangeKind, type Direction, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { formatTransition } from './compare-facets.js';
import { compareDocumentation } from './compare-documentation.js';
import { toCanonicalText } from '../lib/json.js';
import { compareMembers, formatContent, matchMembers, type MatchedMembers, type NamedMember } from './match-members.js';
import { compareMethods } from './compare-methods.js';
import { findCommonBases } from './path-keys.js';
import { compareParameters } from './compare-parameters.js';
import { compareTypes } from './compare-types.js';

/** A version with the locations of its parts. */
export interface LocatedApi {
  readonly api: Api;
  readonly at: ConstructorParameters<typeof Changes>[0]['old'];
}

/**
 * Returns all changes, by location in the new version.
 *
 * @param enums How the package prints the types of enums.
 */
export function diffApis(versions: Pair<LocatedApi>, enums: EnumMode = 'open'): Change[] {
  const { old, new: next } = versions;
  const changes = new Changes({ old: old.at, new: next.at });
  const schemas = matchMembers({ old: toNamedSchemas(old.api), new: toNamedSchemas(next.api) });
  const comparison: Comparison = {
    changes,
    enums,
    old: { api: old.api, lookup: createLookup(old.api) },
    new: { api: next.api, lookup: createLookup(next.api) },
    bases: findCommonBases({ old: old.api, new: next.api }),
    renamedSchemas: new Map(schemas.renamed.map((pair) => [pair.old.name, pair.new.name])),
    compared: new Set(),
  };
  const site: Site = { subject: old.api.name, old: [], new: [], direction: { sent: true, received: true } };
  compareIdentity(comparison, site);
  compareEndpoints(comparison, site);
  compareParameters(comparison, { old: old.api.parameters, new: next.api.parameters }, { ...site, samePath: false });
  compareMethods(comparison, site);
  compareSchemas(comparison, schemas, site);
  compareApiDocumentation(comparison, site);
  return changes.toSorted();
}

/** A schema without fields can't be recognized under another name. */
function toNamedSchemas({ schemas }: Api): NamedMember<Schema>[] {
  return schemas.map((schema) => ({
    name: schema.id,
    value: schema,
    signature:
      schema.type.kind === 'object' && schema.type.fields.length === 0 ? undefined : formatContent([schema.type, schema.description ?? '']),
  }));
}

function compareSchemas(comparison: Comparison, schemas: MatchedMembers<Schema>, site: Site): void {
  const findDirections = createDirectionLookup(comparison.old.api);
  compareMembers(comparison.changes, schemas, {
    noun: 'schema',
    owner: site,
    createSite: ({ name }) => createChildSite(site, ['schemas', name], name),
    renameReason: 'code that uses the name of the type no longer compiles; requests and responses are the same',
    compare: ({ old, new: next }, parentSite) => {
      const schemaSite = { ...parentSite, direction: findDirections(old.id) };
      compareDocumentation(comparison, { old, new: next }, schemaSite);
      compareTypes(comparison, { old: old.type, new: next.type }, schemaSite);
    },
  });
}

interface IdentityAspect {
  readonly kind: ChangeKind;
  readonly key: string;
  readonly label: string;
  readonly getValue: (api: Api, base: string) => string | undefined;
  /** The reason why a change is breaking. */
  readonly reason: string;
  /** The reason why an addition isn't. */
  readonly additionReason?: string;
}

const identityAspects: readonly IdentityAspect[] = [
  {
    kind: 'name-changed',
    key: 'name',
    label: 'the name',
    getValue: ({ name }) => name,
    reason: 'the package has another name',
  },
  {
    kind: 'version-changed',
    key: 'version',
    label: 'the version',
    getValue: ({ version }) => version,
    reason: 'the name of the package changes',
  },
  {
    kind: 'client-renamed',
    key: 'canonicalName',
    label: 'the function that creates a client',
    getValue: ({ className }) => `create${className}Client`,
    reason: 'the old name is no longer exported',
  },
  {
    kind: 'address-changed',
    key: 'rootUrl',
    label: 'the address',
    getValue: ({ rootUrl }) => rootUrl,
    reason: 'a client without a configured address uses another address, or cannot be created',
    additionReason: 'a client with a configured address still uses it',
  },
  {
    kind: 'wrapping-changed',
    key: 'features',
    label: 'the form of request and response bodies',
    getValue: ({ features }) => (features.includes('dataWrapper') ? 'wrapped in `data`' : 'not wrapped'),
    reason: 'existing clients send and read the other form',
  },
  {
    kind: 'service-path-changed',
    key: 'servicePath',
    label: 'the common prefix of all paths',
    getValue: (_, base) => base,
    reason: 'existing clients call the old paths',
  },
  {
    kind: 'batch-changed',
    key: 'batchPath',
    label: 'the path of batch requests',
    getValue: ({ batchPath }) => batchPath,
    reason: 'existing clients call the old path',
    additionReason: 'existing code is not affected',
  },
];

function compareIdentity({ changes, bases, old, new: next }: Comparison, site: Site): void {
  for (const { kind, key, label, getValue, reason, additionReason } of identityAspects) {
    const [before, after] = [getValue(old.api, bases.old), getValue(next.api, bases.new)];
    if (before === after) continue;
    const message = `${label} ${formatTransition(before, after)}`;
    const isAddition = before === undefined && additionReason !== undefined;
    changes.add(kind, createChildSite(site, [key]), {
      message,
      ...(isAddition ? { effect: 'adds', reason: additionReason } : { effect: 'replaces', reason }),
    });
  }
}

/** Compares location-specific endpoints. */
function compareEndpoints({ changes, ...comparison }: Comparison, parentSite: Site): void {
  const site = createChildSite(parentSite, ['endpoints']);
  const toNamedEndpoints = ({ endpoints }: Api): NamedMember<DescribedEndpoint>[] =>
    endpoints.map((endpoint) => ({ name: endpoint.location, value: endpoint }));
  const { kept, removed, added } = matchMembers({ old: toNamedEndpoints(comparison.old.api), new: toNamedEndpoints(comparison.new.api) });
  for (const { name } of removed)
    changes.add('endpoint-removed', site, { message: `the location ${quote(name)} was removed`, effect: 'removes' });
  for (const { name } of added) changes.add('endpoint-added', site, { message: `the location ${quote(name)} was added`, effect: 'adds' });
  for (const {
    old: { value: old },
    new: { value: next },
  } of kept) {
    if (old.url !== next.url)
      changes.add('address-changed', site, {
        message: `the address of ${quote(old.location)} ${formatTransition(old.url, next.url)}`,
        effect: 'replaces',
        reason: 'a client with this location calls another address',
      });
    compareDocumentation({ changes }, { old, new: next }, { ...site, subject: `${site.subject} ${old.location}` });
  }
}

/** Compares the documentation of the API as a whole. */
function compareApiDocumentation(comparison: Comparison, site: Site): void {
  const { old, new: next } = { old: comparison.old.api, new: comparison.new.api };
  compareDocumentation(comparison, { old, new: next }, site);
  const documentation: readonly (readonly [string, string, (api: Api) => unknown])[] = [
    ['title', 'the title changed', ({ title }) => title],
    ['x-notes', 'the notes about the API changed', ({ notes: statements }) => statements.map(({ topic, text }) => [topic, text])],
    ['x-undocumented', 'the list of undocumented topics changed', ({ undocumentedTopics: open }) => open.map(({ topic }) => topic)],
    ['auth', 'the scopes or their descriptions changed', ({ scopes }) => scopes],
  ];
  for (const [key, message, getValue] of documentation)
    if (toCanonicalText(getValue(old)) !== toCanonicalText(getValue(next)))
      comparison.changes.add('documentation-changed', createChildSite(site, [key]), { message, effect: 'explains' });
}

/** Returns the directions of a schema. A schema that no method uses is still an exported type and counts as both. */
function createDirectionLookup(api: Api): (schema: string) => Direction {
  const findSchemas = (types: readonly (Type | undefined)[], isFollowed: (field: Field) => boolean): ReadonlySet<string> =>
    new Set([...walkTypes(types, getLookup(api), isFollowed)].flatMap((type) => (type.kind === 'ref' ? type.schema : [])));
  const sent = findSchemas(
    api.methods.map(({ request }) => request),
    ({ readOnly }) => !readOnly,
  );
  const received = findSchemas(
    api.methods.map(({ response }) => response),
    ({ writeOnly }) => !writeOnly,
  );
  return (schema) => {
    const direction = { sent: sent.has(schema), received: received.has(schema) };
    return direction.sent || direction.received ? direction : { sent: true, received: true };
  };
}
