/** `discogen mock env`, with a mock that always responds. */
import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../../generator/cli/cli.js';
import type { Effects } from '../../../generator/lib/effects.js';
import { type MemoryEffects, memoryEffects } from '../../support/memory-files.js';

const apis = [
  { name: 'dns', version: 'v1', basePath: '/dns/v1/' },
  { name: 'compute', version: 'v1', basePath: '/compute/v1/' },
  { name: 'osconfig', version: 'v1beta', basePath: '/v1beta/' },
  { name: 'errorreporting', version: 'v1beta1', basePath: '/v1beta1/' },
];
const key = { type: 'service_account', project_id: 'shop', token_uri: 'http://127.0.0.1:8787/token' };

interface Requests {
  readonly effects: MemoryEffects;
  readonly sent: string[];
}

/** Effects with a mock that responds at any address. */
function withMock(files: Readonly<Record<string, string>> = {}, environment: Effects['environment'] = {}): Requests {
  const sent: string[] = [];
  const httpGet: Effects['httpGet'] = async (url, { headers } = {}) => {
    sent.push([url, ...Object.entries(headers ?? {}).flat()].join(' '));
    return { status: 200, text: JSON.stringify(url.endsWith('/apis') ? { apis } : key) };
  };
  return { effects: { ...memoryEffects(files), httpGet, environment }, sent };
}

const run = (line: string, effects: Effects): Promise<number> => runCommandLine(line.split(' '), { ...effects, version: '' });

async function readVariables(line: string, environment?: Effects['environment']): Promise<Readonly<Record<string, string>>> {
  const { effects } = withMock({}, environment);
  expect(await run(`${line} --json`, effects)).toBe(0);
  return JSON.parse(effects.printed.stdout) as Readonly<Record<string, string>>;
}

