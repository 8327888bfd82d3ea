/** The environment variables with which the vendor's clients find a mock, by the documentation of each client. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Effects } from '../lib/effects.js';
import { getText, type JsonObject, omitUndefined } from '../lib/json.js';
import { packageRoot } from '../lib/root.js';
import { listHostPatterns } from '../../mock/shared.js';

/** An API that a mock serves, from `GET /__admin/apis`. */
export interface ServedApi {
  readonly name: string;
  readonly version: string;
  readonly basePath?: string;
}

export interface ClientTarget {
  /** The address of the mock, without a slash at its end. */
  readonly url: string;
  readonly apis: readonly ServedApi[];
  /** A service account key of the mock. */
  readonly key: JsonObject;
  /** The file with the key. */
  readonly keyFile: string;
  /** The folder of the files for clients. */
  readonly folder: string;
  /** The file with the certificate authority of a mock with TLS. */
  readonly authority?: string | undefined;
  /** The present environment, which some variables extend. */
  readonly environment: Effects['environment'];
}

/** The part of a target on which the variables for credentials depend. */
export type CredentialTarget = Pick<ClientTarget, 'key' | 'keyFile' | 'folder' | 'environment'>;

interface VendorNames {
  /** The first label of the public host, and the name of the API in the command-line tool. */
  readonly service?: string;
  /** Whether the command-line tool expects the base path in the address. */
  readonly hasToolPath?: true;
  /** The name of the API in the Terraform provider, or `false` if the provider doesn't use it. */
  readonly terraform?: string | false;
}

/** APIs whose names in clients differ from their own: the name of the API, and in upper case for Terraform. */
const vendorNames: Readonly<Record<string, VendorNames>> = {
  bigquery: { hasToolPath: true, terraform: 'BIG_QUERY' },
  clouderrorreporting: { terraform: false },
  compute: { hasToolPath: true },
  errorreporting: { service: 'clouderrorreporting', terraform: false },
  osconfig: { terraform: 'OS_CONFIG' },
  storage: { hasToolPath: true },
};

/** Hosts that clients call for tokens, and those of several APIs. `*` stands for letters, digits, and hyphens. */
export const commonHosts: readonly string[] = [
  ...new Set(['oauth2', 'sts', 'iamcredentials'].flatMap((service) => listHostPatterns([`https://${service}.googleapis.com/`]))),
  'accounts.google.com',
  // The metadata server of a virtual machine.
  'metadata.google.internal',
  'metadata',
  '169.254.169.254',
];

export function buildClientEnvironment(target: ClientTarget): Readonly<Record<string, string>> {
  const hosts = [
    ...new Set([...target.apis.flatMap((api) => listHostPatterns([`https://${getService(api)}.googleapis.com/`])), ...commonHosts]),
  ];
  return {
    ...buildCommonVariables(
      target,
      hosts.filter((host) => !host.includes('*')),
    ),
    ...buildToolVariables(target),
    ...buildTerraformVariables(target),
    ...buildKeyVariables(target.keyFile),
    ...buildNodeVariables(target, hosts),
    ...buildAuthorityVariables(target),
  };
}

/** The variables with which the client libraries, Terraform, and Ansible find the file of a service account key. */
export const buildKeyVariables = (keyFile: string): Readonly<Record<string, string>> => ({
  GOOGLE_APPLICATION_CREDENTIALS: keyFile,
  GOOGLE_CREDENTIALS: keyFile,
  GCP_AUTH_KIND: 'serviceaccount',
  GCP_SERVICE_ACCOUNT_FILE: keyFile,
});

const getNames = ({ name }: ServedApi): VendorNames => (Object.hasOwn(vendorNames, name) ? vendorNames[name] : undefined) ?? {};
const getService = (api: ServedApi): string => getNames(api).service ?? api.name;
const toVariableName = (name: string): string => name.toUpperCase().replaceAll(/\W/g, '_');

