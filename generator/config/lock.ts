/** Reads, writes, and checks discogen.lock, which pins the specifications that discogen wrote to a project. */
import { dirname } from 'node:path';
import { stringify } from 'yaml';
import { type ConfigValues, readValues } from './config-values.js';
import { defaultConfig, type Config } from './generate-options.js';
import { isPresent, readNamedFile, readRequiredFile, toDisplayPath } from './named-files.js';
import { compareText, createDiagnostic, type Diagnostic, type Location, quote } from '../lib/diagnostics.js';
import type { FileEffects } from '../lib/effects.js';
import { omitUndefined, type Pointer } from '../lib/json.js';
import { sha256 } from '../lib/sha256.js';
import { UsageError } from '../lib/usage-error.js';

/** The origin and the content of a file. */
export interface Pin {
  /** Relative to the folder of the lock, with slashes. */
  readonly file: string;
  /** The URL it is fetched from, or `discogen:` and its path in the package discogen. */
  readonly address: string;
  /** The revision of a Discovery document, or the version of discogen. */
  readonly revision?: string;
  /** The SHA-256 of the content with LF line ends, in hexadecimal. */
  readonly sha256: string;
}

/** A pin and its location in the lock. */
export type LockEntry = Pin & { readonly at: Location };

/** The prefix of the address of a file in the package discogen. */
export const packagePrefix = 'discogen:';

const header = `# Written by discogen: where specifications come from, and their content. Commit this file.
# Run \`discogen update\` to fetch them again. \`discogen generate --frozen\` fails if a file differs.
`;

/** Hashes the content of a pinned file. Version control may change line ends. */
export const hashContent = (text: string): string => sha256(toUnixLines(text));

export const toUnixLines = (text: string): string => text.replaceAll('\r\n', '\n');

/** The lock is next to the config. */
export const getLockPath = (configPath = defaultConfig): string => toDisplayPath(dirname(configPath), 'discogen.lock');

export function formatLock(pins: readonly Pin[]): string {
  const files = [...pins]
    .sort((a, b) => compareText(a.file, b.file))
    .map(({ file, address, revision, sha256: hash }) => omitUndefined({ file, address, revision, sha256: hash }));
  return header + stringify({ version: 1, files }, { lineWidth: 0 });
}

/** Reads the entries of a lock; a lock that doesn't exist has none. Throws `UsageError` if it is invalid. */
export function readLock(path: string, effects: FileEffects): readonly LockEntry[] {
  if (!isPresent(path, effects)) return [];
  const { value, diagnostics } = readValues(readRequiredFile(path, effects), readEntries);
  if (value === undefined) throw new UsageError(`${path} is invalid`, diagnostics);
  return value;
}

const fileForm = { expected: 'a path below the folder of the lock', pattern: /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.@+-]+(?:\/[\w.@+-]+)*$/ };
const addressForm = {
  expected: `an http or https URL, or a path such as ${packagePrefix}specs/dns.v1.yaml`,
  pattern: /^(?:https?:\/\/[\x21-\x7e]+|discogen:specs\/(?:overlays\/(?:google\/)?)?[\w-][\w.-]*\.yaml)$/,
};
const revisionForm = { expected: 'a string', pattern: /^/ };
const hashForm = { expected: '64 hexadecimal digits', pattern: /^[0-9a-f]{64}$/ };

function readEntries(values: ConfigValues): readonly LockEntry[] {
  if (!values.checkKeys([], { owner: 'a lock', required: ['version', 'files'] })) return [];
  if (values.get(['version']) !== 1)
    values.report('wrong-form', { what: 'version', expected: '1', found: JSON.stringify(values.get(['version'])) }, ['version']);
  return values.readList(['files']).flatMap((pointer) => readEntry(values, pointer));
}

function readEntry(values: ConfigValues, pointer: Pointer): readonly LockEntry[] {
  const keys = { owner: 'an entry of files', required: ['file', 'address', 'sha256'], optional: ['revision'] };
  if (!values.checkKeys(pointer, keys)) return [];
  const file = values.readText([...pointer, 'file'], fileForm);
  const address = values.readText([...pointer, 'address'], addressForm);
  const revision = values.readText([...pointer, 'revision'], revisionForm);
  const hash = values.readText([...pointer, 'sha256'], hashForm);
  if (file === undefined || address === undefined || hash === undefined) return [];
  return [{ file, address, ...omitUndefined({ revision }), sha256: hash, at: values.getLocation(pointer) }];
}

/** Reports each pinned file that is missing or differs, and each entry whose file the config no longer names. */
export function checkLock(config: Config, configPath: string, effects: FileEffects): readonly Diagnostic[] {
  const path = getLockPath(configPath);
  return readLock(path, effects).flatMap((entry) => {
    const problem = findProblem(entry, { config, configPath, effects });
    return problem === undefined ? [] : [createDiagnostic('stale-lock', { file: entry.file, problem }, entry.at)];
  });
}

function findProblem(
  { file, sha256: expected }: LockEntry,
  { config, configPath, effects }: { readonly config: Config; readonly configPath: string; readonly effects: FileEffects },
): string | undefined {
  const path = toDisplayPath(dirname(configPath), file);
  if (!config.files.includes(path)) return `is not in ${quote(configPath)}; \`discogen update\` removes the entry`;
  const content = readNamedFile(path, effects);
  if ('problem' in content) return `cannot be read: ${content.problem}; \`discogen update\` fetches it again`;
  if (hashContent(content.text) === expected) return undefined;
  return 'has changed since it was pinned; `discogen update --force` replaces it';
}
