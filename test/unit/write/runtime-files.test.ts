import { expect, test } from 'vitest';
import { RuntimeFiles } from '../../../generator/write/runtime-files.js';
import { memoryFiles } from '../../support/memory-files.js';

const files = memoryFiles({
  '/runtime/path-template.ts': 'export const path = 1;\n',
  '/runtime/client/index.ts': "import { path } from '../path-template.js';\nexport type { Shape } from './shape.js';\n",
  '/runtime/client/shape.ts': 'export type Shape = 1;\n',
  '/runtime/mock/index.ts': "export const listen = () => import('./listen.js');\n",
  '/runtime/mock/listen.ts': "import { createServer } from 'node:http';\nimport { path } from '../path-template.js';\n",
  '/runtime/unused.ts': '',
});

const runtime = new RuntimeFiles('/runtime', files);
const listCollected = (source: string): readonly string[] => [...runtime.collectFiles(new Map([['src/index.ts', source]])).keys()];

test.each([
  ['collects nothing without imports', '', []],
  [
    'collects imports transitively',
    "import { x } from './runtime/client/index.js';",
    ['client/index.ts', 'client/shape.ts', 'path-template.ts'],
  ],
  ['collects dynamic imports', "export * from './runtime/mock/index.js';", ['mock/index.ts', 'mock/listen.ts', 'path-template.ts']],
  [
    'collects each file once',
    "import './runtime/path-template.js';\nimport type { y } from './runtime/path-template.js';",
    ['path-template.ts'],
  ],
])('%s', (_, source, expected) => {
  expect(listCollected(source)).toEqual(expected.map((path) => `src/runtime/${path}`));
});

test('copies files byte for byte', () => {
  const collected = runtime.collectFiles(new Map([['src/index.ts', "import './runtime/client/shape.js';"]]));
  expect(collected.get('src/runtime/client/shape.ts')).toBe('export type Shape = 1;\n');
});

test('ignores imports outside the source folder', () => {
  expect([...runtime.collectFiles(new Map([['README.md', "import { x } from './src/runtime/path-template.js';"]])).keys()]).toEqual([]);
});
