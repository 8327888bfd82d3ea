/**
 * Comparing recordings with themselves finds nothing, and finds each changed value. Compares those of three APIs, and with `RECORDED=all`, as
 * `npm run recorded` sets it, all. Skips if the recordings aren't beside the repository.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { selectSources } from '../../../../generator/config/select-sources.js';
import { isObject, type Json, type Pointer } from '../../../../generator/lib/json.js';
import { createNodeEffects } from '../../../../generator/lib/node-effects.js';
import { packageRoot } from '../../../../generator/lib/root.js';
import { findRecordedApis } from '../../../../generator/pipeline/find-recorded-apis.js';
import type { Exchange, Recording } from '../../../../fidelity/recordings/exchange.js';
import { createMatcher, type Match } from '../../../../fidelity/recordings/match-exchange.js';
import { readRecording } from '../../../../fidelity/recordings/read-recording.js';
import type { ActualResponse, ComparedExchange } from '../../../../fidelity/verify/exchange-result.js';
import { chooseValue, replacePlaceholders } from '../../../../fidelity/verify/placeholders.js';
import { replayScenario } from '../../../../fidelity/verify/replay-scenario.js';

const shared = join(packageRoot, '../shared');
const folder = join(shared, 'recorded');
const isPresent = existsSync(join(folder, 'logs.txt'));
if (!isPresent) console.log('SKIP: there are no recordings beside the repository (../shared/recorded)');

const comparesAll = process.env['RECORDED'] === 'all';

interface Source {
  readonly recordings: readonly Recording[];
  readonly match: (request: Exchange['request']) => Match;
}

/** Reads recordings, and the documents of their APIs. */
function readSource(paths: readonly string[], documents: RegExp): Source {
  const recordings = paths.flatMap((path) => readRecording({ path, text: readFileSync(path, 'utf8') }).recording ?? []);
  const files = [join(folder, 'documents'), join(shared, 'corpus')].flatMap((path) =>
    readdirSync(path).flatMap((name) => (documents.test(name) ? join(path, name) : [])),
  );
  const effects = createNodeEffects();
  const urls = recordings.flatMap(({ scenarios }) => scenarios.flatMap(({ exchanges }) => exchanges.map(({ request }) => request.url)));
  const { apis } = findRecordedApis(selectSources(files, {}, effects), [...new Set(urls)], effects);
  return { recordings, match: createMatcher(apis.map(({ api }) => api)) };
}

type Change = (response: ActualResponse) => ActualResponse | undefined;

/** Replays recordings against their own responses, which `change` changes. Returns the compared exchanges, and whether each was changed. */
async function replayOwn(
  { recordings, match }: Source,
  change: Change,
): Promise<readonly { readonly compared: ComparedExchange; readonly isChanged: boolean }[]> {
  const results: { compared: ComparedExchange; isChanged: boolean }[] = [];
  for (const recording of recordings)
    for (const scenario of recording.scenarios) {
      const changed = new Set<Exchange>();
      const send = async (_api: unknown, _request: unknown, exchange: Exchange): Promise<ActualResponse> => {
        const own = toActual(exchange);
        const other = change(own);
        if (other !== undefined) changed.add(exchange);
        return other ?? own;
      };
      // What existed before is reconstructed, as by default. Assumed values are compared, too.
      const state = { seed: async () => undefined, isSeeded: () => false };
      const { results: replayed } = await replayScenario(scenario, { recording, match, send, messages: true, state });
      for (const compared of replayed)
        if (compared.kind === 'compared') results.push({ compared, isChanged: changed.has(compared.exchange) });
    }
  return results;
}

/** Returns the recorded response with values in place of the placeholders, as a mock responds. */
function toActual({ response }: Exchange): ActualResponse {
  const { status = 0, headers = [], body } = response ?? {};
  if (body === undefined) return { status, headers };
  if (body.kind === 'bytes') return { status, headers, body: { kind: 'text', text: Buffer.from(body.base64, 'base64').toString() } };
  const text = replacePlaceholders(body.text, (name) => chooseValue(name) ?? 'value');
  return { status, headers, body: body.kind === 'text' ? { kind: 'text', text } : { kind: 'json', value: JSON.parse(text) as Json } };
}

const describeResult = ({ compared: { exchange, differences } }: { readonly compared: ComparedExchange }): string =>
  `${exchange.at.file}:${exchange.at.line} ${JSON.stringify(differences.slice(0, 2))}`;

