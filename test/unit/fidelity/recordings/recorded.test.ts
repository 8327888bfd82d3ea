/** Reads recorded traffic of real services. Requires ../shared/recorded; skipped without it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../generator/lib/root.js';
import type { JsonObject } from '../../../../generator/lib/json.js';
import { buildModel } from '../../../../generator/model/build.js';
import type { Recording } from '../../../../fidelity/recordings/exchange.js';
import { createMatcher } from '../../../../fidelity/recordings/match-exchange.js';
import { writeTape } from '../../../../fidelity/recordings/write-tape.js';
import { readRecording } from '../../../../fidelity/recordings/read-recording.js';

const folder = join(packageRoot, '../shared/recorded');
const isAvailable = existsSync(folder);

const files = isAvailable ? readFileSync(join(folder, 'logs.txt'), 'utf8').trim().split('\n') : [];
const readLog = (path: string) => readRecording({ path, text: readFileSync(join(folder, 'logs', path), 'utf8') });

/** The scenarios without positions, and without white space between the tokens of JSON bodies. */
const toText = (recording: Recording | undefined): string =>
  JSON.stringify(recording?.scenarios, (key, value: unknown) =>
    key === 'at' || (key === 'text' && typeof value === 'string') ? undefined : value,
  );

describe.skipIf(!isAvailable)('recorded traffic (skipped without ../shared/recorded)', () => {
  test('is read without a diagnostic, with its placeholders', () => {
    const results = files.map(readLog);
    expect(results.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
    const recordings = results.flatMap(({ recording }) => recording ?? []);
    expect(recordings).toHaveLength(files.length);
    expect(recordings.filter(({ format, isNormalized }) => format !== 'http-log' || !isNormalized)).toEqual([]);
    const exchanges = recordings.flatMap(({ scenarios }) => scenarios.flatMap((scenario) => scenario.exchanges));
    expect(exchanges.length).toBeGreaterThan(6500);
    expect(exchanges.filter(({ request, response }) => response === undefined && request.method !== 'GRPC')).toEqual([]);
    expect(exchanges.filter(({ request, response }) => request.body?.kind === 'text' || response?.body?.kind === 'text')).toEqual([]);
  });

  test('is the same on a tape', () => {
    for (const path of files) {
      const { recording } = readLog(path);
      const text = [...writeTape(recording?.scenarios ?? [])].join('');
      const { recording: copy, diagnostics } = readRecording({ path, text });
      expect(diagnostics).toEqual([]);
      expect(toText(copy)).toBe(toText(recording));
    }
  });

  test('calls methods of Pub/Sub, all of which its document has', () => {
    const document = JSON.parse(readFileSync(join(folder, '../corpus/pubsub-v1.json'), 'utf8')) as JsonObject;
    const match = createMatcher([buildModel(document, { variables: {} })]);
    const recordings = files.filter((path) => path.includes('pubsub')).map((path) => readLog(path).recording);
    const exchanges = recordings.flatMap((recording) => recording?.scenarios.flatMap((scenario) => scenario.exchanges) ?? []);
    const calls = exchanges.filter(({ request }) => request.url.startsWith('https://pubsub.googleapis.com/'));
    expect(calls.length).toBeGreaterThan(50);
    expect(calls.map(({ request }) => match(request)).filter(({ kind }) => kind === 'none')).toEqual([]);
  });

  test.each([
    ['gspread', 'vcr', 58, 1010],
    // 585 calls in 483 exchanges, some of which are batches.
    ['gcsfs', 'vcr', 28, 585],
    ['google-cloud-go', 'httpreplay', 2, 891],
  ])('of %s (%s) has %i scenarios with %i exchanges', (project, format, scenarioCount, exchangeCount) => {
    const path = join(folder, 'more', project);
    const results = readdirSync(path).map((name) => readRecording({ path: name, text: readFileSync(join(path, name), 'utf8') }));
    expect(results.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
    const recordings = results.flatMap(({ recording }) => recording ?? []);
    expect(new Set(recordings.map((recording) => recording.format))).toEqual(new Set([format]));
    const scenarios = recordings.flatMap((recording) => recording.scenarios);
    expect([scenarios.length, scenarios.flatMap(({ exchanges }) => exchanges).length]).toEqual([scenarioCount, exchangeCount]);
  });
});
