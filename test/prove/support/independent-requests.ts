/** Requests that `verify` doesn't send: the documented exchanges, and the cases of the conformance tests. They show which mutations change a response. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { ApiBehavior } from '../../../runtime/behavior.js';
import type { SeedDocument } from '../../../mock/index.js';
import type { CaseTable } from '../../conformance/case.js';
import { computeCases } from '../../conformance/cases/compute.js';
import { dnsCases } from '../../conformance/cases/dns.js';
import { errorReportingCases } from '../../conformance/cases/errorreporting.js';
import { osConfigCases } from '../../conformance/cases/osconfig.js';
import { computePackage, dnsPackage, errorReportingPackage, osConfigPackage } from '../../conformance/packages.js';
import { openWorld, transportCases, type GeneratedPackage, type TransportCase, type World } from '../../conformance/world.js';
import type { CreateMockServer } from './mutated-runtime.js';
import type { SentExchange } from './sent-exchange.js';

export interface IndependentCase {
  readonly name: string;
  /** Sends the requests to a new mock. */
  readonly run: (create: CreateMockServer) => Promise<readonly SentExchange[]>;
}

export function listIndependentCases(behaviors: readonly ApiBehavior[]): readonly IndependentCase[] {
  return [
    ...listTranscripts(behaviors),
    ...listConformanceCases(dnsPackage, dnsCases),
    ...listConformanceCases(computePackage, computeCases),
    ...listConformanceCases(osConfigPackage, osConfigCases),
    ...listConformanceCases(errorReportingPackage, errorReportingCases),
  ];
}

interface Transcript {
  readonly seed?: SeedDocument;
  readonly exchanges: readonly { readonly request: string; readonly body?: object }[];
}

const exchangesFolder = join(import.meta.dirname, '../../exchanges');

function listTranscripts(behaviors: readonly ApiBehavior[]): readonly IndependentCase[] {
  const files = readdirSync(exchangesFolder).filter((name) => name.endsWith('.yaml'));
  return files.map((name) => {
    const { seed, exchanges } = parse(readFileSync(join(exchangesFolder, name), 'utf8'), { merge: true }) as Transcript;
    const run: IndependentCase['run'] = async (create) => {
      const mock = create(behaviors, { warn: () => undefined, now: () => start, randomSeed: 1, ...(seed && { seed }) });
      const sent: SentExchange[] = [];
      for (const { request, body } of exchanges) {
        const [method = '', path = ''] = request.split(' ');
        const content = body === undefined ? {} : { body: JSON.stringify(body) };
        const headers = body === undefined ? {} : { 'content-type': 'application/json' };
        const response = await mock.handle({ method, url: `http://localhost${path}`, headers, ...content });
        sent.push({ method, path, ...content, status: response.status, responseBody: response.body });
      }
      return sent;
    };
    return { name, run };
  });
}

const start = Date.parse('2026-01-01T00:00:00Z');
const inMemory = transportCases[0] as TransportCase;

function listConformanceCases<Client>(api: GeneratedPackage<Client>, { seed, methods }: CaseTable<Client>): readonly IndependentCase[] {
  return Object.entries(methods).flatMap(([id, { succeeds, unknown, malformed, seed: ownSeed }]) => {
    const { httpMethod = '' } = api.behavior.methods.find(({ method }) => method.id === id)?.method ?? {};
    const runs: Readonly<Record<string, (world: World<Client>) => Promise<unknown>>> = {
      succeeds,
      unknown: ({ client }) => (typeof unknown === 'function' ? unknown(client) : unknown.run(client)),
      malformed: async ({ sendRaw }) => {
        for (const { path, body } of malformed)
          await sendRaw({ method: httpMethod, path, body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body) });
      },
    };
    return Object.entries(runs).map(([kind, send]): IndependentCase => {
      const run: IndependentCase['run'] = async (create) => {
        const createMock = (options = {}) => create(api.behavior, { warn: () => undefined, ...options });
        const world = await openWorld({ ...api, createMock }, inMemory, { seed: ownSeed ?? seed });
        await send(world).catch(() => undefined);
        return world.exchanges.map(({ method, url, requestBody, status, responseBody }) => ({
          method,
          path: `${url.pathname}${url.search}`,
          ...(requestBody !== undefined && { body: requestBody }),
          status,
          responseBody,
        }));
      };
      return { name: `${id} ${kind}`, run };
    });
  });
}
