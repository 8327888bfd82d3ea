/**
 * What the last run found to be up to date, kept in an ignored cache in the output folder: it lets a run that changes nothing load nothing.
 * It is believed only as far as the files themselves confirm it, so it can be deleted, or be of another run, at any time.
 */
import { dirname, join, relative } from 'node:path';
import type { Diagnostic } from '../diagnostics.js';
import type { FileSystem } from '../effects.js';
import { sha256 } from '../hash.js';
import { confirm, type RecordContext, recorder, type Records } from './records.js';

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

export interface State {
  /** The config, and what else says what there is to do. */
  readonly config: Records;
  readonly packages: readonly PackageState[];
}

interface SavedState extends State {
  readonly build: string;
  readonly request: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly templates: Records;
  /** Names in each folder of the templates, so that a new one is noticed. */
  readonly templateFolders: Readonly<Record<string, string>>;
}

/** Where a state is kept, and what it is about. */
export interface StatePlace {
  readonly files: FileSystem;
  /** Absolute output folder; paths in records are relative to it. */
  readonly folder: string;
  /** What was asked, in one text. */
  readonly request: string;
  /** Absolute path of the templates. */
  readonly templates: string;
  readonly now: () => number;
}

export interface Recalled {
  /** True where nothing at all has to be done. */
  readonly whole: boolean;
  /** Packages that are confirmed to be up to date. */
  readonly packages: readonly PackageState[];
}

/** What of the last run still holds. */
export function recallState(place: StatePlace): Recalled {
  const saved = readState(place);
  if (saved === undefined) return { whole: false, packages: [] };
  const context = { base: place.folder, files: place.files, savedAt: saved.savedAt };
  const templates = confirmTemplates(saved, place, context);
  if (templates === undefined) return { whole: false, packages: [] };
  const config = confirm(saved.config, context);
  const packages = saved.packages.flatMap((known) => confirmPackage(known, context));
  const whole = config !== undefined && packages.length === saved.packages.length;
  if (
    whole &&
    (config !== saved.config || templates !== saved.templates || packages.some((known, index) => known !== saved.packages[index]))
  ) {
    saveState(place, { config, packages });
  }
  return { whole, packages };
}

/** Keeps a state for the next run. Nothing depends on it, so a folder that cannot be written to is no fault. */
export function saveState(place: StatePlace, state: State): void {
  const saved: SavedState = { build: buildId, request: place.request, savedAt: place.now(), ...state, ...templateRecords(place) };
  try {
    const ignore = join(cacheFolder(place.folder), '.gitignore');
    if (place.files.stat(ignore) === undefined) place.files.write(ignore, '*\n');
    place.files.write(statePath(place), JSON.stringify(saved));
  } catch {
    // The next run does the work again.
  }
}

export const cacheFolder = (folder: string): string => join(folder, '.cache');
const statePath = ({ folder, request }: StatePlace): string => join(cacheFolder(folder), `${sha256(request).slice(0, 16)}.json`);

function readState(place: StatePlace): SavedState | undefined {
  const path = statePath(place);
  if (place.files.stat(path)?.kind !== 'file') return undefined;
  try {
    const saved = JSON.parse(place.files.read(path)) as SavedState;
    return saved.build === buildId && saved.request === place.request ? saved : undefined;
  } catch {
    return undefined;
  }
}

function confirmPackage(known: PackageState, context: RecordContext): readonly PackageState[] {
  const inputs = confirm(known.inputs, context);
  const outputs = inputs && confirm(known.outputs, context);
  if (inputs === undefined || outputs === undefined) return [];
  return [inputs === known.inputs && outputs === known.outputs ? known : { ...known, inputs, outputs }];
}

function confirmTemplates(saved: SavedState, { files, folder }: StatePlace, context: RecordContext): Records | undefined {
  const folders = Object.entries(saved.templateFolders);
  return folders.every(([path, names]) => files.list(join(folder, path)).join('/') === names)
    ? confirm(saved.templates, context)
    : undefined;
}

function templateRecords({ files, folder, templates }: StatePlace): Pick<SavedState, 'templates' | 'templateFolders'> {
  const { files: reader, records } = recorder(files);
  const paths = filesBelow(templates, files);
  for (const path of paths) reader.read(path);
  const folders = [...new Set([templates, ...paths.flatMap((path) => foldersBetween(templates, path))])];
  return {
    templates: records(folder),
    templateFolders: Object.fromEntries(folders.map((path) => [relative(folder, path), files.list(path).join('/')])),
  };
}

function foldersBetween(top: string, path: string): readonly string[] {
  const parent = dirname(path);
  return parent === top ? [] : [parent, ...foldersBetween(top, parent)];
}

function filesBelow(folder: string, files: FileSystem): readonly string[] {
  return files.list(folder).flatMap((name) => {
    const path = join(folder, name);
    return files.stat(path)?.kind === 'folder' ? filesBelow(path, files) : [path];
  });
}

/** Paths and texts of all files below a folder, in order. */
export function textsBelow(folder: string, files: FileSystem): readonly (readonly [string, string])[] {
  return filesBelow(folder, files).map((path) => [relative(folder, path), files.read(path)]);
}
