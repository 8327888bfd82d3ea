/** Compares a package with its published version. */
import { toCanonicalText, isObject, type JsonObject, getMember } from '../lib/json.js';
import { acceptsVersion } from './versions.js';
import { classifyBump, type Reason } from './classify-bump.js';
import { getDeclarations, type PackageContent } from './package-content.js';

export interface ComparisonContext {
  /** The name and the next version of the runtime's package, with the reasons for the version. Absent if packages contain the runtime. */
  readonly runtime?: { readonly name: string; readonly newVersion: string; readonly reasons: readonly Reason[] } | undefined;
}

/** Lists why a package needs a new version. Empty if it can stay as it is published. */
export function comparePackages(old: PackageContent, next: PackageContent, { runtime }: ComparisonContext): readonly Reason[] {
  const changedFiles = listChangedFiles(old, next);
  const manifestReasons = compareManifests(old, next, runtime);
  if (changedFiles.length === 0) return manifestReasons;
  const { reasons } = classifyBump({
    oldSpec: old.texts.get('spec.json'),
    newSpec: next.texts.get('spec.json'),
    oldDeclarations: getDeclarations(old),
    newDeclarations: getDeclarations(next),
  });
  const known = [...reasons, ...manifestReasons];
  return known.length > 0 ? known : [createFileReason(changedFiles)];
}

/** Lists the paths of the files that differ. The changelog is written after the comparison. */
function listChangedFiles(old: PackageContent, next: PackageContent): readonly string[] {
  const paths = [...new Set([...old.texts.keys(), ...next.texts.keys()])].sort();
  return paths.filter((path) => path !== 'CHANGELOG.md' && old.texts.get(path) !== next.texts.get(path));
}

const maxNamedFiles = 3;

function createFileReason(paths: readonly string[]): Reason {
  const named = paths.slice(0, maxNamedFiles).join(', ');
  const more = paths.length - maxNamedFiles;
  const subject = more > 0 ? `${named}, and ${more} more` : named;
  const message = paths.length === 1 ? 'the file changed' : 'the files changed';
  const reason = 'the description and the types are the same';
  return { kind: 'files-changed', subject, breaking: false, step: 'patch', message, reason };
}

function compareManifests(old: PackageContent, next: PackageContent, runtime: ComparisonContext['runtime']): readonly Reason[] {
  const entryPoints = compareEntryPoints(getObject(old.manifest, 'exports'), getObject(next.manifest, 'exports'));
  const dependency = runtime === undefined ? [] : compareRuntimeRange(old.manifest, runtime);
  const members = compareMembers(old.manifest, next.manifest);
  return [...entryPoints, ...dependency, ...members];
}

function compareEntryPoints(old: JsonObject, next: JsonObject): readonly Reason[] {
  const subject = (path: string): string => `entry point ${path}`;
  const removed = Object.keys(old).filter((path) => !Object.hasOwn(next, path));
  const added = Object.keys(next).filter((path) => !Object.hasOwn(old, path));
  return [
    ...removed.map((path): Reason => {
      const text = { message: 'removed', reason: 'code that imports it no longer works' };
      return { kind: 'entry-point-removed', subject: subject(path), breaking: true, step: 'major', ...text };
    }),
    ...added.map((path): Reason => {
      const text = { message: 'added', reason: 'existing code is not affected' };
      return { kind: 'entry-point-added', subject: subject(path), breaking: false, step: 'minor', ...text };
    }),
  ];
}

/** A package is released with the runtime only if its range rejects the next version of the runtime. */
function compareRuntimeRange(old: JsonObject, runtime: NonNullable<ComparisonContext['runtime']>): readonly Reason[] {
  const range = getMember(getObject(old, 'dependencies'), runtime.name);
  if (typeof range === 'string' && acceptsVersion(range, runtime.newVersion)) return [];
  const isBreaking = typeof range === 'string' && runtime.reasons.some(({ breaking }) => breaking);
  const message = `depends on ^${runtime.newVersion}${typeof range === 'string' ? ` (was ${range})` : ''}`;
  const text = { message, reason: isBreaking ? 'the package exports types of the runtime' : 'the types of the runtime are compatible' };
  return [{ kind: 'runtime-changed', subject: runtime.name, breaking: isBreaking, step: isBreaking ? 'major' : 'patch', ...text }];
}

/** Members that change with each release, or that the other comparisons cover. */
const skippedMembers = ['version', 'discogen', 'dependencies', 'exports', 'files'];

function compareMembers(old: JsonObject, next: JsonObject): readonly Reason[] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter((name) => !skippedMembers.includes(name));
  const changed = names.filter((name) => toCanonicalText(old[name]) !== toCanonicalText(next[name]));
  return changed.map((name) => {
    const isBreaking = name === 'engines';
    const text = { message: 'changed in package.json', reason: isBreaking ? 'other versions of Node are required' : 'no code changes' };
    return { kind: 'manifest-changed', subject: name, breaking: isBreaking, step: isBreaking ? 'major' : 'patch', ...text };
  });
}

function getObject(value: JsonObject, name: string): JsonObject {
  const member = getMember(value, name);
  return isObject(member) ? member : {};
}
