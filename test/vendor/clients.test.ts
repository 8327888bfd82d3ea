/**
 * Unmodified third-party clients on the mock: the vendor's libraries in two languages and its command-line tool. Each is a program that
 * reports its steps, which are compared with the expected results. Clients that are not installed are skipped.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock } from '../../generator/index.js';
import type { RunningServer } from '../../mock/index.js';
import { expectations } from './clients.js';

interface Client {
  readonly program: string;
  readonly command: string;
  readonly missing: boolean;
  /** The published document that the mock serves. Default: the APIs of the vendor profile. */
  readonly document?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
const here = import.meta.dirname;
const python = join(here, '.venv/bin/python');
/** The folder of unpacked Debian packages, with their own Python. */
const debian = join(here, '.debian/usr/lib/python3/dist-packages');
const certbot: Pick<Client, 'command' | 'env'> = existsSync(debian)
  ? { command: '/usr/bin/python3', env: { PYTHONPATH: debian } }
  : { command: python };
const has = (name: string): boolean => existsSync(join(here, 'node_modules/@google-cloud', name));
const clients: readonly Client[] = [
  { program: 'dns.js', command: process.execPath, missing: !has('dns') },
  { program: 'compute.js', command: process.execPath, missing: !has('compute') },
  { program: 'error-reporting.js', command: process.execPath, missing: !has('error-reporting') },
  { program: 'os-config.js', command: process.execPath, missing: !has('os-config') },
  { program: 'storage.js', command: process.execPath, missing: !has('storage'), document: 'storage-v1.json' },
  { program: 'bigquery.js', command: process.execPath, missing: !has('bigquery'), document: 'bigquery-v2.json' },
  { program: 'flow.py', command: python, missing: !existsSync(python) },
  {
    program: 'dns_challenges.py',
    ...certbot,
    missing: spawnSync(certbot.command, ['-c', 'import certbot_dns_google'], { env: { ...process.env, ...certbot.env } }).status !== 0,
  },
  { program: 'gcloud.js', command: process.execPath, missing: !has('dns') || spawnSync('gcloud', ['--version']).status !== 0 },
];
const corpus = join(here, '../../../shared/corpus');
const isMissing = ({ missing, document }: Client): boolean => missing || (document !== undefined && !existsSync(join(corpus, document)));
for (const { program } of clients.filter(isMissing))
  console.warn(`SKIP test/vendor/clients/${program}: its packages or ../shared/corpus are not installed here`);

interface Step {
  readonly step: string;
  readonly value?: unknown;
  readonly failed?: { readonly status: unknown; readonly reason: unknown };
}

let server: RunningServer;
let folder: string;
beforeAll(async () => {
  server = await startMock();
  folder = mkdtempSync(join(tmpdir(), 'discogen-clients-'));
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

async function startMock(document?: string): Promise<RunningServer> {
  const mock =
    document === undefined ? createMock([], { config: join(here, '../../discogen.vendor.yaml') }) : createMock([join(corpus, document)]);
  return (await mock).listen();
}

async function runClient({ program, command, env }: Client, { url }: RunningServer): Promise<string> {
  const options = { maxBuffer: 16 * 1024 * 1024, env: { ...process.env, ...env } };
  return (await run(command, [join(here, 'clients', program), url, folder], options)).stdout;
}

describe.each(clients)('$program', (client) => {
  const { program, document } = client;
  it.skipIf(isMissing(client))(
    'reads the expected results from the service',
    async () => {
      const ownServer = document === undefined ? undefined : await startMock(document);
      const stdout = await runClient(client, ownServer ?? server).finally(() => ownServer?.close());
      const steps = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Step);
      const results = Object.fromEntries(steps.map(({ step, ...result }) => [step, result]));
      const expected = expectations[program] ?? {};
      expect(Object.keys(results)).toEqual(Object.keys(expected));
      for (const [step, result] of Object.entries(results)) expect(result, step).toMatchObject(expected[step] ?? {});
    },
    900_000,
  );
});
