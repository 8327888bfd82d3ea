/**
 * Publicly known exchanges with the public services, replayed against the mock of the vendor profile. Each file names its source. Names are
 * replaced, IDs and times are normalized. The file lists every difference of the mock with its reason; no other difference is allowed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMock } from '../../generator/index.js';
import type { Mock, SeedDocument } from '../../templates/runtime/mock/index.js';
import { differences, normalize, type Data } from './compare.js';

interface Exchange {
  /** `GET /dns/v1/projects/p`. `{operation}`, `{fingerprint}`, and `{group}` refer to an earlier response. */
  readonly ask: string;
  readonly body?: Data;
  readonly answer: number;
  readonly data: Data;
}

interface Recording {
  readonly source: string;
  readonly seed?: SeedDocument;
  /** Paths in responses, with `*` for any segment, and the reason for the difference. */
  readonly differs?: Readonly<Record<string, string>>;
  readonly exchanges: readonly Exchange[];
}

const recordings = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.yaml'))
  .sort()
  .map((name): readonly [string, Recording] => [
    name,
    parse(readFileSync(join(import.meta.dirname, name), 'utf8'), { merge: true }) as Recording,
  ]);

let mock: Mock;
beforeAll(async () => {
  mock = await createMock([], { config: join(import.meta.dirname, '../../discogen.vendor.yaml') });
}, 120_000);

it('contain at least thirty recordings over all four services, each with a public source', () => {
  const asked = recordings.flatMap(([, { exchanges }]) => exchanges.map(({ ask }) => ask));
  expect(asked.length).toBeGreaterThanOrEqual(30);
  for (const service of ['/dns/v1/', '/compute/v1/', '/v1beta/', '/v1beta1/']) {
    expect(asked.filter((ask) => ask.includes(` ${service}`)).length, service).toBeGreaterThan(3);
  }
  for (const [name, { source }] of recordings) expect(source, name).toMatch(/^https:\/\//);
});

describe.each(recordings)('%s', (name, { seed, differs = {}, exchanges }) => {
  it('returns the recorded response', async () => {
    const session = `exchanges ${name}`;
    if (seed) await mock.session(session).seed(seed);
    const known = new Map<string, string>();
    const used = new Set<string>();
    for (const { ask, body, answer, data } of exchanges) {
      const [method = '', path = ''] = fillVariables(ask, known).split(' ');
      const text = body === undefined ? undefined : fillVariables(JSON.stringify(body), known);
      const response = await mock.handle({
        method,
        url: `https://service.example.com${path}`,
        headers: { 'x-mock-session': session, ...(text !== undefined && { 'content-type': 'application/json' }) },
        body: text,
      });
      expect(response.status, `${ask}\n${response.body}`).toBe(answer);
      const received = JSON.parse(response.body) as Data;
      remember(received, known);
      expect(differences(normalize(received), data, { differs, used }), ask).toEqual([]);
    }
    expect(Object.keys(differs).filter((path) => !used.has(path))).toEqual([]);
  });
});

function fillVariables(text: string, known: ReadonlyMap<string, string>): string {
  return text.replace(/\{(operation|fingerprint|group)\}/g, (_, what: string) => known.get(what) ?? '');
}

/** Values that later requests refer to. */
function remember(data: Data, known: Map<string, string>): void {
  if (typeof data !== 'object' || data === null) return;
  for (const [key, value] of Object.entries(data)) {
    if (key === 'name' && typeof value === 'string' && value.startsWith('operation-')) known.set('operation', value);
    if (/fingerprint$/i.test(key) && typeof value === 'string') known.set('fingerprint', value);
    if (key === 'groupId' && typeof value === 'string') known.set('group', value);
    remember(value as Data, known);
  }
}
