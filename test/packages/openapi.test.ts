/** Third-party tools accept the OpenAPI document of each package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { afterAll, expect, test } from 'vitest';
import { compile, packageFolders, readJson, removeFolder, root, runNode, createTemporaryFolder, write } from './support.js';

const folder = createTemporaryFolder();
const getDocumentPath = (name: string): string => join(root, 'generated', name, 'openapi.json');

afterAll(() => removeFolder(folder));

test('redocly reports no error', async () => {
  const config = join(folder, 'redocly.yaml');
  write(config, 'extends: [recommended]\ntelemetry: off\n');
  const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status, stdout, stderr } = await runNode(
    cli,
    ['lint', `--config=${config}`, '--format=stylish', ...packageFolders.map(getDocumentPath)],
    { env },
  );
  expect(status, stdout + stderr).toBe(0);
});

test('openapi-typescript generates types for every method, and they compile', async () => {
  for (const name of packageFolders) {
    const types = astToString(await openapiTS(readJson(getDocumentPath(name)) as OpenAPI3, { silent: true }));
    write(join(folder, `${name}.ts`), types);
    const ids = [...readFileSync(getDocumentPath(name), 'utf8').matchAll(/"operationId":\s*"([^"]*)"/g)].map(([, id]) => id ?? '');
    expect(ids).not.toEqual([]);
    expect(ids.filter((id) => !types.includes(`operations["${id}"]`))).toEqual([]);
  }
  const files = packageFolders.map((name) => `${name}.ts`);
  const options = { module: 'nodenext', noEmit: true, exactOptionalPropertyTypes: true };
  expect(await compile({ compiler: 'typescript-native', folder, name: 'openapi', options, files })).toBe('');
});
