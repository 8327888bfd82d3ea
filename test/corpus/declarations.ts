/** Reads the declarations of a package with TypeScript. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  types: [],
};

const libraries = new Map<string, ts.SourceFile | undefined>();
const host = ts.createCompilerHost(options);
const { getSourceFile } = host;
// The library is the same for every package.
host.getSourceFile = (file, ...rest) => {
  if (!/[\\/]lib\.[^\\/]*\.d\.ts$/.test(file)) return getSourceFile(file, ...rest);
  if (!libraries.has(file)) libraries.set(file, getSourceFile(file, ...rest));
  return libraries.get(file);
};

export interface Exports {
  readonly checker: ts.TypeChecker;
  /** Types by exported name. */
  readonly exports: ReadonlyMap<string, ts.Type>;
}

export function readExports(file: string): Exports {
  const program = ts.createProgram({ rootNames: [file], options, host });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const symbol = source && checker.getSymbolAtLocation(source);
  const exportedSymbols = symbol === undefined ? [] : checker.getExportsOfModule(symbol);
  return { checker, exports: new Map(exportedSymbols.map((exported) => [exported.getName(), checker.getDeclaredTypeOfSymbol(exported)])) };
}

/** Positions of `any` in the declarations of a package, except in the shared runtime. */
export function findAnyTypes(folder: string): readonly string[] {
  const dist = join(folder, 'dist');
  const files = readdirSync(dist).filter((name) => name.endsWith('.d.ts'));
  return files.flatMap((name) => {
    const source = ts.createSourceFile(name, readFileSync(join(dist, name), 'utf8'), ts.ScriptTarget.ES2022);
    const positions: string[] = [];
    const visit = (node: ts.Node): void => {
      if (node.kind === ts.SyntaxKind.AnyKeyword)
        positions.push(`${name}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return positions;
  });
}
