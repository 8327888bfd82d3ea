/** Builds `dist/cjs/`: the scripts of `dist/` as CommonJS modules, and their declarations. */
import { posix } from 'node:path';
import { escapeCompiledText } from '../lib/literals.js';

const folder = 'dist/cjs';
const toCommonJsPath = (path: string): string => posix.join(folder, path.slice('dist/'.length));

/** Converts each script on its own. Declarations stay as they are: `package.json` in the folder makes them those of CommonJS modules. */
export async function buildCommonJs(dist: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const declarations = [...dist]
    .filter(([path]) => path.endsWith('.d.ts'))
    .map(([path, text]) => [toCommonJsPath(path), moveRuntimeImports(text)] as const);
  const scripts = await convertScripts(new Map([...dist].filter(([path]) => path.endsWith('.js'))));
  return new Map([...scripts, ...declarations, [`${folder}/package.json`, `${JSON.stringify({ type: 'commonjs' })}\n`]]);
}

async function convertScripts(scripts: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: '/',
    input: Object.fromEntries([...scripts.keys()].map((path) => [path.slice('dist/'.length, -'.js'.length), `/${path}`])),
    platform: 'neutral',
    tsconfig: false,
    treeshake: false,
    plugins: [
      {
        name: 'scripts',
        resolveId: (specifier, importer) =>
          importer === undefined ? { id: specifier, external: false } : { id: moveSpecifier(specifier, importer), external: true },
        load: (id) => ({ code: omitAttributes(scripts.get(id.slice(1)) ?? ''), moduleType: 'js' }),
      },
    ],
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  // Some loaders of CommonJS modules, such as that of Jest, don't support `import()`.
  const { output } = await build.generate({
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    dynamicImportInCjs: false,
  });
  await build.close();
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[`${folder}/${file.fileName}`, escapeCompiledText(file.code)]] : [])));
}

/** `require` takes JSON documents without the attribute that `import()` needs. */
const omitAttributes = (code: string): string => code.replace(/, \{ with: \{ type: (["'])json\1 \} \}\)/g, ')');

/** The scripts of the runtime are in `runtime/`. Their CommonJS modules are in `dist/cjs/runtime/`. */
const runtimePath = /^\.\.\/(?=runtime\/)/;
const moveRuntimeImports = (declaration: string): string => declaration.replace(/(?<=(?:from |import\()["'])\.\.\/(?=runtime\/)/g, './');

/** Scripts move together. What is outside `dist/` is one folder further away. */
function moveSpecifier(specifier: string, importer: string): string {
  if (runtimePath.test(specifier)) return specifier.replace(runtimePath, './');
  const isOutside = specifier.startsWith('.') && !posix.join(posix.dirname(importer), specifier).startsWith('/dist/');
  return isOutside ? `../${specifier}` : specifier;
}