function buildCommonVariables(target: ClientTarget, hosts: readonly string[]): Record<string, string> {
  const { url, environment } = target;
  const { host, hostname, protocol } = new URL(url);
  const direct = (environment['no_proxy'] ?? environment['NO_PROXY'] ?? '').split(',').filter((name) => name !== '');
  const noProxy = [...new Set([...direct, hostname.replaceAll(/[[\]]/g, ''), 'localhost', ...hosts])].join(',');
  return {
    DISCOGEN_MOCK_URL: url,
    ...chooseProject('GOOGLE_CLOUD_PROJECT', target),
    // Clients of the metadata server don't support TLS.
    ...(protocol === 'http:' && { GCE_METADATA_HOST: host, GCE_METADATA_IP: host }),
    NO_PROXY: noProxy,
    no_proxy: noProxy,
  };
}

/** Returns a variable with the project of the key, unless the user has chosen a project. */
export function chooseProject(name: string, { key, environment }: Pick<ClientTarget, 'key' | 'environment'>): Record<string, string> {
  const chosen = environment[name] || getText(key, 'project_id');
  return chosen === undefined ? {} : { [name]: chosen };
}

/** https://cloud.google.com/sdk/docs/properties: each property is also an environment variable. */
function buildToolVariables(target: ClientTarget): Record<string, string> {
  const { url, apis, authority } = target;
  const overrides = apis.map((api) => {
    const path = getNames(api).hasToolPath === true && api.basePath !== undefined ? api.basePath : '/';
    return [`CLOUDSDK_API_ENDPOINT_OVERRIDES_${toVariableName(getService(api))}`, `${url}${path}`] as const;
  });
  return {
    ...Object.fromEntries(overrides),
    ...buildToolCredentials(target),
    ...omitUndefined({ CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE: authority }),
  };
}

/** The credentials and the settings of the command-line tool. */
export function buildToolCredentials(target: CredentialTarget): Record<string, string> {
  const { key, keyFile, folder } = target;
  return {
    CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE: keyFile,
    // The tool ignores the token endpoint of a key.
    ...omitUndefined({ CLOUDSDK_AUTH_TOKEN_HOST: getText(key, 'token_uri') }),
    CLOUDSDK_CONFIG: join(folder, 'gcloud'),
    ...chooseProject('CLOUDSDK_CORE_PROJECT', target),
    CLOUDSDK_CORE_DISABLE_USAGE_REPORTING: 'true',
    CLOUDSDK_COMPONENT_MANAGER_DISABLE_UPDATE_CHECK: 'true',
  };
}

/**
 * https://registry.terraform.io/providers/hashicorp/google/latest/docs/guides/provider_reference. The provider appends `projects/…` to an
 * address.
 */
function buildTerraformVariables({ url, apis }: ClientTarget): Record<string, string> {
  const endpoints = apis.flatMap((api) => {
    const { terraform = toVariableName(api.name) } = getNames(api);
    return terraform === false || api.basePath === undefined
      ? []
      : [[`GOOGLE_${terraform}_CUSTOM_ENDPOINT`, `${url}${api.basePath}`] as const];
  });
  return Object.fromEntries(endpoints);
}

/** The option loads the module that redirects the requests of Node programs. */
function buildNodeVariables({ environment }: ClientTarget, hosts: readonly string[]): Record<string, string> {
  const option = `--import=${pathToFileURL(join(packageRoot, 'dist/redirect.js')).href}`;
  const present = (environment['NODE_OPTIONS'] ?? '').split(' ').filter((word) => word !== '' && word !== option);
  return { DISCOGEN_MOCK_HOSTS: hosts.join(','), NODE_OPTIONS: [...present, option].join(' ') };
}

/** Node, programs that use OpenSSL or Go, the Python libraries requests and httplib2, and curl. */
const buildAuthorityVariables = ({ authority }: ClientTarget): Record<string, string> =>
  omitUndefined({
    NODE_EXTRA_CA_CERTS: authority,
    SSL_CERT_FILE: authority,
    REQUESTS_CA_BUNDLE: authority,
    HTTPLIB2_CA_CERTS: authority,
    CURL_CA_BUNDLE: authority,
  });
