/** Builds the `dist/` of a package: a script and declarations for each entry point, and for what several of them share. */
import { posix } from 'node:path';
import { escapeCompiledText, escapeJsonText } from '../lib/literals.js';
import { buildCommonJs } from './build-common-js.js';

type Texts = ReadonlyMap<string, string>;

/** Maps `src/` files to `dist/` files. The entry points are those of `package.json`. Ready modules in subfolders of `src/` are copied. */
export async function buildDist(files: Texts): Promise<Texts> {
  const entries = listEntries(files);
  const copies = [...files].filter(([path]) => isCopied(path)).map(([path, text]) => [toDistPath(path), text] as const);
  const compiled = [...(await bundleScripts(files, entries)), ...(await compileDeclarations(files, entries))];
  const escaped = compiled.map(([path, text]) => [path, path.endsWith('.map') ? escapeJsonText(text) : escapeCompiledText(text)] as const);
  const dist = new Map([...escaped, ...copies]);
  return hasCommonJs(files) ? new Map([...dist, ...(await buildCommonJs(dist))]) : dist;
}

/** Whether `package.json` has entry points for CommonJS modules. */
export const hasCommonJs = (files: Texts): boolean =>
  listTargets(files).some((target) => typeof target === 'object' && 'require' in target);

/** Lists the values of `exports` in `package.json`. */
function listTargets(files: Texts): readonly (string | object)[] {
  const { exports } = JSON.parse(files.get('package.json') ?? '') as { readonly exports: Readonly<Record<string, string | object>> };
  return Object.values(exports);
}

/** Lists the sources of the entry points. */
function listEntries(files: Texts): readonly string[] {
  return listTargets(files).flatMap((target) =>
    typeof target === 'object' && 'default' in target ? [String(target.default).replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts')] : [],
  );
}

const isCopied = (path: string): boolean => /^src\/.*\/.*\.(js|d\.ts)$/.test(path);
const toDistPath = (path: string): string => `dist/${path.slice('src/'.length)}`;

/** Bundles the modules of each entry point. A module of several entry points becomes a script of its own. */
async function bundleScripts(files: Texts, entries: readonly string[]): Promise<Texts> {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: '/',
    input: entries.map((path) => `/${path}`),
    // Keeps the compiled validators in the script of their entry point.
    preserveEntrySignatures: 'allow-extension',
    platform: 'neutral',
    tsconfig: false,
    treeshake: { moduleSideEffects: false },
    transform: { target: 'es2022', typescript: { onlyRemoveTypeImports: true } },
    plugins: [
      {
        name: 'sources',
        resolveId: (specifier, importer) => resolveModule(specifier, importer),
        load: (id) => ({ code: files.get(id.slice(1)) ?? '', moduleType: id.endsWith('.ts') ? 'ts' : 'js' }),
      },
    ],
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  // The mock imports the expressions of validations, which the entry point of validators must not export.
  const sharesExpressions = files.get('src/behavior.ts')?.includes("from './compiled.js'") === true;
  const { output } = await build.generate({
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    minifyInternalExports: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
    sourcemapPathTransform: (source) => posix.join('..', source.slice(source.lastIndexOf('/src/'))),
    codeSplitting: { groups: sharesExpressions ? [{ name: 'compiled', test: '/src/compiled.js' }] : [] },
  });
  await build.close();
  return new Map(output.map((file) => [`dist/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source)]));

  /** The id of a module is its path in the package with a leading slash. */
  function resolveModule(specifier: string, importer: string | undefined): { readonly id: string; readonly external: boolean } {
    const path = posix.join(posix.dirname(importer ?? '/'), specifier).slice(1);
    const source = [path, path.replace(/\.js$/, '.ts')].find((candidate) => files.has(candidate));
    const isBundled = source?.startsWith('src/') === true && !isCopied(source) && (importer === undefined || specifier.startsWith('.'));
    return isBundled ? { id: `/${source}`, external: false } : { id: specifier, external: true };
  }
}

/** Compiles the declarations of the entry points and of the sources that these import. Isolated declarations make type checking unnecessary. */
async function compileDeclarations(files: Texts, entries: readonly string[]): Promise<Texts> {
  const { isolatedDeclarationSync } = await import('rolldown/experimental');
  const declarations = new Map<string, string>();
  const compile = (path: string): void => {
    const target = toDistPath(path).replace(/\.ts$/, '.d.ts');
    const text = files.get(path);
    if (text === undefined || declarations.has(target)) return;
    const { code, errors } = isolatedDeclarationSync(posix.basename(path), text, { stripInternal: false });
    if (errors[0] !== undefined) throw new Error(`${path} does not compile: ${errors[0].message}\n${errors[0].codeframe ?? ''}`);
    declarations.set(target, code);
    for (const [, name] of code.matchAll(/^(?:import|export) .*"\.\/([\w-]+)\.js";$/gm)) compile(`src/${name}.ts`);
  };
  entries.forEach(compile);
  return declarations;
}
