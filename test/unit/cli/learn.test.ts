/** `discogen learn` */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../../generator/lib/root.js';
import { type Finished, runInProcess } from '../../support/discogen.js';
import { document } from '../../support/things-document.js';
import { settingsProto, topicsDocument, topicsProto } from '../../support/topics-protos.js';

/** A scenario that reads a missing thing, and creates it. */
const createRecording = (index: number, message: string): string =>
  [
    { tape: 1 },
    {
      request: { method: 'GET', url: `https://things.example.com/v1/projects/p-${index}/things/t-${index}` },
      response: { status: 404, body: { json: { error: { code: 404, message, status: 'NOT_FOUND' } } } },
    },
    {
      request: {
        method: 'POST',
        url: `https://things.example.com/v1/projects/p-${index}/things?thingId=t-${index}`,
        body: { json: { note: `NOTE_${index}` } },
      },
      response: {
        status: 200,
        body: {
          json: { name: `projects/p-${index}/operations/op-${index}`, metadata: { '@type': 'type.googleapis.com/things.v1.Progress' } },
        },
      },
    },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-learn-'));
  writeFileSync(join(folder, 'things.json'), JSON.stringify(document));
  for (const index of [1, 2, 3])
    writeFileSync(join(folder, `${index}.tape`), createRecording(index, `No projects/p-${index}/things/t-${index} here.`));
  writeFileSync(join(folder, 'newer.tape'), createRecording(4, 'Not here.').replace('things.v1.Progress', 'things.v2.Progress'));
  const definitions = join(folder, 'protos/example/topics/v1');
  mkdirSync(definitions, { recursive: true });
  writeFileSync(join(definitions, 'topics.proto'), topicsProto);
  writeFileSync(join(definitions, 'settings.proto'), settingsProto);
  writeFileSync(join(folder, 'topics.json'), JSON.stringify(topicsDocument));
  writeFileSync(join(folder, 'broken.tape'), '{"tape":1}\n{"request":{}}\n{}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const learn = (...words: readonly string[]): Promise<Finished> => runInProcess(['learn', ...words, '--api', 'things.json'], folder);
const learnTopics = (...words: readonly string[]): Promise<Finished> => runInProcess(['learn', ...words, '--api', 'topics.json'], folder);
const recordings = ['1.tape', '2.tape', '3.tape'];

test('writes an overlay that the mock applies', async () => {
  expect(await learn(...recordings, '--out', 'learned.yaml')).toEqual({
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(/^discogen: things v1: \d+ entries from 3 scenarios; \d+ questions?; already so: \d+\n$/),
  });
  const overlay = readFileSync(join(folder, 'learned.yaml'), 'utf8');
  expect(overlay).toContain('notFound: No {name} here.');
  expect(overlay).toContain('metadata: things.v1.Progress');
  const config = 'specs:\n  - { name: things, file: things.json, overlays: [learned.yaml] }\n';
  writeFileSync(join(folder, 'discogen.config.yaml'), config);
  expect(await runInProcess(['lint', 'things.json', 'learned.yaml'], folder)).toMatchObject({ status: 0 });
  const { stdout } = await runInProcess(['verify', '1.tape', '--api', 'things', '--messages'], folder);
  expect(stdout).toContain('things.things.get: 1 of 1 exchange agrees');
});

test('lists what newer recordings contradict', async () => {
  expect(await learn('1.tape', '--check', 'learned.yaml')).toMatchObject({ status: 0, stderr: '' });
  expect(await learn('newer.tape', '--check', 'learned.yaml')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^learned\.yaml:\d+:\d+: warning contradicted-entry recordings contradict the entry "errors:notFound".*\n.* recordings contradict the entry "things\.things\.create:operation"/,
    ),
  });
});

test('prints JSON that conforms to the schema', async () => {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(
    JSON.parse(readFileSync(join(packageRoot, 'generator/cli/learn.schema.json'), 'utf8')) as object,
  );
  const results = [
    await learn(...recordings, '--json'),
    await learn('newer.tape', '--check', 'learned.yaml', '--json'),
    await learn('broken.tape', '--json'),
    await learn('missing.tape', '--json'),
    await learnTopics('--protos', 'protos', '--json'),
  ];
  expect(results.map(({ stdout }) => [validate(JSON.parse(stdout)), validate.errors])).toEqual(results.map(() => [true, null]));
});

