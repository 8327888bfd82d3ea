/** Packages of both kinds of runtime, generated from the smallest published document, packed, and installed outside the repository. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../generator/index.js';
import {
  createTemporaryFolder,
  getOutput,
  installPackages,
  type PackedPackage,
  packPackages,
  removeFolder,
  root,
  runNode,
  write,
} from './support.js';

const corpus = join(root, '../shared/corpus');

interface Collection {
  readonly methods?: object;
  readonly resources?: Readonly<Record<string, Collection>>;
}

const countMethods = ({ methods = {}, resources = {} }: Collection): number =>
  Object.values(resources).reduce((sum, inner) => sum + countMethods(inner), Object.keys(methods).length);

/** The document with the fewest methods. */
function findSmallestDocument(): string | undefined {
  const documents = readdirSync(corpus)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(corpus, name));
  const sized = documents.map((path) => ({ path, methods: countMethods(JSON.parse(readFileSync(path, 'utf8')) as Collection) }));
  return sized.sort((a, b) => a.methods - b.methods)[0]?.path;
}

function hasCorpus(): boolean {
  try {
    return readdirSync(corpus).length > 0;
  } catch {
    return false;
  }
}

/** Uses the client, the validators, and the mock of a package. `load` is `import` or `require`. */
const createProgram = (name: string, load: string): string => `(async () => {
  const client = ${load}('${name}');
  const { createMock } = ${load}('${name}/mock');
  const { validators, validatePagespeedApiPagespeedResponseV5 } = ${load}('${name}/validators');
  const mock = createMock();
  const api = client.createClient({ fetch: mock.fetch, validate: { validators } });
  const call = api.pagespeedapi.runpagespeed({ url: 'https://example.com' });
  const status = await call.then(() => 200, (error) => error instanceof client.ApiError && error.status);
  const rejected = await api.pagespeedapi.runpagespeed({}).catch((error) => error instanceof client.ParameterError);
  const valid = [validatePagespeedApiPagespeedResponseV5({}), validatePagespeedApiPagespeedResponseV5({ id: 1 })];
  const { status: page } = await mock.fetch('http://mock/__admin/ui');
  console.log(JSON.stringify({ status, rejected, valid, requests: (await mock.requests).length, page }));
})();
`;

const folder = createTemporaryFolder();
afterAll(() => removeFolder(folder));

describe.skipIf(!hasCorpus())('packages of the smallest document of ../shared/corpus', () => {
  describe.each([
    { runtime: 'inline', files: 48, size: 1_500_000 },
    { runtime: 'package', files: 32, size: 165_000 },
  ] as const)('with runtime: $runtime', ({ runtime, ...most }) => {
    const out = join(folder, runtime);
    const project = join(folder, `${runtime}-project`);
    let packed: readonly PackedPackage[] = [];

    beforeAll(async () => {
      const { packages } = await generate({ files: [findSmallestDocument() ?? ''], out, runtime });
      packed = await packPackages(
        join(folder, `${runtime}-packed`),
        packages.map((entry) => entry.folder),
      );
      await installPackages(project, packed);
    });

    test(`has at most ${most.files} files and ${most.size} bytes`, () => {
      expect(packed[0]?.files.length).toBeLessThanOrEqual(most.files);
      expect(packed[0]?.size).toBeLessThanOrEqual(most.size);
    });

    test.each([
      ['ES modules', 'program.mjs', 'await import'],
      ['CommonJS', 'program.cjs', 'require'],
    ])('works in %s', async (_, file, load) => {
      write(join(project, file), createProgram(`@discogen/${packed[0]?.folder}`, load));
      expect(JSON.parse(getOutput(await runNode(join(project, file))))).toEqual({
        status: 501,
        rejected: true,
        valid: [true, false],
        requests: 1,
        page: 200,
      });
    });
  });
});
