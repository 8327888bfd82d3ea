/** The environment variables with which the vendor's clients find a mock, by the documentation of each client. */

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
  readonly credentials: ClientCredentials;
  /** The folder for the settings and tokens of the command-line tool. */
  readonly settings: string;
  /** The file with the certificate authority of a mock with TLS. */
  readonly authority?: string;
  /** The URL of the module that redirects requests of Node programs. */
  readonly redirection: string;
  /** The present environment, which some variables extend. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A service account key of the mock. */
export interface ClientCredentials {
  readonly file: string;
  readonly project?: string;
  /** The address of the token endpoint. */
  readonly tokenUri?: string;
}

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

/** Hosts that clients call for tokens, and the old host of several APIs. */
const commonHosts = ['oauth2.googleapis.com', 'sts.googleapis.com', 'iamcredentials.googleapis.com', 'www.googleapis.com'];

export function buildClientEnvironment(target: ClientTarget): Readonly<Record<string, string>> {
  const hosts = [...new Set([...target.apis.map((api) => `${getService(api)}.googleapis.com`), ...commonHosts])];
  return {
    ...buildCommonVariables(target, hosts),
    ...buildToolVariables(target),
    ...buildTerraformVariables(target),
    GCP_AUTH_KIND: 'serviceaccount',
    GCP_SERVICE_ACCOUNT_FILE: target.credentials.file,
    ...buildNodeVariables(target, hosts),
    ...(target.authority !== undefined && buildAuthorityVariables(target.authority)),
  };
}

const getNames = ({ name }: ServedApi): VendorNames => (Object.hasOwn(vendorNames, name) ? vendorNames[name] : undefined) ?? {};
const getService = (api: ServedApi): string => getNames(api).service ?? api.name;
const toVariableName = (name: string): string => name.toUpperCase().replaceAll(/\W/g, '_');

function buildCommonVariables(target: ClientTarget, hosts: readonly string[]): Record<string, string> {
  const { url, credentials, environment } = target;
  const { host, hostname, protocol } = new URL(url);
  const direct = (environment['no_proxy'] ?? environment['NO_PROXY'] ?? '').split(',').filter((name) => name !== '');
  const noProxy = [...new Set([...direct, hostname.replaceAll(/[[\]]/g, ''), 'localhost', ...hosts])].join(',');
  return {
    DISCOGEN_MOCK_URL: url,
    GOOGLE_APPLICATION_CREDENTIALS: credentials.file,
    ...chooseProject('GOOGLE_CLOUD_PROJECT', target),
    // Clients of the metadata server don't support TLS.
    ...(protocol === 'http:' && { GCE_METADATA_HOST: host, GCE_METADATA_IP: host }),
    NO_PROXY: noProxy,
    no_proxy: noProxy,
  };
}

/** Returns a variable with the project of the key, unless the user has chosen a project. */
function chooseProject(name: string, { credentials: { project }, environment }: ClientTarget): Record<string, string> {
  const chosen = environment[name] || project;
  return chosen === undefined ? {} : { [name]: chosen };
}

/** https://cloud.google.com/sdk/docs/properties: each property is also an environment variable. */
function buildToolVariables(target: ClientTarget): Record<string, string> {
  const { url, apis, credentials, settings, authority } = target;
  const overrides = apis.map((api) => {
    const path = getNames(api).hasToolPath === true && api.basePath !== undefined ? api.basePath : '/';
    return [`CLOUDSDK_API_ENDPOINT_OVERRIDES_${toVariableName(getService(api))}`, `${url}${path}`] as const;
  });
  return {
    ...Object.fromEntries(overrides),
    CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE: credentials.file,
    // The tool ignores the token endpoint of a key.
    ...(credentials.tokenUri !== undefined && { CLOUDSDK_AUTH_TOKEN_HOST: credentials.tokenUri }),
    CLOUDSDK_CONFIG: settings,
    ...chooseProject('CLOUDSDK_CORE_PROJECT', target),
    CLOUDSDK_CORE_DISABLE_USAGE_REPORTING: 'true',
    CLOUDSDK_COMPONENT_MANAGER_DISABLE_UPDATE_CHECK: 'true',
    ...(authority !== undefined && { CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE: authority }),
  };
}

/**
 * https://registry.terraform.io/providers/hashicorp/google/latest/docs/guides/provider_reference. The provider appends `projects/…` to an
 * address.
 */
function buildTerraformVariables({ url, apis, credentials }: ClientTarget): Record<string, string> {
  const endpoints = apis.flatMap((api) => {
    const { terraform = toVariableName(api.name) } = getNames(api);
    return terraform === false || api.basePath === undefined
      ? []
      : [[`GOOGLE_${terraform}_CUSTOM_ENDPOINT`, `${url}${api.basePath}`] as const];
  });
  return { ...Object.fromEntries(endpoints), GOOGLE_CREDENTIALS: credentials.file };
}

function buildNodeVariables({ redirection, environment }: ClientTarget, hosts: readonly string[]): Record<string, string> {
  const option = `--import=${redirection}`;
  const present = (environment['NODE_OPTIONS'] ?? '').split(' ').filter((word) => word !== '' && word !== option);
  return { DISCOGEN_MOCK_HOSTS: hosts.join(','), NODE_OPTIONS: [...present, option].join(' ') };
}

/** Node, programs that use OpenSSL or Go, the Python library requests, and curl. */
const buildAuthorityVariables = (file: string): Record<string, string> => ({
  NODE_EXTRA_CA_CERTS: file,
  SSL_CERT_FILE: file,
  REQUESTS_CA_BUNDLE: file,
  CURL_CA_BUNDLE: file,
});
