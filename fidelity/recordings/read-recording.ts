/** Reads a file of recorded traffic. Recognizes its format from its content. Never throws, whatever the text. */
import { createDiagnostic, type Diagnostic, hasErrors, quote, type Severity, sortDiagnostics } from '../../generator/lib/diagnostics.js';
import { sha256 } from '../../generator/lib/sha256.js';
import type { SourceText } from '../../generator/language/specification.js';
import { createLocator } from '../../generator/read/locator.js';
import type { Exchange, RecordedBody, Recording } from './exchange.js';
import type { RecordingFormat } from './format.js';
import { recordingFormats } from './formats/index.js';
import { RecordingFile } from './recording-file.js';
import { defaultLimits, type ReadContext, type RecordingLimits } from './reader.js';
import { splitBatch } from './split-batch.js';
import { ExchangeValidator } from './validate-exchange.js';

export type { RecordingLimits } from './reader.js';

/** The levels of nesting in a format around the JSON of a body. */
const enclosingDepth = 10;

export interface RecordingResult {
  /** Absent if there are errors. */
  readonly recording?: Recording;
  readonly diagnostics: readonly Diagnostic[];
}

/** Bounds the number of errors, and of warnings, because each part of a file can be broken. */
const maxDiagnostics = 50;

export interface ReadOptions {
  readonly limits?: RecordingLimits;
  /** Formats of the user, which have precedence over the built-in ones. */
  readonly formats?: readonly RecordingFormat[];
}

export function readRecording(file: { readonly path: string; readonly text: string }, options: ReadOptions = {}): RecordingResult {
  const allLimits = { ...defaultLimits, ...options.limits };
  const text = file.text.startsWith('\ufeff') ? file.text.slice(1) : file.text;
  const source: SourceText = {
    path: file.path,
    text,
    depth: allLimits.depth + enclosingDepth,
    elements: allLimits.elements,
    locate: createLocator(file.path, text),
  };
  if (text.length > allLimits.size)
    return { diagnostics: [createDiagnostic('too-large', { size: text.length, limit: allLimits.size }, source.locate(0))] };
  const { context, diagnostics } = createContext(source, allLimits);
  const recorded = new RecordingFile(context);
  const format = findFormat(recorded, [...(options.formats ?? []), ...recordingFormats]);
  const scenarios = format === undefined ? new Map<string, readonly Exchange[]>() : readScenarios(recorded, format);
  if (format === undefined || hasErrors(diagnostics)) return { diagnostics: sortDiagnostics(diagnostics) };
  const isNormalized = [...scenarios.values()].flat().some(hasPlaceholder);
  const recording = {
    file: file.path,
    format: format.name,
    digest: sha256(file.text),
    isNormalized,
    scenarios: [...scenarios].map(([name, exchanges]) => ({ name, exchanges })),
  };
  return { recording, diagnostics: sortDiagnostics(diagnostics) };
}

function createContext(source: SourceText, limits: Required<RecordingLimits>) {
  const diagnostics: Diagnostic[] = [];
  const counts: Record<Severity, number> = { error: 0, warning: 0 };
  const add: ReadContext['add'] = (more) => {
    // A service may send a key twice. One of the values counts.
    for (const each of more.filter(({ code }) => code !== 'duplicate-key')) {
      counts[each.severity] += 1;
      if (counts[each.severity] <= maxDiagnostics) diagnostics.push(each);
    }
  };
  const context: ReadContext = {
    source,
    limits,
    decompressible: limits.size,
    add,
    report: (code, params, at) => add([createDiagnostic(code, params, at)]),
  };
  return { context, diagnostics };
}

/** Returns the first format that matches. Reports why there is none. */
function findFormat(file: RecordingFile, formats: readonly RecordingFormat[]): RecordingFormat | undefined {
  const { context } = file;
  for (const format of formats) {
    const matches = tryFormat(file, format, () => format.matches(file));
    if (matches === true) return format;
    if (matches === false) continue;
    if (matches !== undefined) reportFailure(file, format, 'matches must return true or false');
    return undefined;
  }
  if (file.isDocument && hasErrors(file.rootDiagnostics)) context.add(file.rootDiagnostics);
  else reportUnknownFormat(file, formats);
  return undefined;
}

function reportUnknownFormat(file: RecordingFile, formats: readonly RecordingFormat[]): void {
  const start = file.text.trimStart().slice(0, 40).split('\n', 1)[0] ?? '';
  const found = start === '' ? 'an empty file' : quote(start);
  file.context.report('unknown-recording', { formats: formats.map(({ name }) => name), found }, file.locate(0));
}

/** Reads the exchanges by their scenarios. */
function readScenarios(file: RecordingFile, format: RecordingFormat): ReadonlyMap<string, readonly Exchange[]> {
  const scenarios = new Map<string, Exchange[]>();
  const { limits } = file.context;
  const validator = new ExchangeValidator(file);
  tryFormat(file, format, () => {
    const values: unknown = format.read(file);
    if (!isIterable(values)) return reportFailure(file, format, 'read must return an iterable of exchanges');
    let count = 0;
    for (const value of values) {
      count += 1;
      const valid = validator.validate(value);
      if (count > limits.exchanges)
        return file.context.report(
          'too-many-exchanges',
          { size: `more than ${limits.exchanges}`, limit: limits.exchanges },
          valid?.exchange.at ?? file.locate(0),
        );
      if (valid === undefined) continue;
      const exchanges = scenarios.get(valid.scenario) ?? [];
      scenarios.set(valid.scenario, exchanges);
      const calls = splitBatch(valid.exchange, file.context);
      count += calls.length - 1;
      exchanges.push(...calls);
    }
  });
  // A text of another format may look like JSON.
  if (!hasErrors(file.rootDiagnostics)) file.context.add(file.rootDiagnostics);
  return scenarios;
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] === 'function';

/** Calls a function of a format. A built-in one doesn't throw. An error of any other one is reported. */
function tryFormat<T>(file: RecordingFile, format: RecordingFormat, call: () => T): T | undefined {
  if (recordingFormats.includes(format)) return call();
  try {
    return call();
  } catch (error) {
    reportFailure(file, format, describeError(error));
    return undefined;
  }
}

/** Describes anything that a format throws. */
function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'it throws something that is not an Error';
}

const reportFailure = (file: RecordingFile, { name }: RecordingFormat, problem: string): void =>
  file.context.report('failed-format', { name, problem }, file.locate(0));

/** Matches a placeholder of normalized values. Variables of shells and builds (`${PROJECT_ID}`) are in capitals. */
const placeholder = /\$\{[a-z][A-Za-z]*\}/;

function hasPlaceholder({ request, response }: Exchange): boolean {
  return [request.url, getText(request.body), getText(response?.body)].some((text) => placeholder.test(text));
}

const getText = (body: RecordedBody | undefined): string => (body === undefined || body.kind === 'bytes' ? '' : body.text);
