/** Maps source paths to compiled paths. */

/** Lists the paths that compiling a file can create. Doesn't compile, so files of an earlier run can be found. */
export function listDerivedPaths(path: string): readonly string[] {
  if (!path.startsWith('src/')) return [];
  if (!isTypeScript(path)) return [toDistPath(path)];
  const { script, scriptMap, types, typesMap } = toOutputPaths(path);
  return [script, scriptMap, types, typesMap, ...(isJoinedPath(path) ? [toJoinedPath(path), `${toJoinedPath(path)}.map`] : [])];
}

export interface OutputPaths {
  readonly script: string;
  readonly scriptMap: string;
  readonly types: string;
  readonly typesMap: string;
}

/** Returns the output paths of a TypeScript source that is compiled on its own. */
export function toOutputPaths(path: string): OutputPaths {
  const base = toDistPath(path).slice(0, -'.ts'.length);
  return { script: `${base}.js`, scriptMap: `${base}.js.map`, types: `${base}.d.ts`, typesMap: `${base}.d.ts.map` };
}

/** The folder whose modules are joined. Other modules import only its top-level modules. */
const joined = 'src/runtime/mock/';
export const joinedFolder = 'dist/runtime/mock/';
export const isJoinedPath = (path: string): boolean => path.startsWith(joined);

/** Returns the path of a joined script, named after its last module. */
export function toJoinedPath(path: string): string {
  return `${joinedFolder}${path.slice(joined.length, -'.ts'.length).replaceAll('/', '-')}.js`;
}

export const isTypeScript = (path: string): boolean => path.endsWith('.ts') && !path.endsWith('.d.ts');
export const toDistPath = (path: string): string => `dist/${path.slice('src/'.length)}`;
