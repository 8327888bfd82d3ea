/** Finds recordings: files, and the files in folders. */
import { resolve } from 'node:path';
import { createReadDiagnostic, isPresent, readNamedFile, toDisplayPath } from '../config/named-files.js';
import type { Config } from '../config/generate-options.js';
import { createDiagnostic, type Diagnostic } from '../lib/diagnostics.js';
import type { Effects, FileEffects } from '../lib/effects.js';
import type { RecordedRequest } from '../../fidelity/recordings/exchange.js';
import { readRecording, type ReadOptions, type RecordingResult } from '../../fidelity/recordings/read-recording.js';
import { loadRecordingFormats } from './load-recording-formats.js';

export interface FoundRecordings {
  /** The paths of the recordings, as the user sees them. Those in a folder are sorted. */
  readonly files: readonly string[];
  /** The addresses of their requests: one for each beginning of a path. */
  readonly urls: readonly string[];
  readonly digests: readonly string[];
  /** Reads one of the files. */
  readonly read: (path: string) => RecordingResult;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads all recordings, so that all errors are reported at once, and keeps only the addresses. Loads the formats of the config. */
export async function findRecordings(
  paths: readonly string[],
  { formats: modules, limits }: Pick<Config, 'formats' | 'limits'>,
  effects: Effects,
): Promise<FoundRecordings> {
  const { formats, diagnostics } = await loadRecordingFormats(modules, effects);
  const options = { formats, limits };
  const search = new RecordingSearch(effects, options);
  // Without its format, a recording would be unknown.
  if (diagnostics.length === 0) for (const path of paths) search.addPath(path);
  return {
    files: [...search.files],
    urls: [...search.urls.values()],
    digests: [...search.digests],
    read: (path) => readRecordingFile(path, options, effects),
    diagnostics: [...diagnostics, ...search.diagnostics],
  };
}

/** Paths of the same API begin with the same segments. */
const maxSegments = 4;

const formatNames = (names: readonly string[]): string => `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}`;

class RecordingSearch {
  readonly files = new Set<string>();
  readonly urls = new Map<string, string>();
  readonly digests = new Set<string>();
  readonly diagnostics: Diagnostic[] = [];

  constructor(
    private readonly effects: FileEffects,
    private readonly options: ReadOptions,
  ) {}

  addPath(path: string): void {
    const { files, cwd } = this.effects;
    if (!isPresent(path, this.effects) || !isFolder(resolve(cwd, path), files)) this.addFile(path);
    else this.addFolder(path);
  }

  private addFolder(folder: string): void {
    const all = listFiles(folder, this.effects);
    const skipped = all.filter((path) => !this.addFile(path, { skipsOthers: true }));
    const at = { file: folder, line: 1, column: 1 };
    if (skipped.length === all.length) this.diagnostics.push(createDiagnostic('no-recordings', { files: all.length }, at));
    else if (skipped.length > 0)
      this.diagnostics.push(createDiagnostic('skipped-files', { count: skipped.length, names: formatNames(skipped) }, at));
  }

  /** Returns whether the file is a recording, or a broken one. */
  private addFile(path: string, { skipsOthers = false } = {}): boolean {
    const { recording, diagnostics } = readRecordingFile(path, this.options, this.effects);
    if (skipsOthers && recording === undefined && this.isOther(path, diagnostics)) return false;
    this.diagnostics.push(...diagnostics);
    this.files.add(path);
    if (recording !== undefined) this.digests.add(recording.digest);
    for (const { exchanges } of recording?.scenarios ?? []) for (const { request } of exchanges) this.addUrl(request);
    return true;
  }

  /** A gRPC call has no address. */
  private addUrl({ method, url }: RecordedRequest): void {
    if (method !== 'GRPC') this.urls.set(url.split('/', 3 + maxSegments).join('/'), url);
  }

  /** Whether a file has none of the formats. Binary files aren't UTF-8. */
  private isOther(path: string, diagnostics: readonly Diagnostic[]): boolean {
    const isUnreadable = diagnostics.some(({ code }) => code === 'unreadable-file');
    const found = isUnreadable ? this.readBinary(path) : diagnostics;
    return found.some(({ code }) => code === 'unknown-recording');
  }

  private readBinary(path: string): readonly Diagnostic[] {
    try {
      return readRecording({ path, text: this.effects.files.read(resolve(this.effects.cwd, path)) }, this.options).diagnostics;
    } catch {
      return [];
    }
  }
}

/** Lists the files in a folder and its folders, sorted. Leaves out hidden ones, and doesn't follow links to folders. */
function listFiles(folder: string, effects: FileEffects): readonly string[] {
  const { files, cwd } = effects;
  const paths = files.list(resolve(cwd, folder)).filter((name) => !name.startsWith('.'));
  return paths.flatMap((name) => {
    const path = toDisplayPath(folder, name);
    const kind = files.stat(resolve(cwd, path))?.kind;
    if (kind === 'folder') return listFiles(path, effects);
    return kind === 'file' || (kind === 'link' && !isFolder(resolve(cwd, path), files)) ? [path] : [];
  });
}

/** Whether a path is a folder, or a link to one that isn't empty. */
const isFolder = (path: string, files: Effects['files']): boolean => {
  const kind = files.stat(path)?.kind;
  return kind === 'folder' || (kind === 'link' && files.list(path).length > 0);
};

function readRecordingFile(path: string, options: ReadOptions, effects: FileEffects): RecordingResult {
  const file = readNamedFile(path, effects);
  return 'problem' in file ? { diagnostics: [createReadDiagnostic(path, file.problem)] } : readRecording(file, options);
}
