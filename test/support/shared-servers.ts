/** The global setup: the PostgreSQL server and the browser of a run. */
import chromium from '@sparticuz/chromium';
import { chromium as launcher } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.js';
import { type SharedServer, startOnDemand } from './start-on-demand.js';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgresStarter: string;
    readonly browserStarter: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startOnDemand(startPostgres);
  const browser = await startOnDemand(startBrowser);
  project.provide('postgresStarter', postgres.url);
  project.provide('browserStarter', browser.url);
  return async () => void (await Promise.all([postgres.stop(), browser.stop()]));
}

async function startBrowser(): Promise<SharedServer> {
  // No name resolves but that of this machine, as without a network.
  const args = ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'];
  const server = await launcher.launchServer({ executablePath: await chromium.executablePath(), args, headless: true });
  return { url: server.wsEndpoint(), stop: () => server.close() };
}
