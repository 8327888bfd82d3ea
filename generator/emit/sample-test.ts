/** Creates what a new project starts with: a sample resource for its seed, and a test that reads it from the mock. */
import type { Api } from '../model/model.js';
import { toDataLiteral, toPropertyKey } from '../lib/literals.js';
import { getPackageFolderName } from './emitter.js';
import { ExampleCalls, formatFieldAccess, type SeedPlan } from './example-calls.js';
import type { JsonObject } from '../lib/json.js';
import { createNames } from './names.js';

/** `node`: JavaScript that the compiler checks, because Node 20 runs no TypeScript. */
export type TestRunner = 'vitest' | 'node';

/** Returns a resource by its URL path. Empty if the API has none that a seed can create without others. */
export function createSampleResources(api: Api): Readonly<Record<string, JsonObject>> {
  const plan = planSeed(api, new ExampleCalls(api));
  return plan === undefined ? {} : { [`/${plan.get.path}`]: plan.body };
}

function planSeed({ mainResources }: Api, calls: ExampleCalls): SeedPlan | undefined {
  const plans = mainResources.flatMap((resource) => calls.planSeed(resource) ?? []);
  return plans.find(({ knownField }) => knownField !== undefined) ?? plans[0];
}

/** Returns the text of a test file, not formatted. */
export function createSampleTest(api: Api, { scope, runner }: { readonly scope: string; readonly runner: TestRunner }): string {
  const { createClient } = createNames(api);
  const calls = new ExampleCalls(api);
  const plan = planSeed(api, calls);
  const packageName = `${scope}/${getPackageFolderName(api)}`;
  const seed = plan && `{ seed: { resources: { ${toPropertyKey(`/${plan.get.path}`)}: ${toDataLiteral(plan.body)} } } }`;
  const address = api.rootUrl === undefined ? "rootUrl: 'https://service.example.com/', " : '';
  const lines = [
    ...(runner === 'vitest'
      ? ["import { expect, test } from 'vitest';"]
      : ['// @ts-check', "import assert from 'node:assert/strict';", "import { test } from 'node:test';"]),
    `import { ${createClient} } from ${toDataLiteral(packageName)};`,
    `import { createMock } from ${toDataLiteral(`${packageName}/mock`)};`,
    '',
    `test('${plan === undefined ? 'starts without requests' : 'returns a seeded resource'}', async () => {`,
    `const mock = createMock(${seed ?? ''});`,
    `const client = ${createClient}({ ${address}fetch: mock.fetch });`,
    ...(plan === undefined ? [] : [`const found = await ${calls.formatCall(plan.get)};`]),
    formatAssertion(plan, runner),
    '});',
  ];
  return `${lines.join('\n')}\n`;
}

function formatAssertion(plan: SeedPlan | undefined, runner: TestRunner): string {
  const field = plan?.knownField;
  if (field !== undefined) {
    const [actual, expected] = [formatFieldAccess('found', field.field), toDataLiteral(field.value)];
    return runner === 'vitest' ? `expect(${actual}).toBe(${expected});` : `assert.equal(${actual}, ${expected});`;
  }
  const [actual, expected] = plan === undefined ? ['[client, mock.requests]', '[client, []]'] : ['typeof found', "'object'"];
  return runner === 'vitest' ? `expect(${actual}).toEqual(${expected});` : `assert.deepEqual(${actual}, ${expected});`;
}
