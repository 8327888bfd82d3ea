import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, statSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { toOpenApi } from '../../../generator/emit/openapi.js';
import { buildModel } from '../../../generator/model/build.js';
import type { JsonObject } from '../../../generator/lib/json.js';

const root = new URL('../../../', import.meta.url);
const corpus = new URL('../shared/corpus/', root);
const published = existsSync(corpus)
  ? readdirSync(corpus)
      .filter((name) => name.endsWith('.json'))
      .map((name) => new URL(name, corpus))
      // Larger documents repeat the forms of these.
      .filter((file) => statSync(file).size < 50_000)
  : [];

function convert(document: JsonObject): JsonObject {
  return toOpenApi(buildModel(document, { variables: {} })) as JsonObject;
}

/** Returns the errors of redocly with its default rules, without network access. */
async function lintWithRedocly(files: readonly URL[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    const paths = files.map((file) => {
      const path = join(folder, `${basename(file.pathname)}.json`);
      writeFileSync(path, JSON.stringify(convert(JSON.parse(readFileSync(file, 'utf8')) as JsonObject)));
      return path;
    });
    const config = join(folder, 'redocly.yaml');
    writeFileSync(config, 'extends: [recommended]\n');
    const command = fileURLToPath(new URL('node_modules/@redocly/cli/bin/cli.js', root));
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const lint = promisify(execFile)(process.execPath, [command, 'lint', `--config=${config}`, '--format=stylish', ...paths], {
      env,
      maxBuffer: 1 << 26,
    });
    return await lint.then(
      () => '',
      (failure: { stdout: string; stderr: string }) => failure.stdout + failure.stderr,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('toOpenApi', () => {
  it('creates a variable for each path segment and groups the methods of a path', () => {
    const name = { type: 'string', location: 'path', required: true, pattern: '^projects/[^/]+/zones/[^/]+$', description: 'The zone.' };
    const { paths } = convert({
      name: 'dns',
      version: 'v1',
      methods: {
        get: { httpMethod: 'GET', path: 'v1/{+name}', parameters: { name } },
        remove: { httpMethod: 'DELETE', path: 'v1/projects/{project}/zones/{zone}', parameters: {} },
        look: { httpMethod: 'GET', path: 'v1/{+name}:look', parameters: { name } },
      },
    });
    expect(paths).toMatchObject({
      '/v1/projects/{projectsId}/zones/{zonesId}': {
        get: {
          operationId: 'dns.get',
          parameters: [{ name: 'projectsId', description: 'Part of `name`. The zone.' }, { name: 'zonesId' }],
        },
        delete: { operationId: 'dns.remove', parameters: [{ name: 'projectsId', in: 'path', required: true }, { name: 'zonesId' }] },
      },
      '/v1/projects/{projectsId}/zones/{zonesId}:look': { get: { operationId: 'dns.look' } },
    });
  });

  it('separates routes that differ only in their variable patterns', () => {
    const methods = { a: { httpMethod: 'GET', path: 'v1/{a}' }, b: { httpMethod: 'GET', path: 'v1/{b}' } };
    expect(Object.keys(convert({ name: 'x', methods })['paths'] as object)).toEqual(['/v1/{a}', '/v1/{b}#x.b']);
  });

  it('lists scopes as alternatives', () => {
    const auth = { oauth2: { scopes: { 'https://a': { description: 'A' } } } };
    const methods = { get: { httpMethod: 'GET', path: 'x', scopes: ['https://a', 'https://b'] }, open: { httpMethod: 'GET', path: 'y' } };
    const document = convert({ name: 'x', auth, methods });
    expect(document['paths']).toMatchObject({
      '/x': { get: { security: [{ oauth2: ['https://a'] }, { oauth2: ['https://b'] }] } },
      '/y': { get: { security: [] } },
    });
    const scopes = { 'https://a': 'A', 'https://b': '' };
    expect(document['components']).toMatchObject({ securitySchemes: { oauth2: { flows: { clientCredentials: { scopes } } } } });
  });

  it('converts an unset address to a server variable', () => {
    expect(convert({ name: 'x', title: 'X', rootUrl: '{base_url}/' })['servers']).toMatchObject([
      { url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1:8787' } } },
    ]);
    expect(convert({ name: 'x', rootUrl: 'https://x.example/' })['servers']).toEqual([{ url: 'https://x.example' }]);
  });

  it('creates valid component names', () => {
    const parameters = { '$.xgafv': { type: 'string', location: 'query' }, '_.xgafv': { type: 'string', location: 'query' } };
    const document = convert({ name: 'x', parameters, methods: { get: { httpMethod: 'GET', path: 'x' } } });
    expect(document['components']).toMatchObject({ parameters: { '_.xgafv': { name: '$.xgafv' }, '_.xgafv_2': { name: '_.xgafv' } } });
    expect(document['paths']).toMatchObject({
      '/x': { parameters: [{ $ref: '#/components/parameters/_.xgafv' }, { $ref: '#/components/parameters/_.xgafv_2' }] },
    });
  });
});

/** test/packages covers the documents of our packages. */
describe('OpenAPI tools', () => {
  it.skipIf(published.length === 0)('redocly accepts exported published documents (skipped without ../shared/corpus)', async () => {
    expect(await lintWithRedocly(published)).toBe('');
  });
});
