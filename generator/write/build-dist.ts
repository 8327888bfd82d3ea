/** Builds the `dist/` of a package: each source as a script with its source map and declarations. */
import { posix } from 'node:path';
import { escapeCompiledText, escapeJsonText } from '../lib/literals.js';
import { buildCommonJs } from './build-common-js.js';
import { FileError } from './file-error.js';

/** Maps `src/` files to `dist/` files. Scripts and declarations are copied. The runtime stays in `runtime/`, except for CommonJS modules. */
export async function buildDist(files: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const [{ transformSync }, { isolatedDeclarationSync }] = await Promise.all([import('rolldown/utils'), import('rolldown/experimental')]);
  const compiler = { transformSync, isolatedDeclarationSync };
  const sources = [...files].filter(([path]) => path.startsWith('src/'));
  const dist = new Map(sources.flatMap(([path, text]) => compile(path, text, compiler)));
  if (!hasCommonJs(files)) return dist;
  const runtime = [...files].filter(([path]) => path.startsWith('runtime/')).map(([path, text]) => [`dist/${path}`, text] as const);
  return new Map([...dist, ...(await buildCommonJs(new Map([...dist, ...runtime])))]);
}

/** Whether `package.json` has entry points for CommonJS modules. */
export function hasCommonJs(files: ReadonlyMap<string, string>): boolean {
  const { exports } = JSON.parse(files.get('package.json') ?? '') as { readonly exports: Readonly<Record<string, string | object>> };
  return Object.values(exports).some((target) => typeof target === 'object' && 'require' in target);
}

type Compiler = Pick<typeof import('rolldown/utils'), 'transformSync'> &
  Pick<typeof import('rolldown/experimental'), 'isolatedDeclarationSync'>;

/** Compiles one source on its own. Isolated declarations make type checking unnecessary. */
function compile(path: string, text: string, compiler: Compiler): readonly (readonly [path: string, text: string])[] {
  const target = `dist/${path.slice('src/'.length)}`;
  if (!/(?<!\.d)\.ts$/.test(path)) return [[target, text]];
  const [name, source] = [target.slice(0, -'.ts'.length), posix.basename(path)];
  const declaration = compiler.isolatedDeclarationSync(source, text, { stripInternal: false });
  const script = compiler.transformSync(source, text, {
    target: 'es2022',
    tsconfig: false,
    sourcemap: true,
    typescript: { onlyRemoveTypeImports: true },
  });
  const [error] = [...declaration.errors, ...script.errors];
  if (error !== undefined) throw new FileError(path, `${path} does not compile: ${error.message}`);
  const declarations = [`${name}.d.ts`, escapeCompiledText(declaration.code)] as const;
  // A source with types alone needs no script.
  if (script.map === undefined || script.code === 'export {};\n') return [declarations];
  const { version, names, mappings } = script.map;
  const map = { version, sources: [posix.relative('dist', path)], names, mappings };
  return [
    [`${name}.js`, `${escapeCompiledText(script.code)}//# sourceMappingURL=${posix.basename(name)}.js.map`],
    [`${name}.js.map`, escapeJsonText(JSON.stringify(map))],
    declarations,
  ];
}
