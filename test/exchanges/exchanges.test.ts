/**
 * Replays publicly documented exchanges with the public services against the mock of the vendor profile. Each file names its source. Names are
 * replaced, IDs and times are normalized. The file lists every difference of the mock with its reason; no other difference is allowed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMock } from '../../generator/index.js';
import type { Mock, SeedDocument } from '../../mock/index.js';
import { differences, normalize, type Data } from './compare.js';

interface Exchange {
  /** `GET /dns/v1/projects/p`. `{operation}`, `{fingerprint}`, and `{group}` refer to an earlier response. */
  readonly request: string;
  readonly body?: Data;
  readonly status: number;
  readonly response: Data;
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
});

it('covers all four services with at least thirty recorded requests from public sources', () => {
  const requests = recordings.flatMap(([, { exchanges }]) => exchanges.map(({ request }) => request));
  expect(requests.length).toBeGreaterThanOrEqual(30);
  for (const service of ['/dns/v1/', '/compute/v1/', '/v1beta/', '/v1beta1/']) {
    expect(requests.filter((request) => request.includes(` ${service}`)).length, service).toBeGreaterThan(3);
  }
  for (const [name, { source }] of recordings) expect(source, name).toMatch(/^https:\/\//);
});

describe.each(recordings)('%s', (name, { seed, differs = {}, exchanges }) => {
  it('returns the recorded response', async () => {
    const session = `exchanges ${name}`;
    if (seed) await mock.session(session).seed(seed);
    const variables = new Map<string, string>();
    const usedPatterns = new Set<string>();
    for (const { request, body, status, response: expected } of exchanges) {
      const [method = '', path = ''] = fillVariables(request, variables).split(' ');
      const text = body === undefined ? undefined : fillVariables(JSON.stringify(body), variables);
      const response = await mock.handle({
        method,
        url: `https://service.example.com${path}`,
        headers: { 'x-mock-session': session, ...(text !== undefined && { 'content-type': 'application/json' }) },
        body: text,
      });
      expect(response.status, `${request}\n${response.body}`).toBe(status);
      const received = JSON.parse(response.body) as Data;
      remember(received, variables);
      expect(differences(normalize(received), expected, { differs, usedPatterns }), request).toEqual([]);
    }
    expect(Object.keys(differs).filter((path) => !usedPatterns.has(path))).toEqual([]);
  });
});

function fillVariables(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\{(operation|fingerprint|group)\}/g, (_, variable: string) => variables.get(variable) ?? '');
}

/** Stores the values that later requests refer to. */
function remember(response: Data, variables: Map<string, string>): void {
  if (typeof response !== 'object' || response === null) return;
  for (const [key, value] of Object.entries(response)) {
    if (key === 'name' && typeof value === 'string' && value.startsWith('operation-')) variables.set('operation', value);
    if (/fingerprint$/i.test(key) && typeof value === 'string') variables.set('fingerprint', value);
    if (key === 'groupId' && typeof value === 'string') variables.set('group', value);
    remember(value as Data, variables);
  }
}
