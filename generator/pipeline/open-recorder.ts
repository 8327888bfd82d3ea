/** Starts the tape of a proxy: its file, what redaction replaces, and the recorder that writes it. */
import { quote } from '../lib/diagnostics.js';
import type { Effects, OutputStream } from '../lib/effects.js';
import { findOutput, type Replaceable } from '../lib/output-file.js';
import { compilePattern } from '../lib/pattern.js';
import { UsageError } from '../lib/usage-error.js';
import { getLockPath, lockFile } from '../../fidelity/proxy/file-lock.js';
import { Recorder } from '../../fidelity/proxy/recorder.js';
import { createRandomKey } from '../../fidelity/recordings/redact/pseudonyms.js';
import { tapeHeader } from '../../fidelity/recordings/write-tape.js';

export interface TapeOptions {
  /** The tape, relative to the working directory. */
  readonly file: string;
  /** RE2 expressions for further secrets. */
  readonly patterns: readonly string[];
  /** The key of the replacements. Default: a random one. */
  readonly key: Uint8Array | undefined;
  readonly omitsBinary: boolean;
  /** The maximum size of a body in bytes. */
  readonly maxBody: number;
}

interface RecorderContext {
  /** The words in the paths of methods, which redaction keeps. */
  readonly words: ReadonlySet<string>;
  readonly warn: (message: string) => void;
}

const tape: Replaceable = { name: 'a tape', matches: (path, files) => files.hasPrefix(path, '{"tape":') };

/** Throws `UsageError` for a file that isn't a tape, for a tape that another process is writing, and for an invalid pattern. */
export function openRecorder(options: TapeOptions, { words, warn }: RecorderContext, effects: Effects): Recorder {
  const { file, patterns, key, omitsBinary, maxBody } = options;
  checkPatterns(patterns);
  const { environment } = effects;
  const projects = ['GOOGLE_CLOUD_PROJECT', 'GCLOUD_PROJECT', 'CLOUDSDK_CORE_PROJECT'].flatMap((each) => environment[each] || []);
  const settings = { key: key ?? createRandomKey(), patterns, words, projects, omitsBinary };
  return new Recorder({ settings, maxBody, tape: openTape(file, effects), warn, startThread: effects.startRecordingThread });
}

/** Only the user can read and write a tape: it can contain what redaction doesn't recognize. */
const tapeMode = 0o600;

/** Opens the file of `--record`. Throws `UsageError` for a file that isn't a tape, and for a tape that another process is writing. */
export function openTape(file: string, effects: Effects): OutputStream {
  const { files } = effects;
  const output = findOutput({ option: '--record', file, replaceable: tape }, effects);
  if (output.kind === 'stream') {
    const stream = output.open();
    stream.write(tapeHeader);
    return stream;
  }
  const { path } = output;
  const unlock = lockFile(path, files);
  if (unlock === undefined)
    throw new UsageError(`--record: another process is writing ${file}; if none is, delete the file ${getLockPath(path)}`);
  files.write(path, tapeHeader, tapeMode);
  return { write: (text) => files.append(path, text, tapeMode), close: unlock };
}

function checkPatterns(patterns: readonly string[]): void {
  for (const pattern of patterns) {
    const result = compilePattern(pattern);
    if (!result.ok) throw new UsageError(`--redact must be an RE2 expression (received ${quote(pattern)}): ${result.problem}`);
  }
}
