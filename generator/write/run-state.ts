/**
 * The state of the last run, kept in the cache of the output folder, so that a run without changes loads almost nothing.
 * Each record is confirmed against the files, so the state can be deleted or outdated at any time.
 */
import { dirname, join, relative } from 'node:path';
import type { Diagnostic } from '../diagnostics.js';
import type { FileSystem } from '../effects.js';
import { sha256 } from '../sha256.js';
import { getCacheFolder, ignoreCache } from './cache-folder.js';
import { confirmRecords, type RecordContext, createRecorder, type Records } from './file-records.js';

declare const __DISCOGEN_BUILD__: string | undefined;
/** Changes with the code and the dependencies of the generator. */
export const buildId: string = typeof __DISCOGEN_BUILD__ === 'string' ? __DISCOGEN_BUILD__ : 'sources';

/** A package that was up to date after the run. */
export interface PackageState {
  /** The specification, as the user named it. */
  readonly file: string;
  /** The name in the config. */
  readonly name?: string;
  /** The settings, apart from files, that its content depends on. */
  readonly settings: string;
  /** The folder in the output folder. */
  readonly folder: string;
  /** The number of committed files. */
  readonly size: number;
  readonly inputs: Records;
  readonly outputs: Records;
  readonly warnings: readonly Diagnostic[];
  /** The variables that the specification declares. */
  readonly declared: readonly string[];
}

export interface RunState {
  /** Records of the config and the manifest. */
  readonly config: Records;
  readonly packages: readonly PackageState[];
}

/** The start of a run, recorded before any file is read, so that the next run detects an edit during this run. */
export interface RunStart {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly templates: Records;
  /** The names in each template folder, to detect new files. */
  readonly templateFolders: Readonly<Record<string, string>>;
}

interface SavedState extends RunState, RunStart {
  readonly buildId: string;
  readonly request: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

/** The location and the identity of a state. */
export interface StateLocation {
  readonly files: FileSystem;
  /** The absolute path of the output folder. Paths in records are relative to it. */
  readonly folder: string;
  /** The serialized options of the run. */
  readonly request: string;
  /** The absolute path of the templates. */
  readonly templates: string;
  readonly now: () => number;
}

export interface ConfirmedState {
  /** Whether the run has nothing to do. */
  readonly isUpToDate: boolean;
  /** The packages that are up to date, as long as the templates are those of `runStart`. */
  readonly packages: readonly PackageState[];
  /** The confirmed start of the last run. Absent if there is no state. */
  readonly runStart?: RunStart;
}

/** Loads the state of the last run and confirms it. */
export function loadConfirmedState(location: StateLocation): ConfirmedState {
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

const emptyState: ConfirmedState = { isUpToDate: false, packages: [] };

/**
 * Starts a run. Call this function before reading any input of the packages. Reuses a state that was confirmed shortly before if the
 * templates are unchanged.
 */
export function startRun(
  location: StateLocation,
  { packages, runStart }: ConfirmedState,
): { readonly runStart: RunStart; readonly packages: readonly PackageState[] } {
  const startedAt = location.now();
  const context = { base: location.folder, files: location.files, seenAt: runStart?.startedAt ?? 0 };
  const templates = runStart && confirmTemplates(runStart, location, context);
  return runStart === undefined || templates === undefined
    ? { runStart: { startedAt, ...createTemplateRecords(location) }, packages: [] }
    : { runStart: { ...runStart, templates }, packages };
}

/** Saves a state for the next run. */
export function saveState(location: StateLocation, runStart: RunStart, state: RunState): void {
  writeState(location, { buildId, request: location.request, savedAt: location.now(), ...runStart, ...state });
}

/** A state is optional, so an unwritable folder is no error. */
function writeState(location: StateLocation, state: SavedState): void {
  try {
    ignoreCache(location.folder, location.files);
    location.files.write(getStatePath(location), JSON.stringify(state));
  } catch {
    // The next run rebuilds everything.
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

/** Reads all files below a folder, in order. */
export function readTextsBelow(folder: string, files: FileSystem): readonly (readonly [string, string])[] {
  return listFilesBelow(folder, files).map((path) => [relative(folder, path), files.read(path)]);
}