test('writes nothing for a broken recording, or one without calls of the API', async () => {
  writeFileSync(
    join(folder, 'other.tape'),
    '{"tape":1}\n{"request":{"method":"GET","url":"https://other.example.com/v1/a"},"response":{"status":200}}',
  );
  expect(await learn('broken.tape', '--out', 'none.yaml')).toMatchObject({ status: 1, stderr: expect.stringContaining('broken.tape:2:') });
  expect(await learn('other.tape', '--out', 'none.yaml')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no recording contains a call of the API'),
  });
  expect(existsSync(join(folder, 'none.yaml'))).toBe(false);
});

test('reads the recordings in folders', async () => {
  mkdirSync(join(folder, 'recordings'));
  for (const name of recordings) copyFileSync(join(folder, name), join(folder, 'recordings', name));
  const { stdout } = await learn('recordings');
  expect(stdout).toBe((await learn(...recordings)).stdout);
  expect(stdout).toContain('notFound: No {name} here.');
});

describe('from protobuf definitions', () => {
  test('writes an overlay that applies to the document, and replaces it later', async () => {
    const stderr = 'discogen: topics v1: 13 entries; 3 of 4 methods with a definition; 4 disagreements; already so: 0\n';
    for (let round = 0; round < 2; round++)
      expect(await learnTopics('--protos', 'protos', '--out', 'topics.protos.yaml')).toEqual({ status: 0, stdout: '', stderr });
    expect(await runInProcess(['lint', 'topics.json', 'topics.protos.yaml'], folder)).toMatchObject({ status: 0, stderr: '' });
  });

  test('learns the same if the overlay is applied already', async () => {
    writeFileSync(join(folder, 'topics.yaml'), 'specs:\n  - { name: topics, file: topics.json, overlays: [topics.protos.yaml] }\n');
    const { stdout } = await runInProcess(['learn', '--protos', 'protos', '--config', 'topics.yaml'], folder);
    expect(stdout).toBe(readFileSync(join(folder, 'topics.protos.yaml'), 'utf8'));
  });

  test('replaces no other file, and takes no recordings', async () => {
    expect(await learnTopics('--protos', 'protos', '--out', 'topics.json')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('topics.json exists and is not an overlay from protobuf definitions'),
    });
    expect(await learnTopics('1.tape', '--protos', 'protos')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('learn --protos takes no recordings (received "1.tape")'),
    });
    expect(await learnTopics()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('learn requires RECORDING..., or --protos DIR|PACKAGE'),
    });
  });

  test('fails without a definition of the API', async () => {
    expect(await learn('--protos', 'protos')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('protos contains no definition of the API'),
    });
  });
});

describe('without --api', () => {
  const other = JSON.stringify(document).replace('"things"', '"others"');
  const learnWith = (...specs: readonly string[]): Promise<Finished> => {
    writeFileSync(
      join(folder, 'apis.yaml'),
      `specs:\n${specs.map((file) => `  - { name: ${file.replace('.json', '')}, file: ${file} }\n`).join('')}`,
    );
    return runInProcess(['learn', '1.tape', '--config', 'apis.yaml'], folder);
  };

  test('learns about the configured API at the address of the recordings', async () => {
    writeFileSync(join(folder, 'others.json'), other.replaceAll('things.example.com', 'others.example.com'));
    expect(await learnWith('others.json', 'things.json')).toMatchObject({ status: 0, stdout: expect.stringContaining('name: things') });
  });

  test('asks for a name if several APIs are there', async () => {
    writeFileSync(join(folder, 'others.json'), other);
    expect(await learnWith('others.json', 'things.json')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('the recordings call several APIs (others v1, things v1); name those to learn about with --api'),
    });
  });

  test('needs a config file', async () => {
    rmSync(join(folder, 'discogen.config.yaml'), { force: true });
    expect(await runInProcess(['learn', '1.tape'], folder)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('learn requires --api NAME|FILE, because there is no discogen.config.yaml'),
    });
  });
});
