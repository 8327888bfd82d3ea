/**
 * What the last run found to be up to date, kept in an ignored cache in the output folder: it lets a run that changes nothing load nothing.
 * It is believed only as far as the files themselves confirm it, so it can be deleted, or be of another run, at any time.
 */
import { dirname, join, relative } from 'node:path';
import type { Diagnostic } from '../diagnostics.js';
import type { FileSystem } from '../effects.js';
import { sha256 } from '../sha256.js';
import { getCacheFolder, ignoreCache } from './cache-folder.js';
import { confirmRecords, type RecordContext, createRecorder, type Records } from './file-records.js';

declare const __DISCOGEN_BUILD__: string | undefined;
/** Changes with the generator's own code and dependencies. */
export const buildId: string = typeof __DISCOGEN_BUILD__ === 'string' ? __DISCOGEN_BUILD__ : 'sources';

/** One package that was found, or made, up to date. */
export interface PackageState {
  /** Specification, as the user named it. */
  readonly file: string;
  /** Name in the config. */
  readonly name?: string;
  /** Everything beside the files that its content depends on. */
  readonly settings: string;
  /** Its folder in the output folder. */
  readonly folder: string;
  /** Number of its committed files. */
  readonly size: number;
  readonly inputs: Records;
  readonly outputs: Records;
  readonly warnings: readonly Diagnostic[];
  /** Variables that the specification declares. */
  readonly declared: readonly string[];
}

export interface RunState {
  /** The config, and what else says what there is to do. */
  readonly config: Records;
  readonly packages: readonly PackageState[];
}

/** What a run begins with: recorded before anything is read, so that an edit during the run is found by the next one. */
export interface RunStart {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly templates: Records;
  /** Names in each folder of the templates, so that a new one is noticed. */
  readonly templateFolders: Readonly<Record<string, string>>;
}

interface SavedState extends RunState, RunStart {
  readonly buildId: string;
  readonly request: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

/** Where a state is kept, and what it is about. */
export interface StateLocation {
  readonly files: FileSystem;
  /** Absolute output folder; paths in records are relative to it. */
  readonly folder: string;
  /** What was asked, in one text. */
  readonly request: string;
  /** Absolute path of the templates. */
  readonly templates: string;
  readonly now: () => number;
}

export interface RecalledState {
  /** True where nothing at all has to be done. */
  readonly isUpToDate: boolean;
  /** Packages that are confirmed to be up to date, as long as the templates are those of `runStart`. */
  readonly packages: readonly PackageState[];
  /** What was recalled, and when; absent where there was nothing. */
  readonly runStart?: RunStart;
}

/** What of the last run still holds. */
export function recallState(location: StateLocation): RecalledState {
  const saved = readState(location);
  if (saved === undefined) return emptyState;
  const startedAt = location.now();
  const inputs = { base: location.folder, files: location.files, seenAt: saved.startedAt };
  const templates = confirmTemplates(saved, location, inputs);
  if (templates === undefined) return emptyState;
  const config = confirmRecords(saved.config, inputs);
  const packages = saved.packages.flatMap((known) => confirmPackage(known, inputs, { ...inputs, seenAt: saved.savedAt }));
  const runStart = { startedAt, templates, templateFolders: saved.templateFolders };
  if (config === undefined || packages.length < saved.packages.length) return { isUpToDate: false, packages, runStart };
  const isSame =
    config === saved.config && templates === saved.templates && packages.every((known, index) => known === saved.packages[index]);
  if (!isSame) writeState(location, { ...saved, config, packages, templates, startedAt, savedAt: startedAt });
  return { isUpToDate: true, packages, runStart };
}

const emptyState: RecalledState = { isUpToDate: false, packages: [] };

/**
 * To be called before anything is read that the run makes packages of. What was recalled shortly before stands as long as the templates
 * are the same, and then need not be read.
 */
export function beginState(
  location: StateLocation,
  { packages, runStart }: RecalledState,
): { readonly runStart: RunStart; readonly known: readonly PackageState[] } {
  const startedAt = location.now();
  const context = { base: location.folder, files: location.files, seenAt: runStart?.startedAt ?? 0 };
  const templates = runStart && confirmTemplates(runStart, location, context);
  return runStart === undefined || templates === undefined
    ? { runStart: { startedAt, ...createTemplateRecords(location) }, known: [] }
    : { runStart: { ...runStart, templates }, known: packages };
}

/** Keeps a state for the next run. */
export function saveState(location: StateLocation, runStart: RunStart, state: RunState): void {
  writeState(location, { buildId, request: location.request, savedAt: location.now(), ...runStart, ...state });
}

/** Nothing depends on a state, so a folder that cannot be written to is no fault. */
function writeState(location: StateLocation, state: SavedState): void {
  try {
    ignoreCache(location.folder, location.files);
    location.files.write(getStatePath(location), JSON.stringify(state));
  } catch {
    // The next run does the work again.
  }
}

const getStatePath = ({ folder, request }: StateLocation): string => join(getCacheFolder(folder), `${sha256(request).slice(0, 16)}.json`);

function readState(location: StateLocation): SavedState | undefined {
  const path = getStatePath(location);
  if (location.files.stat(path)?.kind !== 'file') return undefined;
  try {
    const saved = JSON.parse(location.files.read(path)) as SavedState;
    return saved.buildId === buildId && saved.request === location.request ? saved : undefined;
  } catch {
    return undefined;
  }
}

function confirmPackage(known: PackageState, reading: RecordContext, writing: RecordContext): readonly PackageState[] {
  const inputs = confirmRecords(known.inputs, reading);
  const outputs = inputs && confirmRecords(known.outputs, writing);
  if (inputs === undefined || outputs === undefined) return [];
  return [inputs === known.inputs && outputs === known.outputs ? known : { ...known, inputs, outputs }];
}

function confirmTemplates(
  saved: Pick<RunStart, 'templates' | 'templateFolders'>,
  { files, folder }: StateLocation,
  context: RecordContext,
): Records | undefined {
  const folders = Object.entries(saved.templateFolders);
  return folders.every(([path, names]) => files.list(join(folder, path)).join('/') === names)
    ? confirmRecords(saved.templates, context)
    : undefined;
}

function createTemplateRecords({ files, folder, templates }: StateLocation): Pick<SavedState, 'templates' | 'templateFolders'> {
  const { files: reader, records } = createRecorder(files);
  const paths = listFilesBelow(templates, files);
  for (const path of paths) reader.read(path);
  const folders = [...new Set([templates, ...paths.flatMap((path) => listFoldersBetween(templates, path))])];
  return {
    templates: records(folder),
    templateFolders: Object.fromEntries(folders.map((path) => [relative(folder, path), files.list(path).join('/')])),
  };
}

function listFoldersBetween(top: string, path: string): readonly string[] {
  const parent = dirname(path);
  return parent === top ? [] : [parent, ...listFoldersBetween(top, parent)];
}

function listFilesBelow(folder: string, files: FileSystem): readonly string[] {
  return files.list(folder).flatMap((name) => {
    const path = join(folder, name);
    return files.stat(path)?.kind === 'folder' ? listFilesBelow(path, files) : [path];
  });
}

/** Paths and texts of all files below a folder, in order. */
export function readTextsBelow(folder: string, files: FileSystem): readonly (readonly [string, string])[] {
  return listFilesBelow(folder, files).map((path) => [relative(folder, path), files.read(path)]);
}
