/** Compares a package with its published version. */
import { getLargestBump } from '../diff/changes.js';
import { toCanonicalText, type JsonObject, getMember, getObject } from '../lib/json.js';
import { isVersionInRange } from './versions.js';
import { type BumpDecision, classifyBump, listReasons, type PackageVersions, type BumpReason } from './classify-bump.js';
import { getDeclarations, type PackageContent } from './package-content.js';
import { ReleaseError } from './release-error.js';

/** The package of the runtime, on which the packages of APIs depend. */
export interface RuntimeVersions {
  readonly name: string;
  readonly newVersion: string;
  readonly reasons: readonly BumpReason[];
  readonly old?: PackageContent | undefined;
  readonly next: PackageContent;
}

/** Lists why a package needs a new version. Empty if it can stay as it is published. `runtime` is absent if packages contain the runtime. */
export function comparePackages(old: PackageContent, next: PackageContent, runtime: RuntimeVersions | undefined): readonly BumpReason[] {
  const changedFiles = listChangedFiles(old, next);
  const manifestReasons = compareManifests(old, next, runtime);
  if (changedFiles.length === 0) return manifestReasons;
  const decision = classifyVersions(
    {
      oldSpec: old.texts.get('spec.json'),
      newSpec: next.texts.get('spec.json'),
      oldDeclarations: new Map([...getDeclarations(old), ...listDependencyDeclarations(runtime?.old)]),
      newDeclarations: new Map([...getDeclarations(next), ...listDependencyDeclarations(runtime?.next)]),
    },
    old,
  );
  const reasons = [...listReasons(decision), ...manifestReasons];
  return getLargestBump(reasons) === 'none' ? [createFileReason(changedFiles)] : reasons;
}

/** The registry can have a package of the same name that discogen didn't generate. */
function classifyVersions(versions: PackageVersions, { name, version }: PackageContent): BumpDecision {
  try {
    return classifyBump(versions);
  } catch (error) {
    throw new ReleaseError(`cannot compare with ${name}@${version}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Places the declarations of a package where those of another one import them. */
function listDependencyDeclarations(content: PackageContent | undefined): readonly (readonly [path: string, text: string])[] {
  if (content === undefined) return [];
  return [...getDeclarations(content)].map(([path, text]) => [`node_modules/${content.name}/${path}`, text]);
}

/** Lists the paths of the files that differ. The changelog is written after the comparison. */
function listChangedFiles(old: PackageContent, next: PackageContent): readonly string[] {
  const paths = [...new Set([...old.texts.keys(), ...next.texts.keys()])].sort();
  return paths.filter((path) => path !== 'CHANGELOG.md' && old.texts.get(path) !== next.texts.get(path));
}

const maxNamedFiles = 3;

function createFileReason(paths: readonly string[]): BumpReason {
  const named = paths.slice(0, maxNamedFiles).join(', ');
  const more = paths.length - maxNamedFiles;
  const subject = more > 0 ? `${named}, and ${more} more` : named;
  const message = paths.length === 1 ? 'the file changed' : 'the files changed';
  const reason = 'the description and the types are the same';
  return { kind: 'files-changed', subject, breaking: false, step: 'patch', message, reason };
}

function compareManifests(old: PackageContent, next: PackageContent, runtime: RuntimeVersions | undefined): readonly BumpReason[] {
  const dependency = runtime === undefined ? [] : compareRuntimeRange(old.manifest, runtime);
  return [...dependency, ...compareManifestMembers(old.manifest, next.manifest)];
}

/** A package is released with the runtime only if its range rejects the next version of the runtime. */
function compareRuntimeRange(old: JsonObject, runtime: RuntimeVersions): readonly BumpReason[] {
  const range = getMember(getObject(old, 'dependencies'), runtime.name);
  if (typeof range === 'string' && isVersionInRange(range, runtime.newVersion)) return [];
  const isBreaking = typeof range === 'string' && runtime.reasons.some(({ breaking }) => breaking);
  const message = `depends on ^${runtime.newVersion}${typeof range === 'string' ? ` (was ${range})` : ''}`;
  const text = { message, reason: isBreaking ? 'the package exports types of the runtime' : 'the types of the runtime are compatible' };
  return [{ kind: 'runtime-changed', subject: runtime.name, breaking: isBreaking, step: isBreaking ? 'major' : 'patch', ...text }];
}

/** Members that change with each release, or that the other comparisons cover. */
const skippedMembers = ['version', 'discogen', 'dependencies', 'exports', 'files'];

function compareManifestMembers(old: JsonObject, next: JsonObject): readonly BumpReason[] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter((name) => !skippedMembers.includes(name));
  const changed = names.filter((name) => toCanonicalText(old[name]) !== toCanonicalText(next[name]));
  return changed.map((name) => {
    const isBreaking = name === 'engines';
    const text = { message: 'changed in package.json', reason: isBreaking ? 'other versions of Node are required' : 'no code changes' };
    return { kind: 'manifest-changed', subject: name, breaking: isBreaking, step: isBreaking ? 'major' : 'patch', ...text };
  });
}