describe('mock env', () => {
  test('prints what each client needs', async () => {
    const { NODE_OPTIONS, ...variables } = await readVariables('mock env --directory keys');
    expect(NODE_OPTIONS).toMatch(/^--import=file:\/\/\/.*\/dist\/redirect\.js$/);
    expect(variables).toMatchInlineSnapshot(`
      {
        "CLOUDSDK_API_ENDPOINT_OVERRIDES_CLOUDERRORREPORTING": "http://127.0.0.1:8787/",
        "CLOUDSDK_API_ENDPOINT_OVERRIDES_COMPUTE": "http://127.0.0.1:8787/compute/v1/",
        "CLOUDSDK_API_ENDPOINT_OVERRIDES_DNS": "http://127.0.0.1:8787/",
        "CLOUDSDK_API_ENDPOINT_OVERRIDES_OSCONFIG": "http://127.0.0.1:8787/",
        "CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE": "/project/keys/credentials.json",
        "CLOUDSDK_AUTH_TOKEN_HOST": "http://127.0.0.1:8787/token",
        "CLOUDSDK_COMPONENT_MANAGER_DISABLE_UPDATE_CHECK": "true",
        "CLOUDSDK_CONFIG": "/project/keys/gcloud",
        "CLOUDSDK_CORE_DISABLE_USAGE_REPORTING": "true",
        "CLOUDSDK_CORE_PROJECT": "shop",
        "DISCOGEN_MOCK_HOSTS": "dns.googleapis.com,dns.mtls.googleapis.com,dns.*.rep.googleapis.com,*-dns.googleapis.com,www.googleapis.com,content.googleapis.com,www.mtls.googleapis.com,compute.googleapis.com,compute.mtls.googleapis.com,compute.*.rep.googleapis.com,*-compute.googleapis.com,osconfig.googleapis.com,osconfig.mtls.googleapis.com,osconfig.*.rep.googleapis.com,*-osconfig.googleapis.com,clouderrorreporting.googleapis.com,clouderrorreporting.mtls.googleapis.com,clouderrorreporting.*.rep.googleapis.com,*-clouderrorreporting.googleapis.com,oauth2.googleapis.com,oauth2.mtls.googleapis.com,oauth2.*.rep.googleapis.com,*-oauth2.googleapis.com,sts.googleapis.com,sts.mtls.googleapis.com,sts.*.rep.googleapis.com,*-sts.googleapis.com,iamcredentials.googleapis.com,iamcredentials.mtls.googleapis.com,iamcredentials.*.rep.googleapis.com,*-iamcredentials.googleapis.com,accounts.google.com,metadata.google.internal,metadata,169.254.169.254",
        "DISCOGEN_MOCK_URL": "http://127.0.0.1:8787",
        "GCE_METADATA_HOST": "127.0.0.1:8787",
        "GCE_METADATA_IP": "127.0.0.1:8787",
        "GCP_AUTH_KIND": "serviceaccount",
        "GCP_SERVICE_ACCOUNT_FILE": "/project/keys/credentials.json",
        "GOOGLE_APPLICATION_CREDENTIALS": "/project/keys/credentials.json",
        "GOOGLE_CLOUD_PROJECT": "shop",
        "GOOGLE_COMPUTE_CUSTOM_ENDPOINT": "http://127.0.0.1:8787/compute/v1/",
        "GOOGLE_CREDENTIALS": "/project/keys/credentials.json",
        "GOOGLE_DNS_CUSTOM_ENDPOINT": "http://127.0.0.1:8787/dns/v1/",
        "GOOGLE_OS_CONFIG_CUSTOM_ENDPOINT": "http://127.0.0.1:8787/v1beta/",
        "NO_PROXY": "127.0.0.1,localhost,dns.googleapis.com,dns.mtls.googleapis.com,www.googleapis.com,content.googleapis.com,www.mtls.googleapis.com,compute.googleapis.com,compute.mtls.googleapis.com,osconfig.googleapis.com,osconfig.mtls.googleapis.com,clouderrorreporting.googleapis.com,clouderrorreporting.mtls.googleapis.com,oauth2.googleapis.com,oauth2.mtls.googleapis.com,sts.googleapis.com,sts.mtls.googleapis.com,iamcredentials.googleapis.com,iamcredentials.mtls.googleapis.com,accounts.google.com,metadata.google.internal,metadata,169.254.169.254",
        "no_proxy": "127.0.0.1,localhost,dns.googleapis.com,dns.mtls.googleapis.com,www.googleapis.com,content.googleapis.com,www.mtls.googleapis.com,compute.googleapis.com,compute.mtls.googleapis.com,osconfig.googleapis.com,osconfig.mtls.googleapis.com,clouderrorreporting.googleapis.com,clouderrorreporting.mtls.googleapis.com,oauth2.googleapis.com,oauth2.mtls.googleapis.com,sts.googleapis.com,sts.mtls.googleapis.com,iamcredentials.googleapis.com,iamcredentials.mtls.googleapis.com,accounts.google.com,metadata.google.internal,metadata,169.254.169.254",
      }
    `);
  });

  test('names the certificate authority of a mock with TLS', async () => {
    const { effects } = withMock({ 'ca.pem': 'PEM' });
    const certificates: (string | undefined)[] = [];
    const httpGet: Effects['httpGet'] = (url, options) => {
      certificates.push(options?.certificates);
      return effects.httpGet(url, options);
    };
    expect(await run('mock env --url https://127.0.0.1:8787 --tls-ca ca.pem --json', { ...effects, httpGet })).toBe(0);
    expect(certificates).toEqual(['PEM', 'PEM']);
    const variables = JSON.parse(effects.printed.stdout) as Readonly<Record<string, string>>;
    expect(variables).toMatchObject({
      GOOGLE_DNS_CUSTOM_ENDPOINT: 'https://127.0.0.1:8787/dns/v1/',
      ...Object.fromEntries(
        [
          'NODE_EXTRA_CA_CERTS',
          'SSL_CERT_FILE',
          'REQUESTS_CA_BUNDLE',
          'HTTPLIB2_CA_CERTS',
          'CURL_CA_BUNDLE',
          'CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE',
        ].map((name) => [name, '/project/ca.pem']),
      ),
    });
    // Its clients don't support TLS.
    expect(variables).not.toHaveProperty('GCE_METADATA_HOST');
  });

  test('extends what the user has set', async () => {
    const variables = await readVariables('mock env', {
      NO_PROXY: 'intranet',
      NODE_OPTIONS: '--enable-source-maps',
      GOOGLE_CLOUD_PROJECT: 'mine',
    });
    expect(variables).toMatchObject({
      NO_PROXY: expect.stringMatching(/^intranet,127\.0\.0\.1,localhost,dns\.googleapis\.com,/),
      NODE_OPTIONS: expect.stringMatching(/^--enable-source-maps --import=/),
      GOOGLE_CLOUD_PROJECT: 'mine',
      CLOUDSDK_CORE_PROJECT: 'shop',
    });
  });

  test('requests the key of a user with the admin token', async () => {
    const { effects, sent } = withMock();
    await run('mock env --url http://mock:9000 --user a+b@example.com --admin-token 0123456789abcdef', effects);
    expect(sent).toEqual([
      'http://mock:9000/__admin/apis x-mock-admin-token 0123456789abcdef',
      'http://mock:9000/__admin/credentials?user=a%2Bb%40example.com x-mock-admin-token 0123456789abcdef',
    ]);
    expect(Object.keys(effects.files.snapshot())).toEqual(['/cache/mock-env/mock-9000/credentials.json']);
  });

  test('replaces its own file, and no other', async () => {
    const { effects } = withMock();
    expect([await run('mock env --directory keys', effects), await run('mock env --directory keys', effects)]).toEqual([0, 0]);
    const { effects: foreign } = withMock({ 'keys/credentials.json': '{"type":"service_account"}' });
    expect(await run('mock env --directory keys', foreign)).toBe(2);
    expect(foreign.printed.stderr).toContain("/project/keys/credentials.json exists, and discogen hasn't written it");
    expect(foreign.files.read('/project/keys/credentials.json')).toBe('{"type":"service_account"}');
  });

  test('reports a mock that does not respond, and one that rejects the request', async () => {
    const { effects } = withMock();
    const refused = { ...effects, httpGet: () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })) };
    expect(await run('mock env', refused)).toBe(2);
    expect(effects.printed.stderr).toContain('no mock responds at http://127.0.0.1:8787 (ECONNREFUSED); start one with `discogen mock`');
    effects.printed.stderr = '';
    const text = JSON.stringify({ error: { message: 'The control routes require a token.' } });
    expect(await run('mock env', { ...effects, httpGet: async () => ({ status: 401, text }) })).toBe(2);
    expect(effects.printed.stderr).toContain('the mock responded to /__admin/apis with status 401: The control routes require a token.');
  });
});
