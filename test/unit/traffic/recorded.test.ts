/** Reads recorded traffic of real services. Requires ../shared/recorded; skipped without it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../generator/lib/root.js';
import { readRecording } from '../../../generator/traffic/read-recording.js';

const folder = join(packageRoot, '../shared/recorded');
const isAvailable = existsSync(folder);

describe.skipIf(!isAvailable)('recorded traffic (skipped without ../shared/recorded)', () => {
  test('is read without a diagnostic, with its placeholders', () => {
    const files = readFileSync(join(folder, 'logs.txt'), 'utf8').trim().split('\n');
    const results = files.map((path) => readRecording({ path, text: readFileSync(join(folder, 'logs', path), 'utf8') }));
    expect(results.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
    const recordings = results.flatMap(({ recording }) => recording ?? []);
    expect(recordings).toHaveLength(files.length);
    expect(recordings.filter(({ format, isNormalized }) => format !== 'http-log' || !isNormalized)).toEqual([]);
    const exchanges = recordings.flatMap(({ scenarios }) => scenarios.flatMap((scenario) => scenario.exchanges));
    expect(exchanges.length).toBeGreaterThan(6500);
    expect(exchanges.filter(({ request, response }) => response === undefined && request.method !== 'GRPC')).toEqual([]);
    expect(exchanges.filter(({ request, response }) => request.body?.kind === 'text' || response?.body?.kind === 'text')).toEqual([]);
  });
});
