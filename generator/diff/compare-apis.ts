/** Compares two versions of an API, as TypeScript and the wire see them. */
import { quote } from '../lib/diagnostics.js';
import { createLookup } from '../model/schema-lookup.js';
import type { Api, Endpoint, Schema } from '../model/model.js';
import { createChildSite, type Change, Changes, type ChangeKind, type Effect, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { formatTransition } from './compare-facets.js';
import { compareDocumentation } from './compare-documentation.js';
import { toCanonicalText } from '../lib/json.js';
import { matchMembers, type MatchedMembers, type NamedMember } from './match-members.js';
import { compareMethods } from './compare-methods.js';
import { findCommonBases } from './path-keys.js';
import { compareParameters } from './compare-parameters.js';
import { findSchemaDirections } from './schema-directions.js';
import { compareTypes } from './compare-types.js';

/** A version with the locations of its parts. */
export interface LocatedVersion {
  readonly api: Api;
  readonly at: ConstructorParameters<typeof Changes>[0]['old'];
}

/** Returns all changes, by location in the new version. */
export function diffApis(versions: Pair<LocatedVersion>): Change[] {
  const { old, new: next } = versions;
  const changes = new Changes({ old: old.at, new: next.at });
  const schemas = matchMembers(toNamedSchemas(old.api), toNamedSchemas(next.api));
  const comparison: Comparison = {
    changes,
    old: { api: old.api, lookup: createLookup(old.api) },
    new: { api: next.api, lookup: createLookup(next.api) },
    bases: findCommonBases({ old: old.api, new: next.api }),
    renamedSchemas: new Map(schemas.renamed.map((pair) => [pair.old.id, pair.new.id])),
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
      schema.type.kind === 'object' && schema.type.fields.length === 0
        ? undefined
        : toCanonicalText([schema.type, schema.description ?? '']),
  }));
}

const createSite = (site: Site, id: string): Site => createChildSite(site, ['schemas', id], id);

function compareSchemas(comparison: Comparison, { kept, renamed, removed, added }: MatchedMembers<Schema>, site: Site): void {
  const { changes } = comparison;
  const findDirections = findSchemaDirections(comparison.old.api);
  for (const { id } of removed)
    changes.add('schema-removed', { ...createSite(site, id), new: site.new }, { message: 'the schema was removed', effect: 'removes' });
  for (const { id } of added)
    changes.add('schema-added', { ...createSite(site, id), old: site.old }, { message: 'the schema was added', effect: 'adds' });
  for (const { old, new: next } of renamed)
    changes.add(
      'schema-renamed',
      { ...createSite(site, old.id), new: createSite(site, next.id).new },
      {
        message: `the schema was renamed to ${quote(next.id)}`,
        effect: 'removes',
        reason: 'code that uses the name of the type no longer compiles; requests and responses are the same',
      },
    );
  for (const { old, new: next } of [...kept, ...renamed]) {
    const schemaSite = { ...createSite(site, old.id), new: createSite(site, next.id).new, direction: findDirections(old.id) };
    compareDocumentation(comparison, { old, new: next }, schemaSite);
    compareTypes(comparison, { old: old.type, new: next.type }, schemaSite);
  }
}

function compareIdentity(comparison: Comparison, site: Site): void {
  const { old, new: next } = { old: comparison.old.api, new: comparison.new.api };
  const report = (
    kind: ChangeKind,
    key: string,
    change: {
      readonly getValue: (api: Api) => string | undefined;
      readonly label: string;
      readonly effect: Effect;
      readonly reason: string;
    },
  ): void => {
    const [before, after] = [change.getValue(old), change.getValue(next)];
    if (before === after) return;
    const { effect, reason } = change;
    comparison.changes.add(kind, createChildSite(site, [key]), {
      message: `${change.label} ${formatTransition(before, after)}`,
      effect,
      reason,
    });
  };
  report('name-changed', 'name', {
    getValue: ({ name }) => name,
    label: 'the name',
    effect: 'replaces',
    reason: 'the package has another name',
  });
  report('version-changed', 'version', {
    getValue: ({ version }) => version,
    label: 'the version',
    effect: 'replaces',
    reason: 'the name of the package changes',
  });
  report('client-renamed', 'canonicalName', {
    getValue: ({ className }) => `create${className}Client`,
    label: 'the function that creates a client',
    effect: 'replaces',
    reason: 'the old name is no longer exported',
  });
  report('address-changed', 'rootUrl', {
    getValue: ({ rootUrl }) => rootUrl,
    label: 'the address',
    effect: old.rootUrl === undefined ? 'adds' : 'replaces',
    reason:
      old.rootUrl === undefined
        ? 'a client with a configured address still uses it'
        : 'a client without a configured address uses another address, or cannot be created',
  });
  report('wrapping-changed', 'features', {
    getValue: ({ features }) => (features.includes('dataWrapper') ? 'wrapped in `data`' : 'not wrapped'),
    label: 'the form of request and response bodies',
    effect: 'replaces',
    reason: 'existing clients send and read the other form',
  });
  report('service-path-changed', 'servicePath', {
    getValue: (api) => (api === old ? comparison.bases.old : comparison.bases.new),
    label: 'the common prefix of all paths',
    effect: 'replaces',
    reason: 'existing clients call the old paths',
  });
  report('batch-changed', 'batchPath', {
    getValue: ({ batchPath }) => batchPath,
    label: 'the path of batch requests',
    effect: old.batchPath === undefined ? 'adds' : 'replaces',
    reason: old.batchPath === undefined ? 'existing code is not affected' : 'existing clients call the old path',
  });
}

/** Compares location-specific endpoints. */
function compareEndpoints({ changes, ...comparison }: Comparison, parentSite: Site): void {
  const site = createChildSite(parentSite, ['endpoints']);
  const toNamedSchemas = ({ endpoints }: Api): NamedMember<Endpoint>[] =>
    endpoints.map((endpoint) => ({ name: endpoint.location, value: endpoint, signature: undefined }));
  const { kept, removed, added } = matchMembers(toNamedSchemas(comparison.old.api), toNamedSchemas(comparison.new.api));
  for (const { location } of removed)
    changes.add('endpoint-removed', site, { message: `the location ${quote(location)} was removed`, effect: 'removes' });
  for (const { location } of added)
    changes.add('endpoint-added', site, { message: `the location ${quote(location)} was added`, effect: 'adds' });
  for (const { old, new: next } of kept) {
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
