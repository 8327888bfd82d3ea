/** Checks that the examples of each README compile in strict mode, run, and print the documented output. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { transformSync } from 'rolldown/utils';
import { type Block, readBlocks, matchesOutput } from '../support/markdown.js';
import { options, listTypeErrors } from './compile.js';
import type { Folders } from './main.js';
import type { Published } from './published.js';
import type { Tally } from './report.js';

interface Example extends Block {
  /** Name and file of the document. */
  readonly name: string;
  readonly file: string;
}

export async function runExamples(all: readonly Published[], { out, root }: Folders): Promise<Tally> {
  const project = join(out, 'examples');
  const examples = all.flatMap((api) => writeExamples(api, project));
  const settings = join(project, 'tsconfig.json');
  const typeRoots = [join(root, 'node_modules/@types')];
  writeFileSync(settings, JSON.stringify({ compilerOptions: { ...options, isolatedDeclarations: false, declaration: false, typeRoots } }));
  const errors = await listTypeErrors(settings, { out: project, root });
  const failures: string[] = errors.filter((line) => !examples.some(({ file }) => line.startsWith(`${file}.ts`)));
  for (const example of examples) {
    const failure = errors.find((line) => line.startsWith(`${example.file}.ts`)) ?? (await runExample(example, project));
    if (failure !== undefined) failures.push(`${example.name} ${example.at}: ${failure}`);
  }
  const missing = all.filter(({ name }) => !examples.some((example) => example.name === name)).map(({ name }) => `${name} has no example`);
  return { total: examples.length + missing.length, failures: [...failures, ...missing] };
}

function writeExamples({ name, folder }: Published, project: string): readonly Example[] {
  mkdirSync(join(project, 'node_modules/@discogen'), { recursive: true });
  symlinkSync(folder, join(project, 'node_modules/@discogen', name), 'dir');
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  const blocks = readBlocks(readFileSync(join(folder, 'README.md'), 'utf8'), 'README.md').filter(({ language }) => language === 'ts');
  return blocks.map((block, index) => {
    const file = `${name}-${index}`;
    writeFileSync(join(project, `${file}.ts`), block.text);
    writeFileSync(join(project, `${file}.js`), transformSync(`${file}.ts`, block.text).code);
    return { ...block, name, file };
  });
}

/** Returns the failures. Examples run sequentially in this process. */
async function runExample({ file, output }: Example, project: string): Promise<string | undefined> {
  const { log, error } = console;
  const printed: string[] = [];
  const errorOutput: string[] = [];
  console.log = (...values: unknown[]) => void printed.push(format(...values));
  console.error = (...values: unknown[]) => void errorOutput.push(format(...values));
  try {
    await import(pathToFileURL(join(project, `${file}.js`)).href);
  } catch (thrown) {
    return String(thrown);
  } finally {
    Object.assign(console, { log, error });
  }
  if (errorOutput.length > 0) return errorOutput.join('; ');
  if (output !== undefined && !matchesOutput(output, printed.join('\n')))
    return `expected ${JSON.stringify(output)}, printed ${JSON.stringify(printed.join('\n'))}`;
  return undefined;
}
