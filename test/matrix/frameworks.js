// Calls the packages from frameworks and test runners, as ES modules and with the additional CommonJS modules.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { installedProject } from './install.js';

const run = promisify(execFile);
/** Outside `node_modules`, where Jest finds no tests and Next.js doesn't compile pages. */
const cache = join(tmpdir(), 'discogen-matrix');

/** The program of each cell: it creates a zone in a mock, reads it, and recognizes an error. */
const call = `const dns = createDnsClient({ rootUrl: 'https://dns.example', fetch: createMock().fetch });
  await dns.managedZones.create({ project: 'p', requestBody: { name: 'z', dnsName: 'example.com.' } });
  const { dnsName } = await dns.managedZones.get({ project: 'p', managedZone: 'z' });
  const error = await dns.managedZones.get({ project: 'p', managedZone: 'none' }).catch((reason) => reason);
  return \`\${dnsName} \${error instanceof ApiError}\`;`;
const expected = 'example.com. true';
const imports = `import { ApiError, createDnsClient } from '@discogen/dns-v1';
import { createMock } from '@discogen/dns-v1/mock';
`;
const requires = `const { ApiError, createDnsClient } = require('@discogen/dns-v1');
const { createMock } = require('@discogen/dns-v1/mock');
`;
const example = `export async function example() {\n  ${call}\n}\n`;
const typedExample = example.replace('(reason) =>', '(reason: unknown) =>');
const jestTest = `test('the client calls the mock', async () => expect(await example()).toBe('${expected}'));\n`;

/**
 * A cell that installs packages, writes files beside them, and runs a program.
 *
 * @param formats `esm`, or `cjs` for packages with both formats
 */
function cell(name, formats, { packages, files, commands, env = {}, output }) {
  return {
    name: `${name} (${formats})`,
    async run({ folders }) {
      const folder = await installedProject(cache, ...packages);
      const scope = join(folder, 'node_modules/@discogen');
      rmSync(scope, { recursive: true, force: true });
      cpSync(join(folders[formats], 'node_modules/@discogen'), scope, { recursive: true });
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), typeof text === 'string' ? text : JSON.stringify(text));
      }
      let printed = '';
      for (const [program, ...args] of commands) {
        const { stdout } = await run(process.execPath, [join(folder, 'node_modules', program), ...args], {
          cwd: folder,
          timeout: 300_000,
          env: { ...process.env, CI: 'true', ...env },
        });
        printed = stdout;
      }
      if (output !== undefined) printed = readFileSync(join(folder, output), 'utf8');
      return { failures: commands[0][0].startsWith('jest/') || printed.includes(expected) ? [] : [`unexpected output: ${printed}`] };
    },
  };
}

const nest = {
  packages: [
    '@nestjs/core@11',
    '@nestjs/common@11',
    '@nestjs/platform-express@11',
    'reflect-metadata@0.2',
    'rxjs@7',
    'typescript@5.9',
    '@types/node@20',
  ],
  commands: [['typescript/bin/tsc', '-p', '.'], ['../dist/main.js']],
};
const nestFiles = (compilerOptions) => ({
  'package.json': { private: true, type: 'commonjs' },
  'tsconfig.json': {
    compilerOptions: {
      target: 'es2022',
      strict: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      esModuleInterop: true,
      skipLibCheck: true,
      outDir: 'dist',
      rootDir: 'src',
      types: ['node'],
      ...compilerOptions,
    },
    include: ['src'],
  },
  'src/main.ts': `import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
${imports}
@Injectable()
class Zones {
  async example() {
  ${call.replace('(reason) =>', '(reason: unknown) =>')}
  }
}
@Module({ providers: [Zones] })
class App {}
void NestFactory.createApplicationContext(App, { logger: false }).then(async (app) => console.log(await app.get(Zones).example()));
`,
});

const next = {
  packages: ['next@15', 'react@19', 'react-dom@19'],
  files: {
    'package.json': { private: true },
    'app/layout.jsx': 'export default ({ children }) => <html><body>{children}</body></html>;\n',
    'app/page.jsx': `${imports}${example.replace('export ', '')}export default async function Page() {\n  return <p>{await example()}</p>;\n}\n`,
    'next.config.mjs': 'export default { outputFileTracingRoot: import.meta.dirname };\n',
  },
  commands: [['next/dist/bin/next', 'build']],
  env: { NEXT_TELEMETRY_DISABLED: '1' },
  output: '.next/server/app/index.html',
};

const vite = {
  packages: ['vite@7'],
  files: {
    'package.json': { private: true, type: 'module' },
    'src/main.js': `${imports}${example}console.log(await example());\n`,
    'vite.config.mjs': `export default { build: { target: 'esnext', minify: false, rollupOptions: { input: 'src/main.js', output: { entryFileNames: 'main.js' } } } };\n`,
  },
  commands: [['vite/bin/vite.js', 'build'], ['../dist/main.js']],
};

const jestConfig = { testEnvironment: 'node', rootDir: '.', roots: ['<rootDir>/test'] };

export const frameworkCells = [
  cell('jest 30', 'cjs', {
    packages: ['jest@30'],
    files: {
      'package.json': { private: true, jest: { ...jestConfig, transform: {} } },
      'test/example.test.js': `${requires}${example.replace('export ', '')}${jestTest}`,
    },
    commands: [['jest/bin/jest.js']],
  }),
  cell('jest 30, vm modules', 'esm', {
    packages: ['jest@30', '@jest/globals@30'],
    files: {
      'package.json': { private: true, type: 'module', jest: { ...jestConfig, transform: {} } },
      'test/example.test.js': `import { expect, test } from '@jest/globals';\n${imports}${example}${jestTest}`,
    },
    commands: [['jest/bin/jest.js']],
    env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
  }),
  cell('ts-jest', 'cjs', {
    packages: ['jest@30', 'ts-jest@29', '@types/jest@30', 'typescript@5.9'],
    files: {
      'package.json': { private: true, jest: { ...jestConfig, preset: 'ts-jest' } },
      'tsconfig.json': {
        compilerOptions: { target: 'es2022', module: 'node16', strict: true, esModuleInterop: true, types: ['jest'] },
      },
      'test/example.test.ts': `${imports}${typedExample}${jestTest}`,
    },
    commands: [['jest/bin/jest.js']],
  }),
  cell('nestjs 11, nodenext', 'esm', { ...nest, files: nestFiles({ module: 'nodenext' }) }),
  cell('nestjs 11, node10', 'esm', { ...nest, files: nestFiles({ module: 'commonjs', moduleResolution: 'node10' }) }),
  cell('nestjs 11, node16', 'cjs', { ...nest, files: nestFiles({ module: 'node16' }) }),
  ...['esm', 'cjs'].flatMap((formats) => [cell('next 15', formats, next), cell('vite 7', formats, vite)]),
];
