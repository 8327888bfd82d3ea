/** What must hold of every input: findings, or output that parses and holds nothing of the input but in literals and comments. */
import ts from 'typescript';
import { loadApi, isLoaded } from '../../../generator/load-api.js';
import { formatDiagnostic, hasErrors } from '../../../generator/diagnostics.js';
import { getPackageFolderName, addRequiredParts } from '../../../generator/emit/emitter.js';
import { emit } from '../../../generator/emit/index.js';
import { createNames } from '../../../generator/emit/names.js';
import { compileSources } from '../../../generator/write/compile-sources.js';
import { formatFile } from '../../../generator/write/format-file.js';
import { checkFolderName, checkPath } from '../../../generator/write/path-checks.js';
import { memoryEffects } from '../../support/memory-files.js';
import type { Input } from './documents.js';

export interface Output {
  /** JavaScript by path in the package: `dist/types.js`. */
  readonly modules: ReadonlyMap<string, string>;
  /** TypeScript by path in the package: `src/types.ts`. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * The output of an input, with `formatted` as it is written; nothing where there were findings. Throws where something is not as
 * it must be.
 */
export async function judge(input: Input, formatted: boolean): Promise<Output | undefined> {
  const { overlay } = input;
  const effects = memoryEffects({ [input.path]: input.text, ...(overlay && { [overlay.path]: overlay.text }) });
  const description = loadApi(
    { file: input.path, overlays: overlay ? [overlay.path] : [] },
    { variables: {}, methods: [], limits: {} },
    effects,
  );
  for (const finding of description.diagnostics)
    need(printable.test(formatDiagnostic(finding)), `a finding deceives: ${JSON.stringify(formatDiagnostic(finding))}`);
  need(effects.files.touched.length === 0, 'reading writes');
  if (!isLoaded(description)) {
    need(hasErrors(description.diagnostics), 'there is neither a finding nor a model');
    return undefined;
  }
  const { api } = description.resolved;
  // This is a finding of the run as a whole.
  if (checkFolderName(getPackageFolderName(api)) !== undefined) return undefined;
  const files = emit(api, { scope: '@fuzz', version: '1.0.0', parts: addRequiredParts([]), names: createNames(api) });
  for (const { path, text } of files) judgeFile(path, text);
  const written = formatted ? await Promise.all(files.map(async (file) => ({ ...file, text: await formatFile(file) }))) : files;
  if (formatted) for (const { path, text } of written) judgeFile(path, text);
  const sources = new Map(written.map(({ path, text }) => [path, text]));
  const modules = new Map([...compileSources(sources)].filter(([path]) => path.endsWith('.js')));
  return { modules, sources: new Map([...sources].filter(([path]) => path.endsWith('.ts'))) };
}

function judgeFile(path: string, text: string): void {
  need(checkPath(path) === undefined, `the path ${JSON.stringify(path)} ${checkPath(path)}`);
  if (path.endsWith('.json')) {
    JSON.parse(text);
    return;
  }
  if (path.startsWith('src/vendor/') || path.startsWith('LICENSE') || path.startsWith('THIRD')) return;
  need(visible.test(text), `${path} holds characters that cannot be seen`);
  if (path.startsWith('src/')) judgeSource(path, text);
}

function judgeSource(path: string, text: string): void {
  need(!/[#@]\s*source(?:Mapping)?URL\s*=/.test(text), `${path} steers a debugger`);
  need(!/<\/script|<!--/i.test(text), `${path} ends a script`);
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, false, path.endsWith('.js') ? ts.ScriptKind.JS : ts.ScriptKind.TS);
  const waiting: ts.Node[] = [file];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    // No name of a document is this word by itself: if it is an identifier, text of the document became code.
    need(!ts.isIdentifier(node) || node.text !== 'pwned', `${path} holds text of the input as code`);
    ts.forEachChild(node, (child) => void waiting.push(child));
  }
}

const unseen =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ud800-\\udfff';
const visible = new RegExp(`^[^${unseen}]*$`, 'u');
const printable = new RegExp(`^[^\\n\\r\\t${unseen}]*$`, 'u');

function need(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}
