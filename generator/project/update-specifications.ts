/** Updates the pinned specifications of a project: their files, the lock, and the packages. */
import { resolve } from 'node:path';
import { resolveConfig } from '../config/config.js';
import { formatLock, hashContent, type LockEntry, packagePrefix, type Pin } from '../config/lock.js';
import { isPresent, readConfigFile, readNamedFile, toDisplayPath } from '../config/named-files.js';
import { type Change, getLargestBump, type VersionBump } from '../diff/changes.js';
import { diffApis } from '../diff/compare-apis.js';
import { type Diagnostic, hasErrors, isError, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { omitUndefined } from '../lib/json.js';
import type { Limits } from '../language/specification.js';
import { findBundledOverlays } from '../pipeline/bundled-overlays.js';
import { readSpecification } from '../read/index.js';
import { loadApi, type LoadResult } from '../pipeline/load-api.js';
import type { GeneratedPackage } from '../pipeline/run-context.js';
import { runGenerate } from '../pipeline/run-generate.js';
import { FetchError } from './fetch-text.js';
import { readAddress, readRevision, replaceTexts } from './origins.js';
import { findUpdateObstacle, openLockedProject, type LockedProject, selectEntries } from './locked-project.js';
import { StagedFiles } from './replace-files.js';

export interface UpdateOptions {
  /** The config file. Default: `discogen.config.yaml`. */
  readonly config?: string;
  /** Writes nothing. */
  readonly dryRun?: boolean;
  /** Replaces files that were edited since they were pinned, and those for which the service returns an older revision. */
  readonly force?: boolean;
}

/** A pinned file. */
export interface UpdatedFile {
  /** The path that the user sees. */
  readonly file: string;
  readonly address: string;
  /** Absent if the file is up to date. `unpinned`: it already has the new content, but the lock and perhaps the packages don't. */
  readonly difference?: 'missing' | 'changed' | 'unpinned';
  /** The revision in the lock before the update. */
  readonly previousRevision?: string;
  readonly revision?: string;
  /** The revision that the service returned, if it is older than that of the file. The file stays as it is. */
  readonly olderRevision?: string;
}

/** An overlay that comes with discogen, and isn't in the config. */
export interface OfferedOverlay {
  /** The name of the API in the config. */
  readonly name: string;
  /** `run:v2` */
  readonly api: string;
  /** The address of the specification. */
  readonly address: string;
}

/** The changes of an API, as `diff` lists them. */
export interface ApiChanges {
  /** The name in the config. */
  readonly name: string;
  /** Number of breaking changes. */
  readonly breaking: number;
  /** The required version bump. Absent if the previous version is missing or has errors. */
  readonly step?: VersionBump;
  readonly changes: readonly Change[];
}

export interface UpdateResult {
  /** `stale`: with `dryRun`, something would be written. `failed`: nothing was written. */
  readonly status: 'done' | 'stale' | 'failed';
  readonly files: readonly UpdatedFile[];
  /** Files that the config no longer names, whose entries are removed from the lock. */
  readonly removed: readonly string[];
  readonly apis: readonly ApiChanges[];
  /** The overlays that come with discogen for pinned files that have none of them. */
  readonly offered: readonly OfferedOverlay[];
  /** The packages, if they were regenerated. */
  readonly packages: readonly GeneratedPackage[];
  /** Why a file can't be fetched or replaced. */
  readonly problems: readonly string[];
  /** The errors of the new specifications, and the entries of their learned overlays that are skipped. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Fetches pinned files again, and regenerates the packages if a file changes. Writes everything or nothing. If the process is killed in
 * between, the lock has its old content, because it is written last, and the next update completes the rest. Updates the files of the
 * named APIs; by default, all files, and removes entries that the config no longer names. Throws `UsageError` for an invalid config or
 * lock, and for a name without pinned files.
 */
export async function updateSpecifications(names: readonly string[], options: UpdateOptions, effects: Effects): Promise<UpdateResult> {
  const configFile = readConfigFile(options.config, effects);
  const project = openLockedProject(configFile, resolveConfig({}, configFile), effects);
  const { selected, removed } = selectEntries(names, project);
  const failure: UpdateResult = {
    status: 'failed',
    files: [],
    removed: [],
    apis: [],
    offered: [],
    packages: [],
    problems: [],
    diagnostics: [],
  };
  const isForced = options.force === true;
  const fetched = await Promise.all(selected.map((entry) => fetchUpdate(entry, { project, isForced }, effects)));
  const updates = fetched.flatMap((update) => ('problem' in update ? [] : [update]));
  const problems = [
    ...fetched.flatMap((update) => ('problem' in update ? [update.problem] : [])),
    ...updates.flatMap((update) => findConflict(update, { project, isForced }, effects) ?? []),
  ];
  if (problems.length > 0) return { ...failure, problems };
  const apis = loadVersions(updates, project, effects);
  const reported = apis.flatMap(({ next }) => next.diagnostics.filter((each) => isError(each) || each.code === 'skipped-entry'));
  const diagnostics = sortDiagnostics(reported);
  if (hasErrors(diagnostics)) return { ...failure, diagnostics };
  const pins = new Map(updates.map((update) => [update, planPin(update, apis)]));
  const texts = planTexts({ pins, removed }, project, effects);
  const files = updates.map((update) => describeFile(update, pins.get(update)));
  const offered = listOfferedOverlays(updates, project, effects);
  const result: UpdateResult = { ...failure, status: 'done', files, removed, apis: apis.map(compareVersions), offered, diagnostics };
  if (texts.size === 0) return result;
  if (options.dryRun === true) return { ...result, status: 'stale' };
  const staged = new StagedFiles(texts, effects.files);
  try {
    const lockPath = resolve(effects.cwd, project.lockPath);
    for (const path of texts.keys()) if (path !== lockPath) staged.move(path);
    const generated = updates.some(isStale) ? await runGenerate(omitUndefined({ config: options.config }), effects) : undefined;
    if (generated && generated.status !== 'done') {
      staged.restore();
      return { ...failure, diagnostics: generated.diagnostics.filter(isError) };
    }
    staged.move(lockPath);
    return { ...result, packages: generated?.packages ?? [] };
  } catch (error) {
    staged.restore();
    throw error;
  }
}

/** A pinned file, before and after the update. */
interface FileUpdate {
  readonly entry: LockEntry;
  /** The path that the user sees. */
  readonly path: string;
  /** The hash of the content before the update. Absent if there is no file. */
  readonly currentHash: string | undefined;
  /** The content after the update. */
  readonly newText: string;
  readonly newHash: string;
  /** The revision of the fetched content if it is older than that of the file, which therefore stays as it is. */
  readonly olderRevision?: string | undefined;
}

interface UpdateContext {
  readonly project: LockedProject;
  readonly isForced: boolean;
}

async function fetchUpdate(
  entry: LockEntry,
  { project: { folder, config }, isForced }: UpdateContext,
  effects: Effects,
): Promise<FileUpdate | { readonly problem: string }> {
  const path = toDisplayPath(folder, entry.file);
  const file = isPresent(path, effects) ? readNamedFile(path, effects) : undefined;
  if (file !== undefined && 'problem' in file) return { problem: `cannot update ${path}: ${file.problem}` };
  try {
    const newText = await readAddress(entry.address, effects, config.limits);
    const newHash = hashContent(newText);
    if (file === undefined) return { entry, path, newText, newHash, currentHash: undefined };
    const currentHash = hashContent(file.text);
    const olderRevision = isForced || currentHash === newHash ? undefined : findOlderRevision(entry, newText, config.limits);
    return { entry, path, newText: olderRevision === undefined ? newText : file.text, newHash, currentHash, olderRevision };
  } catch (error) {
    if (error instanceof FetchError) return { problem: error.message };
    throw error;
  }
}

/**
 * Returns the revision of a document if it is older than the pinned one: a service that rolls documents out slowly can return an older
 * revision after a newer one. Revisions that aren't numbers have no order.
 */
function findOlderRevision({ address, revision: pinned }: LockEntry, text: string, limits: Limits): string | undefined {
  if (address.startsWith(packagePrefix)) return undefined;
  const revision = readRevision(address, readSpecification({ path: address, text }, limits).specification?.value);
  const isNumber = (value: string | undefined): value is string => /^\d+$/.test(value ?? '');
  return isNumber(revision) && isNumber(pinned) && BigInt(revision) < BigInt(pinned) ? revision : undefined;
}

const isChanged = ({ currentHash, newHash, olderRevision }: FileUpdate): boolean => olderRevision === undefined && currentHash !== newHash;
/** Whether the hash in the lock differs from that of the new content. */
const isUnpinned = ({ entry, newHash, olderRevision }: FileUpdate): boolean => olderRevision === undefined && entry.sha256 !== newHash;

/** Describes why a file can't be replaced: it was edited since it was pinned, or its folder is a link. */
function findConflict(update: FileUpdate, { project, isForced }: UpdateContext, effects: Effects): string | undefined {
  const { entry, path, currentHash } = update;
  if (!isChanged(update)) return undefined;
  const obstacle = findUpdateObstacle([entry.file], project, effects);
  if (obstacle !== undefined) return `cannot update ${path}: ${obstacle}`;
  if (isForced || currentHash === undefined || currentHash === entry.sha256) return undefined;
  return `${path} has changed since it was pinned; --force replaces it`;
}

/** Whether the packages may differ from the new content. */
const isStale = (update: FileUpdate): boolean => isChanged(update) || isUnpinned(update);

/** An API of which a file changes. */
interface ApiVersions {
  readonly name: string;
  /** The specification. */
  readonly path: string;
  readonly old: LoadResult;
  readonly next: LoadResult;
}

function loadVersions(updates: readonly FileUpdate[], { config }: LockedProject, effects: Effects): readonly ApiVersions[] {
  const texts = new Map(updates.filter(isStale).map(({ path, newText }) => [resolve(effects.cwd, path), newText]));
  const newEffects = { ...effects, files: replaceTexts(effects.files, texts) };
  return config.sources
    .filter(({ file, overlays }) => [file, ...overlays].some((path) => texts.has(resolve(effects.cwd, path))))
    .map((source) => ({
      name: source.name ?? source.file,
      path: source.file,
      old: loadApi(source, config, effects),
      next: loadApi(source, config, newEffects),
    }));
}

function compareVersions({ name, old, next }: ApiVersions): ApiChanges {
  if (old.resolved === undefined || next.resolved === undefined) return { name, breaking: 0, changes: [] };
  const changes = diffApis({ old: old.resolved, new: next.resolved });
  return { name, breaking: changes.filter(({ breaking }) => breaking).length, step: getLargestBump(changes), changes };
}

/** Lists the overlays that discogen gained since the specifications were added, or that were left out. */
function listOfferedOverlays(updates: readonly FileUpdate[], project: LockedProject, effects: Effects): readonly OfferedOverlay[] {
  const pinned = new Map(project.entries.map(({ file, address }) => [toDisplayPath(project.folder, file), address]));
  return updates.flatMap(({ path, newText, entry: { address } }): OfferedOverlay[] => {
    const source = project.config.sources.find(({ file }) => file === path);
    const isFromPackage = (file: string): boolean => pinned.get(file)?.startsWith(packagePrefix) === true;
    if (source === undefined || [path, ...source.overlays].some(isFromPackage)) return [];
    const [overlay] = findBundledOverlays(newText, effects.files);
    return overlay === undefined ? [] : [{ name: source.name ?? source.file, api: overlay.api, address }];
  });
}

/** A pin changes only with the content of its file. */
function planPin(update: FileUpdate, apis: readonly ApiVersions[]): Pin {
  const { entry, path, newHash } = update;
  if (!isUnpinned(update)) return entry;
  const { file, address } = entry;
  const document = apis.find((api) => api.path === path)?.next.resolved?.value;
  return { file, address, ...omitUndefined({ revision: readRevision(address, document) }), sha256: newHash };
}

interface LockChanges {
  readonly pins: ReadonlyMap<FileUpdate, Pin>;
  readonly removed: readonly string[];
}

/** The texts to write, by absolute path: changed files, and the lock if it changes. */
function planTexts({ pins, removed }: LockChanges, { lockPath, entries }: LockedProject, { cwd }: Effects): ReadonlyMap<string, string> {
  const newPins = new Map<string, Pin>(entries.filter(({ file }) => !removed.includes(file)).map((entry) => [entry.file, entry]));
  for (const pin of pins.values()) newPins.set(pin.file, pin);
  const text = formatLock([...newPins.values()]);
  const updates = [...pins.keys()].filter(isChanged);
  return new Map([
    ...updates.map((update) => [resolve(cwd, update.path), update.newText] as const),
    ...(text === formatLock(entries) ? [] : [[resolve(cwd, lockPath), text] as const]),
  ]);
}

function describeFile(update: FileUpdate, pin: Pin | undefined): UpdatedFile {
  const { path, entry, currentHash, olderRevision } = update;
  const difference = currentHash === undefined ? 'missing' : isChanged(update) ? 'changed' : isUnpinned(update) ? 'unpinned' : undefined;
  const revisions = { previousRevision: entry.revision, revision: pin?.revision };
  return { file: path, address: entry.address, ...omitUndefined({ difference, ...revisions, olderRevision }) };
}
