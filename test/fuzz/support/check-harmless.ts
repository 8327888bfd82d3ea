/** The invariants of every input: diagnostics, or output that parses and contains input only in literals and comments. */
import ts from 'typescript';
import { loadApi, isLoaded } from '../../../generator/pipeline/load-api.js';
import { formatDiagnostic, hasErrors } from '../../../generator/lib/diagnostics.js';
import { getPackageFolderName } from '../../../generator/emit/emitter.js';
import { emit } from '../../../generator/emit/index.js';
import { createNames } from '../../../generator/emit/names.js';
import { transformSync } from 'rolldown/utils';
import { formatFile } from '../../../generator/write/format-file.js';
import { printSource } from '../../../generator/write/print-source.js';
import { checkFolderName, checkPath } from '../../../generator/write/path-checks.js';
import { memoryEffects } from '../../support/memory-files.js';
import type { Input } from './documents.js';

export interface Output {
  /** JavaScript by path in the package: `dist/types.js`. */
  readonly modules: ReadonlyMap<string, string>;
  /** TypeScript by path in the package: `src/types.ts`. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Returns the output of an input, formatted on request; `undefined` if there are errors. Throws if an invariant does not hold. */
export async function generateSafely(input: Input, formatted: boolean): Promise<Output | undefined> {
  const { overlay } = input;
  const effects = memoryEffects({ [input.path]: input.text, ...(overlay && { [overlay.path]: overlay.text }) });
  const description = loadApi(
    { file: input.path, overlays: overlay ? [overlay.path] : [] },
    { variables: {}, methods: [], limits: {} },
    effects,
  );
  for (const diagnostic of description.diagnostics)
    assert(
      printable.test(formatDiagnostic(diagnostic)),
      `a diagnostic contains deceptive characters:  ${JSON.stringify(formatDiagnostic(diagnostic))}`,
    );
  assert(effects.files.touched.length === 0, 'loading a description writes files');
  if (!isLoaded(description)) {
    assert(hasErrors(description.diagnostics), 'there is neither a diagnostic nor a model');
    return undefined;
  }
  const { api } = description.resolved;
  // The command checks folder names for the whole run, outside `loadApi`.
  if (checkFolderName(getPackageFolderName(api)) !== undefined) return undefined;
  const settings = {
    scope: '@fuzz',
    version: '1.0.0',
    runtimeVersion: '1.0.0',
    metadata: {},
    runtime: 'inline',
    moduleFormats: ['esm'],
    names: createNames(api),
  } as const;
  const emitted = emit(api, settings, { only: [] });
  const files = await Promise.all([...emitted].map(async (file) => ({ ...file, text: file.text ?? (await printSource(file)) }) as const));
  for (const { path, text } of files) checkFile(path, text);
  const outputFiles = formatted
    ? await Promise.all(files.map(async ({ path, text, format = 'ready' }) => ({ path, text: await formatFile({ path, text, format }) })))
    : files;
  if (formatted) for (const { path, text } of outputFiles) checkFile(path, text);
  const sources = new Map(outputFiles.map(({ path, text }) => [path, text]));
  const modules = new Map([...sources].filter(([path]) => /^src\/.*(?<!\.d)\.[jt]s$/.test(path)).map(compileModule));
  return { modules, sources: new Map([...sources].filter(([path]) => path.endsWith('.ts'))) };
}

function compileModule([path, text]: readonly [string, string]): readonly [string, string] {
  if (path.endsWith('.js')) return [path.replace('src/', 'dist/'), text];
  const { code, errors } = transformSync(path, text, { target: 'es2022', typescript: { onlyRemoveTypeImports: true } });
  assert(errors[0] === undefined, `${path} does not compile: ${errors[0]?.message}`);
  return [path.replace('src/', 'dist/').replace(/ts$/, 'js'), code];
}

function checkFile(path: string, text: string): void {
  assert(checkPath(path) === undefined, `the path ${JSON.stringify(path)} ${checkPath(path)}`);
  if (path.endsWith('.json')) {
    JSON.parse(text);
    return;
  }
  if (path.startsWith('LICENSE') || path.startsWith('THIRD')) return;
  assert(visible.test(text), `${path} contains invisible characters`);
  if (path.startsWith('src/')) checkSource(path, text);
}

function checkSource(path: string, text: string): void {
  assert(!/[#@]\s*source(?:Mapping)?URL\s*=/.test(text), `${path} contains a source map or source URL`);
  assert(!/<\/script|<!--/i.test(text), `${path} contains HTML that ends a script`);
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, false, path.endsWith('.js') ? ts.ScriptKind.JS : ts.ScriptKind.TS);
  const stack: ts.Node[] = [file];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    // No identifier in a description equals this word, so an identifier with this name is injected code.
    assert(!ts.isIdentifier(node) || node.text !== 'pwned', `${path} contains input text as code`);
    ts.forEachChild(node, (child) => void stack.push(child));
  }
}

const invisible =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ud800-\\udfff';
const visible = new RegExp(`^[^${invisible}]*$`, 'u');
const printable = new RegExp(`^[^\\n\\r\\t${invisible}]*$`, 'u');

function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
