/** Mocks of published documents report the parameters that they ignore. Requires ../shared/corpus; skipped without it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../generator/lib/json.js';
import { buildModel } from '../../generator/model/build.js';
import type { Mock, MockOptions } from '../../templates/runtime/mock/index.js';
import { root } from '../packages/support.js';
import { createMockFrom } from '../support/mock-of.js';

const getPath = (name: string): string => join(root, '../shared/corpus', `${name}.json`);
const missing = ['drive-v3', 'storage-v1', 'calendar-v3'].filter((name) => !existsSync(getPath(name)));

function createPublishedMock(name: string, options: MockOptions): Mock {
  return createMockFrom(buildModel(JSON.parse(readFileSync(getPath(name), 'utf8')) as JsonObject, { variables: {} }), options);
}

const file = { '/drive/v3/files/f': { name: 'f' } };
const object = { '/storage/v1/b/b': { name: 'b' }, '/storage/v1/b/b/o/o': { name: 'o' } };

describe.skipIf(missing.length > 0)(`published documents${missing.length > 0 ? ' (skipped: ../shared/corpus is absent)' : ''}`, () => {
  test.each([
    ['drive-v3', 'GET', '/drive/v3/files?q=trashed%3Dfalse&orderBy=name&pageSize=2', {}, 'q, orderBy'],
    ['drive-v3', 'PATCH', '/drive/v3/files/f?addParents=x&removeParents=y&alt=json', file, 'addParents, removeParents'],
    ['storage-v1', 'GET', '/storage/v1/b/b/o?startOffset=a&matchGlob=b&maxResults=1', object, 'startOffset, matchGlob'],
    ['storage-v1', 'GET', '/storage/v1/b?project=p', {}, 'project'],
    [
      'calendar-v3',
      'GET',
      '/calendar/v3/calendars/c/events?timeMin=2026-01-01T00:00:00Z&q=x&iCalUID=u&quotaUser=me',
      { '/calendar/v3/calendars/c': { summary: 'c' } },
      'timeMin, q',
    ],
  ] as const)('%s: %s %s', async (name, method, path, resources, expected) => {
    const request = { method, ...(method === 'PATCH' && { body: '{}' }) };
    const mock = createPublishedMock(name, { seed: { resources }, warn: () => undefined });
    const response = await mock.fetch(`http://mock.test${path}`, request);
    expect([response.status, response.headers.get('x-mock-ignored')]).toEqual([200, expected]);
    const strict = createPublishedMock(name, { seed: { resources }, strict: true });
    const rejected = await strict.fetch(`http://mock.test${path}`, request);
    expect(rejected.status).toBe(501);
    expect(await rejected.text()).toContain(`ignores ${expected} of ${name.split('-')[0] ?? ''}.`);
  });
});
