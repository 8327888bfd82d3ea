/** Mocks of published documents reject the parameters that select, and report the others that they ignore. Requires ../shared/corpus; skipped without it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../generator/lib/json.js';
import { buildModel } from '../../generator/model/build.js';
import type { Mock, MockOptions } from '../../mock/index.js';
import { root } from '../packages/support.js';
import { createMockFrom } from '../support/mock-of.js';

const getPath = (name: string): string => join(root, '../shared/corpus', `${name}.json`);
const missing = ['drive-v3', 'storage-v1', 'calendar-v3', 'firestore-v1'].filter((name) => !existsSync(getPath(name)));

function createPublishedMock(name: string, options: MockOptions): Mock {
  return createMockFrom(buildModel(JSON.parse(readFileSync(getPath(name), 'utf8')) as JsonObject, { variables: {} }), options);
}

const file = { '/drive/v3/files/f': { name: 'f' } };
const document = 'projects/p/databases/d/documents/c/x';
const documents = { '/v1/projects/p/databases/d': {}, [`/v1/${document}`]: {} };
const object = { '/storage/v1/b/b': { name: 'b' }, '/storage/v1/b/b/o/o': { name: 'o' } };

describe.skipIf(missing.length > 0)(`published documents${missing.length > 0 ? ' (skipped: ../shared/corpus is absent)' : ''}`, () => {
  test.each([
    [
      'drive-v3',
      'GET',
      '/drive/v3/files?q=trashed%3Dfalse&orderBy=name&pageSize=2&supportsAllDrives=true',
      {},
      'q, orderBy',
      'supportsAllDrives',
    ],
    [
      'storage-v1',
      'GET',
      '/storage/v1/b/b/o?startOffset=a&matchGlob=b&maxResults=1&projection=full',
      object,
      'startOffset, matchGlob',
      'projection',
    ],
    ['storage-v1', 'DELETE', '/storage/v1/b/b/o/o?generation=12&userProject=p', object, 'generation', 'userProject'],
    [
      'calendar-v3',
      'GET',
      '/calendar/v3/calendars/c/events?timeMin=2026-01-01T00:00:00Z&q=x&iCalUID=u&maxAttendees=1&quotaUser=me',
      { '/calendar/v3/calendars/c': { summary: 'c' } },
      'timeMin, q',
      'maxAttendees',
    ],
    [
      'firestore-v1',
      'PATCH',
      `/v1/${document}?updateMask.fieldPaths=a&mask.fieldPaths=b`,
      documents,
      'updateMask.fieldPaths',
      'mask.fieldPaths',
    ],
    ['firestore-v1', 'DELETE', `/v1/${document}?currentDocument.exists=false`, documents, 'currentDocument.exists', ''],
  ] as const)('%s: %s %s', async (name, method, path, resources, selecting, shaping) => {
    const request = { method, ...(method === 'PATCH' && { body: '{}' }) };
    const mock = createPublishedMock(name, { seed: { resources }, warn: () => undefined });
    const rejected = await mock.fetch(`http://mock.test${path}`, request);
    expect(rejected.status).toBe(501);
    expect(await rejected.text()).toContain(`doesn't implement ${selecting} of ${name.split('-')[0] ?? ''}.`);
    await mock.settings.set({ ignored: 'warn' });
    const reported = await mock.fetch(`http://mock.test${path}`, request);
    expect(reported.status).toBeLessThan(300);
    const names = (text: string): string[] => text.split(', ').filter((each) => each !== '');
    expect(names(reported.headers.get('x-mock-ignored') ?? '').sort()).toEqual([...names(selecting), ...names(shaping)].sort());
  });

  test.each([
    ['drive-v3', 'PATCH', '/drive/v3/files/f?addParents=x&removeParents=y&alt=json', file, 'addParents, removeParents'],
    ['storage-v1', 'GET', '/storage/v1/b?project=p', {}, 'project'],
    ['storage-v1', 'GET', '/storage/v1/b/b/o?versions=true', object, 'versions'],
    ['calendar-v3', 'GET', '/calendar/v3/users/me/calendarList?showDeleted=false&showHidden=true', {}, 'showDeleted, showHidden'],
  ] as const)('%s: %s %s selects nothing that the mock has', async (name, method, path, resources, expected) => {
    const mock = createPublishedMock(name, { seed: { resources }, warn: () => undefined });
    const response = await mock.fetch(`http://mock.test${path}`, { method, ...(method === 'PATCH' && { body: '{}' }) });
    expect([response.status, response.headers.get('x-mock-ignored')]).toEqual([200, expected]);
  });

  test('a bucket with versions lists all of them, which the mock lacks', async () => {
    const versioned = { ...object, '/storage/v1/b/b': { name: 'b', versioning: { enabled: true } } };
    const mock = createPublishedMock('storage-v1', { seed: { resources: versioned } });
    expect((await mock.fetch('http://mock.test/storage/v1/b/b/o?versions=true')).status).toBe(501);
  });
});
