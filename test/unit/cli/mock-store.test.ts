/** `discogen mock --store` */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInProcess, startInProcess } from '../../support/discogen.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';
import { storeKinds } from '../../support/store-places.js';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-mock-'));
  mkdirSync(join(folder, 'specs'));
  for (const name of ['tiny', 'other']) writeFileSync(join(folder, `specs/${name}.yaml`), smallSpecification({ name }));
  writeFileSync(join(folder, 'discogen.config.yaml'), buildConfig(['tiny', 'other']));
  writeFileSync(join(folder, 'seed.yaml'), 'resources:\n  /tiny/v1/things/a: { name: a, note: from the seed }\n');
  expect(await runInProcess(['generate'], folder)).toMatchObject({ status: 0 });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const { removePlaces } of storeKinds) removePlaces();
});

test.for(storeKinds)('keeps the state in $name that processes share', async ({ obstacle, createPlace }, { skip }) => {
  skip(obstacle !== undefined, obstacle);
  const { address, namespace } = await createPlace();
  const storeWords = ['--store', address, ...(namespace === undefined ? [] : ['--store-namespace', namespace])];
  const words = ['mock', 'tiny', '--port', '0', ...storeWords];
  const readNote = async ({ line }: { readonly line: string }): Promise<unknown> => {
    const url = line.replace('discogen mock listening on ', '');
    const response = await fetch(`${url}/tiny/v1/things/a`, { headers: { connection: 'close' } });
    return ((await response.json()) as { readonly note?: unknown }).note;
  };
  const seeded = await startInProcess([...words, '--seed', 'seed.yaml'], folder);
  const other = await startInProcess(words, folder);
  expect(await readNote(other)).toBe('from the seed');
  for (const running of [seeded, other]) expect((await running.end()).status).toBe(0);
  const restarted = await startInProcess(words, folder);
  expect(await readNote(restarted)).toBe('from the seed');
  await restarted.end();
  expect(await runInProcess(['mock', 'other', '--port', '0', ...storeWords], folder)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('contains the state of tiny.v1; expected other.v1') as string,
  });
});

test.each([
  ['--store mysql://user:secret@host/x', 'the address of a store must begin with postgres:// or postgresql:// (received mysql://…)'],
  [
    '--store postgres://user:secret@127.0.0.1:1/x?sslpassword=secret',
    'cannot open the store postgres://user@127.0.0.1:1/x: connect ECONNREFUSED',
  ],
  ['--store-namespace a', '--store-namespace needs --store postgres://USER@HOST/DATABASE'],
  ['--store folder --store-namespace a', 'a namespace needs a store in PostgreSQL, but the store is a folder'],
])('rejects %s', async (words, message) => {
  const { status, stdout, stderr } = await runInProcess(['mock', 'tiny', '--port', '0', ...words.split(' ')], folder);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('secret');
});
