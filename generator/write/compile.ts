/** Compiles the `src/` of a package to its `dist/`, file by file: types stand in the sources (isolated declarations), so no compiler is asked for them. */
import { transformSync } from 'oxc-transform';
import { posix } from 'node:path';
import { derivedPaths, distPath, isTypeScript } from './dist-paths.js';
import type { Recall } from './memory.js';

/** `src/` files by path, to `dist/` files by path. */
export function compile(files: ReadonlyMap<string, string>, recall: Recall = (_, make) => make()): Map<string, string> {
  const compiled = new Map<string, string>();
  for (const [path, text] of files) {
    if (!path.startsWith('src/')) continue;
    const make = (): Compiled => compileFile(path, text);
    const outputs = path.startsWith('src/runtime/') ? once(path, text, make) : recall(`compiled ${path}\0${text}`, make);
    for (const [target, output] of outputs) compiled.set(target, output);
  }
  return compiled;
}

type Compiled = readonly (readonly [string, string])[];

/** The runtime is the same in all packages: it is compiled for the first of them, and its texts are shared. */
const runtime = new Map<string, { readonly text: string; readonly outputs: Compiled }>();

function once(path: string, text: string, make: () => Compiled): Compiled {
  const known = runtime.get(path);
  if (known?.text === text) return known.outputs;
  const outputs = make();
  runtime.set(path, { text, outputs });
  return outputs;
}

function compileFile(path: string, text: string): Compiled {
  return isTypeScript(path) ? transform(path, text) : [[distPath(path), text]];
}

function transform(path: string, text: string): Compiled {
  const name = posix.basename(path);
  const output = transformSync(name, text, {
    lang: 'ts',
    sourceType: 'module',
    sourcemap: true,
    target: 'es2022',
    typescript: { onlyRemoveTypeImports: true, declaration: { sourcemap: true, stripInternal: false } },
  });
  const fault = output.errors[0];
  if (fault !== undefined) throw new Error(`${path} does not compile: ${fault.message}\n${fault.codeframe ?? ''}`);
  const [script, scriptMap, types, typesMap] = derivedPaths(path) as [string, string, string, string];
  const source = posix.join(posix.relative(posix.dirname(script), posix.dirname(path)), name);
  return [
    [script, `${output.code}//# sourceMappingURL=${posix.basename(scriptMap)}\n`],
    [scriptMap, sourceMap(output.map, posix.basename(script), source)],
    [types, `${output.declaration ?? ''}//# sourceMappingURL=${posix.basename(typesMap)}\n`],
    [typesMap, sourceMap(output.declarationMap, posix.basename(types), source)],
  ];
}

/** The sources are in the package, so the map names them and does not repeat them. */
function sourceMap(
  map: { readonly mappings: string; readonly names: readonly string[] } | undefined,
  file: string,
  source: string,
): string {
  return `${JSON.stringify({ version: 3, file, sources: [source], names: map?.names ?? [], mappings: map?.mappings ?? '' })}\n`;
}
