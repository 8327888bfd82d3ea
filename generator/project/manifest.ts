/** The `package.json` of a project. */
import { applyEdits, modify, parse } from 'jsonc-parser';
import { isPresent, readRequiredFile } from '../config/named-files.js';
import type { FileEffects } from '../lib/effects.js';
import { getMember, getObject, getText, isObject, type Json, parseJson } from '../lib/json.js';
import { UsageError } from '../lib/usage-error.js';

export const manifestPath = 'package.json';

export interface Manifest {
  readonly text: string;
  readonly isModule: boolean;
  /** The names of all dependencies. */
  readonly dependencies: ReadonlySet<string>;
}

/** Throws `UsageError` if the project has no valid `package.json`. */
export function readManifest(effects: FileEffects): Manifest {
  if (!isPresent(manifestPath, effects)) throw new UsageError(`there is no ${manifestPath} in this folder; run \`npm init -y\` first`);
  const { text } = readRequiredFile(manifestPath, effects);
  const value = parseJson(text.replace(/^\ufeff/, ''));
  if (!isObject(value)) throw new UsageError(`${manifestPath} is not a JSON object`);
  const sections = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
  return {
    text,
    isModule: getText(value, 'type') === 'module',
    dependencies: new Set(sections.flatMap((section) => Object.keys(getObject(value, section) ?? {}))),
  };
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
