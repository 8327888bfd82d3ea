/** What was joined when discogen was built: most runs need no bundler. It is kept by what it was made of, so it cannot be out of date. */
import { existsSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { sha256 } from '../hash.js';
import { packageRoot } from '../root.js';
import { isJoined } from './dist-paths.js';
import { nodeFileSystem } from './file-system.js';
import { join, type Joining } from './join.js';
import { importsOf, Runtime } from './runtime.js';

declare const __DISCOGEN_BUILD__: string | undefined;

type Texts = ReadonlyMap<string, string>;

/** The joined modules of a package with this part of the runtime, of which its own sources import these modules. */
export async function joined(runtime: Texts, imported: readonly string[]): Promise<Texts> {
  const joining = joiningOf(runtime, imported);
  if (joining.entries.length === 0) return new Map();
  return joinedBefore(joining) ?? join(joining);
}

function joiningOf(runtime: Texts, imported: readonly string[]): Joining {
  return { sources: new Map([...runtime].filter(([path]) => isJoined(path))), entries: imported.filter(isJoined).sort() };
}

const placeOf = ({ sources, entries }: Joining): string => `${sha256(JSON.stringify([entries, [...sources]]))}.json`;

function joinedBefore(joining: Joining): Texts | undefined {
  if (typeof __DISCOGEN_BUILD__ !== 'string') return undefined;
  const path = joinPath(packageRoot, 'dist/joined', placeOf(joining));
  return existsSync(path) ? new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>)) : undefined;
}

/** For the build: by file name what packages with a mock need, without media and with them. */
export async function joinAll(runtime: string): Promise<Texts> {
  const modules = new Runtime(runtime, nodeFileSystem);
  const mock = "import './runtime/mock/index.js';\n";
  const made = [mock, `${mock}import './runtime/mock/media.js';\n`].map(async (text) => {
    const joining = joiningOf(modules.filesFor(new Map([['src/mock.ts', text]])), importsOf('src/mock.ts', text));
    return [placeOf(joining), JSON.stringify(Object.fromEntries(await join(joining)))] as const;
  });
  return new Map(await Promise.all(made));
}
