/**
 * Calls each method of each package with the generated client on the generated mock, in memory and over HTTP, and validates every exchange.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CaseTable, Malformed, MethodCase } from './case.js';
import { computeCases } from './cases/compute.js';
import { dnsCases } from './cases/dns.js';
import { errorReportingCases } from './cases/errorreporting.js';
import { osConfigCases } from './cases/osconfig.js';
import { validateExchanges, buildMessage, findValidator } from './check-response.js';
import { computePackage, dnsPackage, errorReportingPackage, osConfigPackage } from './packages.js';
import { readErrors } from '../support/read-errors.js';
import { openWorld, transportCases, type GeneratedPackage, type TransportCase, type World } from './world.js';

checkMethods(dnsPackage, dnsCases, 40);
checkMethods(computePackage, computeCases, 7);
checkMethods(osConfigPackage, osConfigCases, 1);
checkMethods(errorReportingPackage, errorReportingCases, 11);

function checkMethods<Client>(api: GeneratedPackage<Client>, table: CaseTable<Client>, count: number): void {
  // Methods that overlays add have their own tests.
  const documented = listDocumentedIds(api);
  const ids = api.behavior.methods.map(({ method }) => method.id).filter((id) => documented.has(id));
  describe(api.name, () => {
    test(`has cases of all three kinds for each of its ${count} methods`, () => {
      expect(ids).toHaveLength(count);
      expect(Object.keys(table.methods).sort()).toEqual([...ids].sort());
      const incomplete = Object.entries(table.methods).filter(
        ([, methodCase]) => !methodCase.succeeds || !methodCase.unknown || methodCase.malformed.length === 0,
      );
      expect(incomplete.map(([id]) => id)).toEqual([]);
    });
    test.each(ids)('%s has validators for its request and its response', (id) => {
      findValidator(api, id, 'Request');
      findValidator(api, id, 'Response');
    });
    describe.each(transportCases.map((transport) => [transport.name, transport] as const))('%s', (_, transport) => {
      describe.each(Object.entries(table.methods))('%s', (id, methodCase) => {
        const context: CaseContext<Client> = { api, transport, table, id, methodCase };
        test('succeeds, and a later read returns the effect', () => checkSuccess(context));
        test(
          typeof methodCase.unknown === 'function'
            ? 'returns 404 for a resource that does not exist'
            : `accepts any path, because ${methodCase.unknown.existsBecause}`,
          () => checkUnknownResource(context),
        );
        test.each(methodCase.malformed)('returns 400 for $description', (malformed) => checkRejection(context, malformed));
      });
    });
  });
}

/** IDs of the methods of the specification without overlays. */
function listDocumentedIds({ name, behavior }: Pick<GeneratedPackage<never>, 'name' | 'behavior'>): ReadonlySet<string> {
  const file = new URL(`../../specs/${behavior.name}.${behavior.version}.yaml`, import.meta.url);
  const ids = [...readFileSync(file, 'utf8').matchAll(/^ +id: (\S+)$/gm)].map(([, id = '']) => id);
  expect(ids, name).not.toEqual([]);
  return new Set(ids);
}

interface CaseContext<Client> {
  readonly api: GeneratedPackage<Client>;
  readonly transport: TransportCase;
  readonly table: CaseTable<Client>;
  readonly id: string;
  readonly methodCase: MethodCase<Client>;
}

async function withWorld<Client>(
  { api, transport, table, methodCase }: CaseContext<Client>,
  run: (world: World<Client>) => Promise<void>,
): Promise<void> {
  const world = await openWorld(api, transport, { seed: methodCase.seed ?? table.seed });
  try {
    await run(world);
    validateExchanges(api, world);
  } finally {
    await world.close();
  }
}

function checkSuccess<Client>(context: CaseContext<Client>): Promise<void> {
  return withWorld(context, async (world) => {
    await context.methodCase.succeeds(world);
    const methodIds = world.exchanges.filter(({ status }) => status === 200).map((exchange) => world.findMethodId(exchange));
    expect(methodIds).toContain(context.id);
    expect(new Set(methodIds).size + world.stateReads, 'number of methods and state reads that show the effect').toBeGreaterThan(1);
  });
}

function checkUnknownResource<Client>(context: CaseContext<Client>): Promise<void> {
  const { unknown } = context.methodCase;
  return withWorld(context, async (world) => {
    if (typeof unknown === 'function')
      await expect(unknown(world.client)).rejects.toMatchObject({ name: 'ApiError', status: 404, reason: 'notFound' });
    else await unknown.run(world.client);
    expect(world.exchanges.map((exchange) => world.findMethodId(exchange))).toEqual([context.id]);
  });
}

function checkRejection<Client>(
  context: CaseContext<Client>,
  { path, body, reason, location, onlyServerDetects }: Malformed,
): Promise<void> {
  const behavior = context.api.behavior.methods.find(({ method }) => method.id === context.id);
  if (!behavior) throw new Error(`${context.id} is not a method`);
  return withWorld(context, async (world) => {
    const before = await world.mock.state();
    const content = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const exchange = await world.sendRaw({ method: behavior.method.httpMethod, path, body: content });
    expect(world.findMethodId(exchange)).toBe(context.id);
    const expectedError = { reason, ...(location !== undefined && { location }) };
    expect({ status: exchange.status, errors: readErrors(JSON.parse(exchange.responseBody)) }).toEqual({
      status: 400,
      errors: expect.arrayContaining([expect.objectContaining(expectedError)]) as unknown,
    });
    expect(await world.mock.state()).toEqual(before);
    if (onlyServerDetects) return;
    const message = buildMessage(behavior, exchange);
    expect({ message, valid: findValidator(context.api, context.id, 'Request')(message) }).toEqual({ message, valid: false });
  });
}
