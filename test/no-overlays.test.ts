/** Output that is generated without overlays contains no facts of overlays. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Mock } from '../mock/index.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'discogen-no-overlays-'));
const withoutOverlayFlag = join(folder, 'off');
const withoutOverlayConfig = join(folder, 'bare');
/** The committed packages, which are current when the other checks pass. */
const withOverlays = join(root, 'generated');

interface Config {
  readonly specs: readonly { readonly name: string; readonly file: string; readonly overlays?: readonly string[] }[];
}
const config = parse(readFileSync(join(root, 'discogen.config.yaml'), 'utf8')) as Config;

async function generate(cwd: string, ...words: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'generator/bin.js'), 'generate', '--quiet', ...words], { cwd });
}

/** Two of the same specifications without overlays. */
function writeBareConfig(): string {
  const specs = config.specs
    .filter(({ name }) => name === 'dns' || name === 'osconfig')
    .map(({ name, file }) => ({ name, file: relative(folder, join(root, file)) }));
  const path = join(folder, 'bare.yaml');
  writeFileSync(path, stringify({ specs, out: withoutOverlayConfig }));
  return path;
}

beforeAll(async () => {
  await generate(root, '--no-overlays', '--runtime', 'inline', '--out', withoutOverlayFlag);
  await generate(folder, '--config', writeBareConfig());
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Text by path, except for file times. */
function readTexts(top: string): ReadonlyMap<string, string> {
  const files = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.includes('/.cache/') && !path.includes('/dist/'))
      .sort()
      .map((path) => [relative(top, path), readFileSync(path, 'utf8')]),
  );
}

test('--no-overlays generates the same output as a configuration without overlays', () => {
  for (const name of ['dns-v1', 'osconfig-v1beta']) {
    const [flagTexts, configTexts] = [readTexts(join(withoutOverlayFlag, name)), readTexts(join(withoutOverlayConfig, name))];
    expect(flagTexts.size).toBeGreaterThan(0);
    expect([...flagTexts.keys()]).toEqual([...configTexts.keys()]);
    expect([...flagTexts].filter(([path, text]) => configTexts.get(path) !== text).map(([path]) => path)).toEqual([]);
  }
});

type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data };

/** IDs of methods and schemas with the sources of their elements. */
function collectFacts(spec: Data, collected: { readonly methods: Set<string>; readonly sources: Set<string> }): void {
  if (Array.isArray(spec)) for (const each of spec as readonly Data[]) collectFacts(each, collected);
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) return;
  const members = spec as { readonly [key: string]: Data };
  if (typeof members['id'] === 'string' && members['httpMethod'] !== undefined) collected.methods.add(members['id']);
  for (const key of ['x-source', 'source']) {
    const source = members[key];
    if (typeof source === 'object' && source !== null && !Array.isArray(source)) collected.sources.add(JSON.stringify(source));
  }
  for (const each of Object.values(members)) collectFacts(each, collected);
}

function readFacts(
  top: string,
  name: string,
): { readonly methods: ReadonlySet<string>; readonly sources: ReadonlySet<string>; readonly schemas: readonly string[] } {
  const spec = JSON.parse(readFileSync(join(top, name, 'spec.json'), 'utf8')) as { readonly schemas: Readonly<Record<string, Data>> };
  const collected = { methods: new Set<string>(), sources: new Set<string>() };
  collectFacts(spec as unknown as Data, collected);
  return { ...collected, schemas: Object.keys(spec.schemas) };
}

describe.each(['dns-v1', 'compute-v1', 'osconfig-v1beta', 'errorreporting-v1beta1'])('%s', (name) => {
  test('an overlay adds facts, each with its source', () => {
    const [without, withAllFacts] = [readFacts(withoutOverlayFlag, name), readFacts(withOverlays, name)];
    expect(withAllFacts.schemas.length).toBeGreaterThan(without.schemas.length);
    expect([...withAllFacts.sources].filter((source) => source.startsWith('{"public"')).length).toBeGreaterThan(0);
    expect([...without.methods].filter((id) => !withAllFacts.methods.has(id))).toEqual([]);
  });

  test('without overlays, there are no public facts and only assumptions about mock behavior', () => {
    const { sources } = readFacts(withoutOverlayFlag, name);
    expect([...sources].filter((source) => source.startsWith('{"public"'))).toEqual([]);
    const added = readFacts(withOverlays, name).schemas.filter((id) => !readFacts(withoutOverlayFlag, name).schemas.includes(id));
    const allText = [...readTexts(join(withoutOverlayFlag, name))]
      .filter(([path]) => !path.startsWith('runtime/'))
      .map(([, text]) => text)
      .join('\n');
    expect(added.filter((id) => allText.includes(`interface ${id} `) || allText.includes(`validate${id}(`))).toEqual([]);
    expect(allText).not.toMatch(/public knowledge/i);
  });
});

test('a mock without overlays keeps fields that the document leaves open', async () => {
  const { createMock } = (await import(pathToFileURL(join(withoutOverlayFlag, 'dns-v1/dist/mock.js')).href)) as { createMock: () => Mock };
  const { fetch } = createMock();
  const zones = 'https://dns.test/dns/v1/projects/p/managedZones';
  const zone = { name: 'z', somethingNew: { deep: [1, { x: null }], text: 'ü' }, flag: false };
  await fetch(zones, { method: 'POST', body: JSON.stringify(zone) });
  expect(await (await fetch(`${zones}/z`)).json()).toMatchObject(zone);
  expect(readFileSync(join(withoutOverlayFlag, 'dns-v1/src/types.ts'), 'utf8')).toContain(
    'export interface ManagedZone {\n  [field: string]: unknown;',
  );
});

test('a mock without overlays applies record set changes atomically and assigns IDs', async () => {
  const { createMock } = (await import(pathToFileURL(join(withoutOverlayFlag, 'dns-v1/dist/mock.js')).href)) as { createMock: () => Mock };
  const { fetch } = createMock();
  const zones = 'https://dns.test/dns/v1/projects/p/managedZones';
  const post = async (path: string, body: object): Promise<Response> =>
    fetch(`${zones}${path}`, { method: 'POST', body: JSON.stringify(body) });
  const [flagTexts, two] = ['one.example.com.', 'two.example.com.'].map((name) => ({ name, type: 'A', ttl: 300 }));
  await post('', { name: 'z' });
  expect(await (await post('/z/changes', { additions: [flagTexts] })).json()).toMatchObject({ id: '0', additions: [flagTexts] });
  expect((await post('/z/changes', { additions: [two, flagTexts] })).status).toBe(409);
  expect((await fetch(`${zones}/z/rrsets/two.example.com./A`)).status).toBe(404);
  expect(await (await fetch(`${zones}/z/changes/0`)).json()).toMatchObject({ additions: [flagTexts] });
});
