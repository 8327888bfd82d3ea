/** The environment variables with which clients use a proxy and trust its certificates, as the documentation of each client describes them. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Effects } from '../lib/effects.js';
import type { JsonObject } from '../lib/json.js';
import { packageRoot } from '../lib/root.js';
import { trustStorePassword } from '../../fidelity/proxy/java-truststore.js';
import { buildKeyVariables, buildToolCredentials, chooseProject } from './client-environment.js';
import type { EnvironmentVariables } from './format-variables.js';
import type { ProxyDescription } from '../pipeline/run-proxy.js';
import type { TrustFiles } from '../pipeline/trust-files.js';

type Environment = Effects['environment'];

export function buildProxyEnvironment(proxy: ProxyDescription, environment: Environment): EnvironmentVariables {
  const { url, trust } = proxy;
  return {
    HTTPS_PROXY: url,
    https_proxy: url,
    // Ruby's Net::HTTP uses this one for HTTPS, too, and other programs find the metadata server with it.
    HTTP_PROXY: url,
    http_proxy: url,
    ...buildDirectHosts(proxy, environment),
    ...(trust && buildTrustVariables(trust)),
    ...(trust && { JAVA_TOOL_OPTIONS: buildJavaOptions(proxy, trust, environment) }),
    ...buildNodeVariables(proxy, environment),
    ...buildCredentials(proxy, environment),
  };
}

/** Returns the hosts that clients call directly: those of the environment, without the hosts of the APIs. */
function buildDirectHosts({ hosts }: ProxyDescription, environment: Environment): EnvironmentVariables {
  const direct = (environment['no_proxy'] ?? environment['NO_PROXY'] ?? '').split(',').map((name) => name.trim());
  const kept = direct.filter((name) => {
    const suffix = name.replace(/^\*?\.?/, '');
    return suffix !== '' && !hosts.some((host) => host === suffix || host.endsWith(`.${suffix}`));
  });
  const value = [...new Set([...kept, 'localhost', '127.0.0.1', '::1'])].join(',');
  return { NO_PROXY: value, no_proxy: value };
}

/** The variables of Node, OpenSSL and Go, the Python libraries requests and httplib2, curl, gRPC, and gcloud. */
function buildTrustVariables({ authority, bundle }: TrustFiles): EnvironmentVariables {
  return {
    NODE_EXTRA_CA_CERTS: authority,
    SSL_CERT_FILE: bundle,
    REQUESTS_CA_BUNDLE: bundle,
    HTTPLIB2_CA_CERTS: bundle,
    CURL_CA_BUNDLE: bundle,
    GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: bundle,
    CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE: bundle,
  };
}

/** https://docs.oracle.com/en/java/javase/21/troubleshoot/environment-variables-and-system-properties.html */
function buildJavaOptions({ url }: ProxyDescription, { trustStore }: TrustFiles, environment: Environment): string {
  const { hostname, port } = new URL(url);
  const properties = {
    'https.proxyHost': hostname,
    'https.proxyPort': port,
    'http.proxyHost': hostname,
    'http.proxyPort': port,
    'javax.net.ssl.trustStore': trustStore,
    'javax.net.ssl.trustStoreType': 'JKS',
    'javax.net.ssl.trustStorePassword': trustStorePassword,
  };
  const options = Object.entries(properties).map(([name, value]) => (/\s/.test(value) ? `"-D${name}=${value}"` : `-D${name}=${value}`));
  const present = (environment['JAVA_TOOL_OPTIONS'] ?? '').split(' ').filter((word) => word !== '' && !options.includes(word));
  return [...present, ...options].join(' ');
}

/** Versions of Node that ignore `HTTPS_PROXY` load a module that redirects their connections. */
function buildNodeVariables({ url, hosts, only }: ProxyDescription, environment: Environment): EnvironmentVariables {
  const option = `--import=${pathToFileURL(join(packageRoot, 'dist/proxy-preload.js')).href}`;
  const present = (environment['NODE_OPTIONS'] ?? '').split(' ').filter((word) => word !== '' && word !== option);
  return {
    DISCOGEN_PROXY_URL: url,
    DISCOGEN_PROXY_HOSTS: only ? '*' : hosts.join(','),
    NODE_USE_ENV_PROXY: '1',
    NODE_OPTIONS: [...present, option].join(' '),
  };
}

function buildCredentials({ credentials }: ProxyDescription, environment: Environment): EnvironmentVariables {
  if (credentials === undefined) return {};
  const { keyFile, folder, project } = credentials;
  const key: JsonObject = { ...(project !== undefined && { project_id: project }), token_uri: tokenUrl };
  return {
    ...buildKeyVariables(keyFile),
    ...chooseProject('GOOGLE_CLOUD_PROJECT', { key, environment }),
    ...buildToolCredentials({ key, keyFile, folder, environment }),
  };
}

const tokenUrl = 'https://oauth2.googleapis.com/token';
