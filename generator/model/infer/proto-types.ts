/** Infers the type URLs of messages: the `@type` of a `google.protobuf.Any`. */
import type { Api } from '../model.js';

/** Returns the type URL of a schema, or `undefined` if the package of the API's messages isn't known. */
export type TypeUrls = (schema: string) => string | undefined;

/**
 * Returns the type URLs of an API's schemas. In documents of Google Cloud APIs, the ids of schemas begin with the package
 * (`GoogleCloudRunV2Job`), or else the package has the name of the API. APIs with scopes of their own are older than this convention, and
 * their packages are not known. The package of an API that isn't Google's consists of its name and version.
 */
export function createTypeUrls(api: Pick<Api, 'name' | 'version' | 'canonicalName' | 'rootUrl' | 'scopes' | 'schemas'>): TypeUrls {
  const { name, version } = api;
  if (!isGoogleApi(api.rootUrl)) return (schema) => `type.googleapis.com/${name}.${version}.${schema}`;
  const prefix = findPackagePrefix(api);
  const usesOnlyCloudScopes = api.scopes.every(({ name: scope }) => /\/cloud-platform(?:\.read-only)?$/.test(scope));
  if (prefix === undefined && !usesOnlyCloudScopes) return () => undefined;
  const path = prefix === undefined ? toProductName(api) : prefix.slice(0, -version.length);
  const start = `type.googleapis.com/google.cloud.${toPackagePath(path)}.${version}`;
  const ownPrefix = prefix === undefined ? findNamePrefix(api) : `GoogleCloud${prefix}`;
  return (schema) => `${start}.${schema.startsWith(ownPrefix) && schema !== ownPrefix ? schema.slice(ownPrefix.length) : schema}`;
}

function isGoogleApi(rootUrl: string | undefined): boolean {
  return rootUrl !== undefined && URL.canParse(rootUrl) && /(?:^|\.)googleapis\.com$/.test(new URL(rootUrl).hostname);
}

/** Returns the most frequent package in the ids of schemas, if it has the version of the API: `RunV2` of `GoogleCloudRunV2Job`. */
function findPackagePrefix({ version, schemas }: Pick<Api, 'version' | 'schemas'>): string | undefined {
  const capitalVersion = `V${version.slice(1)}`;
  const counts = new Map<string, number>();
  for (const { id } of schemas) {
    const [, prefix] = /^GoogleCloud([A-Z][a-z]\w*?V\d+(?:(?:alpha|beta)\d*)?)[A-Z]/.exec(id) ?? [];
    if (prefix?.endsWith(capitalVersion)) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** `Cloud Filestore` is `filestore`. Without a canonical name that begins with `Cloud`, it is the name of the API. */
function toProductName({ name, canonicalName = '' }: Pick<Api, 'name' | 'canonicalName'>): string {
  const [, product] = /^Cloud (.+)$/.exec(canonicalName) ?? [];
  return product === undefined ? name : product.replaceAll(' ', '').toLowerCase();
}

/** `BillingBudgets` is `billing.budgets`. */
const toPackagePath = (text: string): string => text.replace(/(?<=[a-z])(?=[A-Z])/g, '.').toLowerCase();

/** If names of schemas are already taken, documents prefix them with the name of the API: `ApigatewayApi`. */
function findNamePrefix({ name, schemas }: Pick<Api, 'name' | 'schemas'>): string {
  const prefix = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const isShared = schemas.filter(({ id }) => id.startsWith(prefix)).length >= 3;
  return isShared ? prefix : '\0';
}
