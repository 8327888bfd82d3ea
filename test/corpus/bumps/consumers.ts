/** Writes a program that uses everything that a package exports, from the description and the declarations of the old version. */
import { createMethodUses } from './method-uses.js';
import { createMockUses } from './mock-uses.js';
import type { Source, Version } from './pairs.js';
import { createTypeUses } from './type-uses.js';

const entries = ['index', 'methods', 'mock', 'validators'];

/** The program imports the package from `./package/dist/`. */
export function writeConsumer(version: Version & Source): string {
  const types = listExports(version.declarations.get('dist/types.d.ts') ?? '').types;
  return [
    ...entries.map((entry) => `import * as ${entry} from './package/dist/${entry}.js';`),
    `import type { ${types.join(', ')} } from './package/dist/index.js';`,
    ...entries.flatMap((entry) => reexport(entry, version)),
    `declare const client: ReturnType<typeof index.createClient>;`,
    ...createTypeUses(version),
    ...createMethodUses(version),
    ...createMockUses(version),
    '',
  ].join('\n');
}

/** Exports everything that an entry point exports under another name. */
function reexport(entry: string, { declarations }: Version): readonly string[] {
  const { types, values } = listExports(declarations.get(`dist/${entry}.d.ts`) ?? '');
  const path = `./package/dist/${entry}.js`;
  const format = (names: readonly string[]): string => names.map((name) => `${name} as ${entry}_${name}`).join(', ');
  return [`export type { ${format(types)} } from '${path}';`, `export { ${format(values)} } from '${path}';`];
}

interface ExportedNames {
  readonly types: readonly string[];
  readonly values: readonly string[];
}

function listExports(declarations: string): ExportedNames {
  const find = (pattern: RegExp): string[] => [...declarations.matchAll(pattern)].map(([, text = '']) => text);
  const findLists = (pattern: RegExp): string[] =>
    find(pattern).flatMap((list) => list.split(',').map((item) => item.replace(/^.* as /, '').trim()));
  return {
    types: [...find(/^export (?:declare )?(?:interface|type) ([\w$]+)/gm), ...findLists(/^export type \{([^}]*)\}/gm)],
    values: [...find(/^export declare (?:const|function|class) ([\w$]+)/gm), ...findLists(/^export \{([^}]*)\}/gm)],
  };
}
