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

export const joinedFolder = 'dist/runtime/mock/';

/**
 * Whether a module is joined with the mock: those in `mock/`, of which other modules import only top-level ones, and the service modules.
 * Validators import the modules in the folder `validate` of a service.
 */
export function isJoinedPath(path: string): boolean {
  return path.startsWith('src/runtime/mock/') || (path.startsWith('src/runtime/services/') && !path.includes('/validate/'));
}

/** Returns the path of a joined script, named after its last module. */
export function toJoinedPath(path: string): string {
  const name = path.replace(/^src\/runtime\/(mock\/)?/, '').slice(0, -'.ts'.length);
  return `${joinedFolder}${name.replaceAll('/', '-')}.js`;
}

export const isTypeScript = (path: string): boolean => path.endsWith('.ts') && !path.endsWith('.d.ts');
export const toDistPath = (path: string): string => `dist/${path.slice('src/'.length)}`;
