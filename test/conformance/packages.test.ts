/** The compiled packages, imported through `exports` as users do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';

interface Entry {
  readonly types?: string;
  readonly default: string;
}

const generated = join(import.meta.dirname, '../../generated');

const packages = [
  { folder: 'dns-v1', create: 'createDnsClient', count: 40 },
  { folder: 'compute-v1', create: 'createComputeClient', count: 7 },
  { folder: 'osconfig-v1beta', create: 'createOsConfigClient', count: 1 },
  { folder: 'errorreporting-v1beta1', create: 'createErrorReportingClient', count: 11 },
] as const;

function readExports(folder: string): Readonly<Record<string, string | Entry>> {
  return (JSON.parse(readFileSync(join(generated, folder, 'package.json'), 'utf8')) as { exports: Record<string, string | Entry> }).exports;
}

async function load(folder: string, entry: string): Promise<Record<string, unknown>> {
  const target = readExports(folder)[entry];
  expect(target, `${folder} exports ${entry}`).toBeTypeOf('object');
  return (await import(pathToFileURL(join(generated, folder, (target as Entry).default)).href)) as Record<string, unknown>;
}

describe.each(packages)('$folder', ({ folder, create, count }) => {
  test('every entry point refers to existing files', () => {
    const entries = readExports(folder);
    expect(Object.keys(entries)).toEqual([
      '.',
      './methods',
      './values',
      './otel',
      './undici',
      './validators',
      './mock',
      './spec.json',
      './openapi.json',
      './package.json',
    ]);
    for (const target of Object.values(entries)) {
      const paths = typeof target === 'string' ? [target] : [target.default, target.types ?? ''];
      for (const path of paths) expect(readFileSync(join(generated, folder, path), 'utf8')).not.toBe('');
    }
  });

  test('exports the client under its own name, as createClient, and the error classes', async () => {
    const index = await load(folder, '.');
    expect(index['createClient']).toBe(index[create]);
    for (const name of ['DiscogenError', 'ApiError', 'OperationError', 'ParameterError', 'NetworkError', 'TimeoutError']) {
      expect(index[name], name).toBeTypeOf('function');
    }
  });

  test('exports methods, validators, and mock separately', async () => {
    const { api, createTransport, waitForOperation, ...methods } = await load(folder, './methods');
    expect({ api, createTransport, waitForOperation }).toMatchObject({ createTransport: expect.any(Function) as unknown });
    expect(Object.values(methods).filter((each) => typeof each === 'function').length).toBeGreaterThanOrEqual(count);
    const validators = Object.keys(await load(folder, './validators'));
    expect(validators.filter((name) => /^validate.+Request$/.test(name)).length).toBeGreaterThanOrEqual(count);
    expect(await load(folder, './mock')).toMatchObject({
      createMock: expect.any(Function) as unknown,
      compose: expect.any(Function) as unknown,
    });
  });
});

test('a compiled client calls its compiled mock', async () => {
  const { createClient } = (await load('dns-v1', '.')) as unknown as typeof import('../../generated/dns-v1/src/index.js');
  const { createMock } = (await load('dns-v1', './mock')) as unknown as typeof import('../../generated/dns-v1/src/mock.js');
  const { validateManagedZone } = (await load(
    'dns-v1',
    './validators',
  )) as unknown as typeof import('../../generated/dns-v1/src/validators.js');
  const client = createClient({ rootUrl: 'https://service.example.com', fetch: createMock().fetch });
  const created = await client.managedZones.create({ project: 'p', requestBody: { name: 'zone', dnsName: 'example.com.' } });
  expect(await client.managedZones.get({ project: 'p', managedZone: 'zone' })).toEqual(created);
  expect(validateManagedZone(created)).toBe(true);
});
