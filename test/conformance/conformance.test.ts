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
import { openWorld, transportCases, type GeneratedPackage, type TransportCase, type World } from './world.js';

checkMethods(dnsPackage, dnsCases, 40);
checkMethods(computePackage, computeCases, 7);
checkMethods(osConfigPackage, osConfigCases, 1);
checkMethods(errorReportingPackage, errorReportingCases, 11);

function checkMethods<Client>(api: GeneratedPackage<Client>, table: CaseTable<Client>, count: number): void {
  // Methods that overlays add have their own tests.
  const documented = documentedIds(api);
  const ids = api.behavior.methods.map(({ method }) => method.id).filter((id) => documented.has(id));
  describe(api.name, () => {
    test(`has cases of all three kinds for each of its ${count} methods`, () => {
      expect(ids).toHaveLength(count);
      expect(Object.keys(table.methods).sort()).toEqual([...ids].sort());
      const incomplete = Object.entries(table.methods).filter(([, each]) => !each.succeeds || !each.unknown || each.malformed.length === 0);
      expect(incomplete.map(([id]) => id)).toEqual([]);
    });
    test.each(ids)('%s has validators for its request and its response', (id) => {
      findValidator(api, id, 'Request');
      findValidator(api, id, 'Response');
    });
    describe.each(transportCases.map((way) => [way.name, way] as const))('%s', (_, way) => {
      describe.each(Object.entries(table.methods))('%s', (id, each) => {
        const subject: Subject<Client> = { api, way, table, id, each };
        test('succeeds, and a later read returns the effect', () => checkSuccess(subject));
        test(typeof each.unknown === 'function' ? 'answers 404 for what does not exist' : `takes any path: ${each.unknown.exists}`, () =>
          checkUnknownMembers(subject),
        );
        test.each(each.malformed)('returns 400 for $because', (malformed) => checkRejections(subject, malformed));
      });
    });
  });
}

/** IDs of the methods of the specification without overlays. */
function documentedIds({ name, behavior }: Pick<GeneratedPackage<never>, 'name' | 'behavior'>): ReadonlySet<string> {
  const file = new URL(`../../specs/${behavior.name}.${behavior.version}.yaml`, import.meta.url);
  const found = [...readFileSync(file, 'utf8').matchAll(/^ +id: (\S+)$/gm)].map(([, id = '']) => id);
  expect(found, name).not.toEqual([]);
  return new Set(found);
}

interface Subject<Client> {
  readonly api: GeneratedPackage<Client>;
  readonly way: TransportCase;
  readonly table: CaseTable<Client>;
  readonly id: string;
  readonly each: MethodCase<Client>;
}

async function inWorld<Client>({ api, way, table, each }: Subject<Client>, run: (world: World<Client>) => Promise<void>): Promise<void> {
  const world = await openWorld(api, way, { seed: each.seed ?? table.seed });
  try {
    await run(world);
    validateExchanges(api, world);
  } finally {
    await world.close();
  }
}

function checkSuccess<Client>(subject: Subject<Client>): Promise<void> {
  return inWorld(subject, async (world) => {
    await subject.each.succeeds(world);
    const answered = world.exchanges.filter(({ status }) => status === 200).map((exchange) => world.methodOf(exchange));
    expect(answered).toContain(subject.id);
    expect(new Set(answered).size + world.looks, 'ways in which the effect was seen').toBeGreaterThan(1);
  });
}

function checkUnknownMembers<Client>(subject: Subject<Client>): Promise<void> {
  const { unknown } = subject.each;
  return inWorld(subject, async (world) => {
    if (typeof unknown === 'function')
      await expect(unknown(world.client)).rejects.toMatchObject({ name: 'ApiError', status: 404, reason: 'notFound' });
    else await unknown.ask(world.client);
    expect(world.exchanges.map((exchange) => world.methodOf(exchange))).toEqual([subject.id]);
  });
}

function checkRejections<Client>(subject: Subject<Client>, { path, body, reason, location, beyondMessage }: Malformed): Promise<void> {
  const behavior = subject.api.behavior.methods.find(({ method }) => method.id === subject.id);
  if (!behavior) throw new Error(`${subject.id} is no method`);
  return inWorld(subject, async (world) => {
    const before = await world.mock.state();
    const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const exchange = await world.raw({ method: behavior.method.httpMethod, path, body: sent });
    expect(world.methodOf(exchange)).toBe(subject.id);
    const found = { reason, ...(location !== undefined && { location }) };
    expect({ status: exchange.status, body: JSON.parse(exchange.received) as unknown }).toMatchObject({
      status: 400,
      body: { error: { code: 400, errors: expect.arrayContaining([expect.objectContaining(found)]) as unknown } },
    });
    expect(await world.mock.state()).toEqual(before);
    if (beyondMessage) return;
    const message = buildMessage(behavior, exchange);
    expect({ message, valid: findValidator(subject.api, subject.id, 'Request')(message) }).toEqual({ message, valid: false });
  });
}