describe.skipIf(!isPresent)('recordings compared with their own responses', () => {
  /** What the paths of the compared recordings and documents contain. */
  const chosen = comparesAll ? /^/ : /pubsub|cloudkms/;
  const leastExchanges = comparesAll ? 4000 : 40;
  let source: Source;

  beforeAll(() => {
    const logs = readFileSync(join(folder, 'logs.txt'), 'utf8').trim().split('\n');
    const paths = logs.filter((path) => chosen.test(path)).map((path) => join(folder, 'logs', path));
    source = readSource(paths, chosen);
  });

  test('do not differ', async () => {
    const results = await replayOwn(source, () => undefined);
    expect(results.length).toBeGreaterThan(leastExchanges);
    expect(results.filter(({ compared }) => compared.differences.length > 0).map(describeResult)).toEqual([]);
  });

  test('differ if one value is changed', async () => {
    const results = await replayOwn(source, changeValue);
    const changed = results.filter(({ isChanged }) => isChanged);
    expect(changed.length).toBeGreaterThan(leastExchanges);
    expect(changed.filter(({ compared }) => compared.differences.length === 0).map(describeResult)).toEqual([]);
    expect(results.filter(({ isChanged, compared }) => !isChanged && compared.differences.length > 0).map(describeResult)).toEqual([]);
  });
});

describe.skipIf(!existsSync(join(folder, 'more')))('recordings of other projects, without placeholders', () => {
  const names = comparesAll ? ['gspread', 'gcsfs', 'google-cloud-go'] : ['gcsfs'];
  const leastExchanges = comparesAll ? 1300 : 150;
  let source: Source;

  beforeAll(() => {
    const paths = names.flatMap((name) => readdirSync(join(folder, 'more', name)).map((file) => join(folder, 'more', name, file)));
    source = readSource(paths, comparesAll ? /^(?:drive-v3|sheets-v4|storage-v1|bigquery-v2)\./ : /^storage-v1\./);
  });

  test('do not differ', async () => {
    const results = await replayOwn(source, () => undefined);
    expect(results.length).toBeGreaterThan(leastExchanges);
    expect(results.filter(({ compared }) => compared.differences.length > 0).map(describeResult)).toEqual([]);
  });

  test('differ if a value of the same type replaces one that the server does not generate', async () => {
    const results = await replayOwn(source, (response) => changeValue(response, { replace: changeText, isChosen: isDetermined }));
    const changed = results.filter(({ isChanged }) => isChanged);
    const missed = changed.filter(({ compared }) => compared.differences.length === 0);
    console.log(`${changed.length - missed.length} of ${changed.length} changed values are noticed`);
    expect(changed.length).toBeGreaterThan(leastExchanges);
    expect(missed.length / changed.length, missed.map(describeResult).join('\n')).toBeLessThanOrEqual(0.01);
  });

  test('differ if the status is changed', async () => {
    const results = await replayOwn(source, ({ status, ...response }) => ({
      ...response,
      status: status === 400 ? 404 : status < 400 ? 202 : 400,
    }));
    expect(results.filter(({ compared }) => compared.differences.length === 0).map(describeResult)).toEqual([]);
  });
});

interface PlannedChange {
  readonly replace: (value: Json) => Json;
  readonly isChosen: (path: Pointer) => boolean;
}

/** Changes one value, another one in each response. */
function changeValue(
  response: ActualResponse,
  { replace, isChosen }: PlannedChange = { replace: changeLeaf, isChosen: () => true },
): ActualResponse | undefined {
  if (response.status >= 400 || response.body?.kind !== 'json') return undefined;
  const paths = listLeaves(response.body.value, []).filter(isChosen);
  count += 1;
  const path = paths[(count * 7919) % Math.max(paths.length, 1)];
  return path === undefined ? undefined : { ...response, body: { kind: 'json', value: setAt(response.body.value, path, replace) } };
}

let count = 0;

/** Lists the paths of scalars, apart from those that the state of an operation determines. */
function listLeaves(value: Json, path: Pointer): readonly Pointer[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((item, index) => listLeaves(item, [...path, index]));
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([key, member]) =>
    path.length === 0 && runningFields.has(key) ? [] : listLeaves(member, [...path, key]),
  );
}

const runningFields: ReadonlySet<string> = new Set(['done', 'response', 'metadata', 'status', 'progress', 'startTime', 'endTime', 'error']);

/** Any other text of the same form can be a generated value, so that a text gets another type, unless it is the value of an enum. */
function changeLeaf(value: Json): Json {
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' && /^[A-Z_]+$/.test(value) ? `${value}_X` : { changed: value };
}

/** Replaces a value with another one of the same form. */
function changeText(value: Json): Json {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return typeof value === 'boolean' ? !value : { changed: true };
  return /^\d+$/.test(value) ? String(BigInt(value) + 1n) : `${value}x`;
}

/** Whether the name of a field isn't one of those that [the page](docs/reference/verify.md#generated-values) lists as generated. */
const isDetermined = (path: Pointer): boolean => !generatedNames.test(String(path.findLast((key) => typeof key === 'string') ?? ''));

const generatedNames = /^(?:id|.*[eE]tag|.*Time|(?:time|created|modified|updated).*|.*[gG]eneration|projectNumber|.*Token|user_email)$/;

function setAt(value: Json, [key, ...rest]: Pointer, replace: (value: Json) => Json): Json {
  if (key === undefined) return replace(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item, index) => (index === key ? setAt(item, rest, replace) : item));
  return isObject(value) ? { ...value, [key]: setAt(value[key] as Json, rest, replace) } : value;
}
