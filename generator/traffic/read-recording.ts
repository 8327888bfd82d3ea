/** Reads a file of recorded traffic. Recognizes its format from its content. Never throws, whatever the text. */
import { createDiagnostic, type Diagnostic, hasErrors, quote } from '../lib/diagnostics.js';
import { sha256 } from '../lib/sha256.js';
import type { SourceText } from '../lib/specification.js';
import { createLocator } from '../read/locator.js';
import type { Exchange, RecordedBody, Recording, RecordingFormat } from './exchange.js';
import { isHttpLog, readHttpLog } from './formats/http-log.js';
import { isTape, readTape } from './formats/tape.js';
import type { ReadContext, RecordingLimits, ScenarioExchange } from './reader.js';

export type { RecordingLimits } from './reader.js';

const defaultLimits: Required<RecordingLimits> = {
  size: 64 * 1024 * 1024,
  depth: 200,
  elements: 1_000_000,
  exchanges: 20_000,
  body: 16 * 1024 * 1024,
};

export interface RecordingResult {
  /** Absent if there are errors. */
  readonly recording?: Recording;
  readonly diagnostics: readonly Diagnostic[];
}

/** Bounds the number of diagnostics, because each part of a file can be broken. */
const maxDiagnostics = 100;

export function readRecording(file: { readonly path: string; readonly text: string }, limits: RecordingLimits = {}): RecordingResult {
  const allLimits = { ...defaultLimits, ...limits };
  const text = file.text.startsWith('\ufeff') ? file.text.slice(1) : file.text;
  const source: SourceText = { ...allLimits, path: file.path, text, locate: createLocator(file.path, text) };
  if (text.length > allLimits.size)
    return { diagnostics: [createDiagnostic('too-large', { size: text.length, limit: allLimits.size }, source.locate(0))] };
  const diagnostics: Diagnostic[] = [];
  const add: ReadContext['add'] = (more) => void diagnostics.push(...more.slice(0, maxDiagnostics - diagnostics.length));
  const context: ReadContext = { source, limits: allLimits, add, report: (code, params, at) => add([createDiagnostic(code, params, at)]) };
  const found = findFormat(context);
  if (found === undefined) return { diagnostics: diagnostics.length > 0 ? diagnostics : [reportUnknownFormat(source)] };
  const scenarios = groupByScenario(found.exchanges, context);
  if (hasErrors(diagnostics)) return { diagnostics };
  const isNormalized = [...scenarios.values()].flat().some(hasPlaceholder);
  const recording = {
    file: file.path,
    format: found.format,
    digest: sha256(file.text),
    isNormalized,
    scenarios: [...scenarios].map(([name, exchanges]) => ({ name, exchanges })),
  };
  return { recording, diagnostics };
}

interface FormatExchanges {
  readonly format: RecordingFormat;
  readonly exchanges: Iterable<ScenarioExchange>;
}

function findFormat(context: ReadContext): FormatExchanges | undefined {
  const { text } = context.source;
  if (isHttpLog(text)) return { format: 'http-log', exchanges: readHttpLog(context) };
  if (isTape(text)) return { format: 'tape', exchanges: readTape(context) };
  return undefined;
}

function reportUnknownFormat(source: SourceText): Diagnostic {
  const start = source.text.trimStart().slice(0, 40).split('\n', 1)[0] ?? '';
  return createDiagnostic('unknown-recording', { found: start === '' ? 'an empty file' : quote(start) }, source.locate(0));
}

function groupByScenario(read: Iterable<ScenarioExchange>, { limits, report }: ReadContext): ReadonlyMap<string, readonly Exchange[]> {
  const scenarios = new Map<string, Exchange[]>();
  let size = 0;
  for (const { scenario, exchange } of read) {
    size += 1;
    if (size > limits.exchanges) {
      report('too-many-exchanges', { size: `more than ${limits.exchanges}`, limit: limits.exchanges }, exchange.at);
      break;
    }
    const exchanges = scenarios.get(scenario) ?? [];
    scenarios.set(scenario, exchanges);
    exchanges.push(exchange);
  }
  return scenarios;
}

/** Matches a placeholder of normalized values. Variables of shells and builds (`${PROJECT_ID}`) are in capitals. */
const placeholder = /\$\{[a-z][A-Za-z]*\}/;

function hasPlaceholder({ request, response }: Exchange): boolean {
  return [request.url, getText(request.body), getText(response?.body)].some((text) => placeholder.test(text));
}

const getText = (body: RecordedBody | undefined): string => (body === undefined || body.kind === 'bytes' ? '' : body.text);
