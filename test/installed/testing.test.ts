/** The entries for test runners and MSW in a project with packed packages. The files of the project are in `testing/`. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Project } from './project.js';

const project = new Project();
beforeAll(async () => {
  cpSync(join(import.meta.dirname, 'testing'), project.folder, { recursive: true });
  const tools = ['vitest@4.1.12', 'msw@2.15.0', '@playwright/test@1.65.1', '@sparticuz/chromium@147.0.2'];
  await project.install('discogen', '@discogen/runtime', '@discogen/dns-v1', ...tools);
});
afterAll(() => project[Symbol.dispose]());

/** Runs a tool of the project. Returns its status and everything that it prints. */
async function runTool(
  name: string,
  ...args: readonly string[]
): Promise<{ readonly status: number | undefined; readonly output: string }> {
  const program = name === 'node' ? process.execPath : join(project.folder, 'node_modules/.bin', name);
  const { status, stdout, stderr } = await project.run(program, args, { env: { FORCE_COLOR: '0' } });
  return { status, output: stdout + stderr };
}

const mismatch = `with {"body":{"dnsName":"example.org."}}
The request of this method (- expected, + received): POST /dns/v1/projects/p/managedZones → 200 (dns.managedZones.create)
- body.dnsName: "example.org."
+ body.dnsName: "example.com."`;
const journal = `Requests of the test "creates the zone again over HTTP":
1. POST /dns/v1/projects/p/managedZones → 200 (dns.managedZones.create)
   > {"name":"z","dnsName":"example.com."}
   < {"kind":"dns`;
const unexpected = `the mock received 1 unexpected request:
1. GET /dns/v1/projects/p/managedZones/none → 404 (dns.managedZones.get)
   rejected (exists): notFound: managedZone "projects/p/managedZones/none" not found`;

/** Removes what reporters add at the start of lines. */
const trimLines = (text: string): string => text.replaceAll(/^(?:# ?| +)+/gm, '');

test('vitest shows the differences and the journal of a failed test', async () => {
  const { status, output } = await runTool('vitest', 'run', 'vitest/zones');
  expect(output).toContain('1 passed');
  expect(output).toContain('2 failed');
  for (const text of [mismatch, journal, unexpected]) expect(output).toContain(text);
  expect(status).toBe(1);
});

test('node:test shows the differences and the journal of a failed test', async () => {
  const { status, output } = await runTool('node', '--test', 'node/zones.test.js');
  expect(output).toMatch(/pass 1\n.*fail 2\n/);
  for (const text of [mismatch, journal, unexpected]) expect(trimLines(output)).toContain(trimLines(text));
  expect(status).toBe(1);
});

test('MSW in vitest', async () => {
  expect(await runTool('vitest', 'run', 'vitest/msw')).toMatchObject({ status: 0, output: expect.stringContaining('1 passed') });
});

describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('in a browser', () => {
  const runPlaywright = (file: string) => runTool('playwright', 'test', '--config', 'playwright/playwright.config.js', file);

  test('Playwright shows the differences and the journal of a failed test', async () => {
    const { status, output } = await runPlaywright('zones');
    expect(output).toContain('2 passed');
    expect(output).toContain('1 failed');
    expect(trimLines(output)).toContain('- dnsName: "example.org."\n+ dnsName: "example.com."');
    expect(trimLines(output)).toContain('1. POST /dns/v1/projects/p/managedZones → 200 (dns.managedZones.create)\n> {"name":"z"');
    expect(status).toBe(1);
  });

  test('Playwright sends the header of the session', async () => {
    expect(await runPlaywright('forwarded')).toMatchObject({ status: 0, output: expect.stringContaining('1 passed') });
  });

  test('MSW in a service worker', async () => {
    await runTool('msw', 'init', 'public', '--no-save');
    const bundled = await runTool('rolldown', 'playwright/page.js', '--dir', 'public', '--platform', 'browser');
    expect(bundled.output).not.toContain('node:');
    expect(bundled.status).toBe(0);
    expect(await runPlaywright('worker')).toMatchObject({ status: 0, output: expect.stringContaining('1 passed') });
  });
});
