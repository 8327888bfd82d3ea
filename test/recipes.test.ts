/** The recipes for contributors work: their blocks are applied to a copy of the sources, which then has the new part. */
import { expect, test } from 'vitest';
import type { readRecording as ReadRecording } from '../fidelity/recordings/read-recording.js';
import type { describeRule as DescribeRule } from '../generator/language/index.js';
import { formatDiagnostic } from '../generator/lib/diagnostics.js';
import type { lintFiles as LintFiles } from '../generator/pipeline/lint-files.js';
import { applyRecipe } from './support/apply-recipe.js';
import type { createMockFrom as CreateMockFrom } from './support/mock-of.js';
import type { buildPackageFrom as BuildPackageFrom, resolveApi as ResolveApi } from './support/packages.js';

const library = `name: library
version: v1
rootUrl: https://library.example.com/
x-source: { public: an example }
schemas: { Book: { type: object, properties: { name: { type: string, required: true } }, x-rules: [{ kind: maxMembers, count: 1 }] } }
resources:
  books:
    methods:
      create: { id: library.books.create, httpMethod: POST, path: v1/books, request: { $ref: Book }, response: { $ref: Book } }
      get: { id: library.books.get, httpMethod: GET, path: 'v1/books/{name}', parameters: { name: { type: string, location: path, required: true } }, response: { $ref: Book } }
`;

test('rule-kind: a rule of the new kind is linted and generated, and acts in a mock', async () => {
  const recipe = applyRecipe('rule-kind');
  const { lintFiles } = await recipe.import<{ readonly lintFiles: typeof LintFiles }>('generator/pipeline/lint-files.ts');
  const lint = (text: string): readonly string[] => lintFiles(['library.yaml'], () => ({ text })).diagnostics.map(formatDiagnostic);
  expect(lint(library)).toEqual([]);
  expect(lint(library.replace('count: 1', 'count: many'))).toEqual([expect.stringContaining('wrong-type')]);

  const packages = await recipe.import<{ readonly resolveApi: typeof ResolveApi; readonly buildPackageFrom: typeof BuildPackageFrom }>(
    'test/support/packages.ts',
  );
  const api = packages.resolveApi(library);
  const files = await packages.buildPackageFrom(api, ['types', 'mock']);
  expect([...files.values()].join('\n')).toContain('A collection has at most 1 of these resources.');

  const { createMockFrom } = await recipe.import<{ readonly createMockFrom: typeof CreateMockFrom }>('test/support/mock-of.ts');
  const mock = createMockFrom(api);
  const create = (name: string): Promise<Response> =>
    mock.fetch('https://library.example.com/v1/books', { method: 'POST', body: JSON.stringify({ name }) });
  expect((await create('emma')).status).toBe(200);
  expect(await (await create('persuasion')).json()).toMatchObject({
    error: { message: 'The collection has the maximum of 1 resources.' },
  });

  const { describeRule } = await recipe.import<{ readonly describeRule: typeof DescribeRule }>('generator/language/index.ts');
  const { examples } = await recipe.import<{
    readonly examples: { readonly maxMembers: { readonly rule: never; readonly sentence: string } };
  }>('test/unit/language/examples.ts');
  expect(describeRule(examples.maxMembers.rule)).toBe(examples.maxMembers.sentence);
});

test('recording-format: a recording of the new format is read, and its errors have positions', async () => {
  const { blocks, ...recipe } = applyRecipe('recording-format');
  const { readRecording } = await recipe.import<{ readonly readRecording: typeof ReadRecording }>('fidelity/recordings/read-recording.ts');
  const { text = '', output, file: path = '' } = blocks.find(({ language }) => language === 'json') ?? {};
  const { diagnostics } = readRecording({ path, text });
  expect(diagnostics.map(formatDiagnostic).join('\n')).toContain(output?.trim());
  const { recording } = readRecording({ path, text: text.replace('G T', 'delete') });
  expect(recording).toMatchObject({
    format: 'acme',
    scenarios: [
      {
        exchanges: [
          { request: { method: 'GET' }, response: { status: 200, body: { value: { books: [] } } } },
          { request: { method: 'DELETE' } },
        ],
      },
    ],
  });
});
