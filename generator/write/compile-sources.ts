/** Compiles sources file by file. Isolated declarations make type checking unnecessary. */
import { transformSync } from 'oxc-transform';
import { posix } from 'node:path';
import { toDistPath, isTypeScript, toOutputPaths } from './dist-paths.js';
import type { Memoize } from './build-memory.js';

/** Maps `src/` files to `dist/` files. */
export function compileSources(files: ReadonlyMap<string, string>, memoize: Memoize = (_, make) => make()): Map<string, string> {
  const compiled = new Map<string, string>();
  for (const [path, text] of files) {
    if (!path.startsWith('src/')) continue;
    for (const [target, output] of memoize(`compiled ${path}\0${text}`, () => compileFile(path, text))) compiled.set(target, output);
  }
  return compiled;
}

type Compiled = readonly (readonly [string, string])[];

function compileFile(path: string, text: string): Compiled {
  return isTypeScript(path) ? transform(path, text) : [[toDistPath(path), text]];
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
  const { script, scriptMap, types, typesMap } = toOutputPaths(path);
  const source = posix.join(posix.relative(posix.dirname(script), posix.dirname(path)), name);
  return [
    [script, `${output.code}//# sourceMappingURL=${posix.basename(scriptMap)}\n`],
    [scriptMap, formatSourceMap(output.map, posix.basename(script), source)],
    [types, `${output.declaration ?? ''}//# sourceMappingURL=${posix.basename(typesMap)}\n`],
    [typesMap, formatSourceMap(output.declarationMap, posix.basename(types), source)],
  ];
}

/** The package contains the sources, so the source map only names them. */
function formatSourceMap(
  map: { readonly mappings: string; readonly names: readonly string[] } | undefined,
  file: string,
  source: string,
): string {
  return `${JSON.stringify({ version: 3, file, sources: [source], names: map?.names ?? [], mappings: map?.mappings ?? '' })}\n`;
}
