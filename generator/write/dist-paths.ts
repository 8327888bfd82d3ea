/** Where the compiled form of a source stands. */

/** The paths that compiling makes of one file of a package: known without compiling, so that files of an earlier run can be found. */
export function derivedPaths(path: string): readonly string[] {
  if (!path.startsWith('src/')) return [];
  if (!isTypeScript(path)) return [distPath(path)];
  const base = distPath(path).slice(0, -'.ts'.length);
  return ['.js', '.js.map', '.d.ts', '.d.ts.map'].map((suffix) => base + suffix);
}

export const isTypeScript = (path: string): boolean => path.endsWith('.ts') && !path.endsWith('.d.ts');
export const distPath = (path: string): string => `dist/${path.slice('src/'.length)}`;
