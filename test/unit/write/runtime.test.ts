import { expect, test } from 'vitest';
import { runtimeFiles } from '../../../generator/write/runtime.js';
import { memoryFiles } from '../../support/memory-files.js';

const files = memoryFiles({
  '/runtime/path.ts': 'export const path = 1;\n',
  '/runtime/client/index.ts': "import { path } from '../path.js';\nexport type { Shape } from './shape.js';\n",
  '/runtime/client/shape.ts': 'export type Shape = 1;\n',
  '/runtime/mock/index.ts': "export const listen = () => import('./listen.js');\n",
  '/runtime/mock/listen.ts': "import { createServer } from 'node:http';\nimport { path } from '../path.js';\n",
  '/runtime/unused.ts': '',
});

const closure = (source: string): readonly string[] => [...runtimeFiles(new Map([['src/index.ts', source]]), '/runtime', files).keys()];

test.each([
  ['nothing', '', []],
  [
    'what is imported, and what that imports',
    "import { x } from './runtime/client/index.js';",
    ['client/index.ts', 'client/shape.ts', 'path.ts'],
  ],
  ['what is imported dynamically', "export * from './runtime/mock/index.js';", ['mock/index.ts', 'mock/listen.ts', 'path.ts']],
  ['each file once', "import './runtime/path.js';\nimport type { y } from './runtime/path.js';", ['path.ts']],
])('%s', (_, source, expected) => {
  expect(closure(source)).toEqual(expected.map((path) => `src/runtime/${path}`));
});

test('files are copied byte for byte', () => {
  const copied = runtimeFiles(new Map([['src/index.ts', "import './runtime/client/shape.js';"]]), '/runtime', files);
  expect(copied.get('src/runtime/client/shape.ts')).toBe('export type Shape = 1;\n');
});

test('only sources of the package count', () => {
  expect([...runtimeFiles(new Map([['README.md', "import { x } from './src/runtime/path.js';"]]), '/runtime', files).keys()]).toEqual([]);
});
