/** The `package.json` of a project. */
import { applyEdits, modify, parse } from 'jsonc-parser';
import { resolve } from 'node:path';
import { readNamedFile } from '../config/named-files.js';
import type { Effects } from '../lib/effects.js';
import { getMember, getObject, getText, isObject, type Json } from '../lib/json.js';
import { UsageError } from '../lib/usage-error.js';

export const manifestPath = 'package.json';

export interface Manifest {
  readonly text: string;
  readonly isModule: boolean;
  /** The names of all dependencies. */
  readonly dependencies: ReadonlySet<string>;
}

/** Throws `UsageError` if the project has no valid `package.json`. */
export function readManifest(effects: Pick<Effects, 'files' | 'cwd'>): Manifest {
  if (effects.files.stat(resolve(effects.cwd, manifestPath)) === undefined)
    throw new UsageError(`there is no ${manifestPath} in this folder; run \`npm init -y\` first`);
  const file = readNamedFile(manifestPath, effects);
  if ('problem' in file) throw new UsageError(`cannot read ${manifestPath}: ${file.problem}`);
  const value = tryParse(file.text);
  if (!isObject(value)) throw new UsageError(`${manifestPath} is not a JSON object`);
  const sections = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
  return {
    text: file.text,
    isModule: getText(value, 'type') === 'module',
    dependencies: new Set(sections.flatMap((section) => Object.keys(getObject(value, section) ?? {}))),
  };
}

function tryParse(text: string): Json | undefined {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as Json;
  } catch {
    return undefined;
  }
}

/** What `npm init` writes as the script `test`, which only fails. */
const placeholder = /^echo "Error: no test specified" && exit 1$/;

/** Adds the scripts that are missing. The rest of the text stays as it is. */
export function addScripts(text: string, scripts: Readonly<Record<string, string>>): string {
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return Object.entries(scripts).reduce((edited, [name, command]) => {
    const present = getMember(getObject(parse(edited) as Json, 'scripts'), name);
    const isMissing = present === undefined || (typeof present === 'string' && placeholder.test(present));
    return isMissing ? applyEdits(edited, modify(edited, ['scripts', name], command, { formattingOptions })) : edited;
  }, text);
}
