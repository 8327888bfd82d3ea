/** Reads a file of recorded traffic. Recognizes its format from its content. Never throws, whatever the text. */
import { createDiagnostic, type Diagnostic, hasErrors, quote, type Severity, sortDiagnostics } from '../../generator/lib/diagnostics.js';
import { getAt, type Json } from '../../generator/lib/json.js';
import { sha256 } from '../../generator/lib/sha256.js';
import type { SourceText } from '../../generator/language/specification.js';
import { createLocator } from '../../generator/read/locator.js';
import { readJsonDocument } from '../../generator/read/read-json.js';
import { readYamlDocument } from '../../generator/read/read-yaml.js';
import type { Exchange, RecordedBody, Recording, RecordingFormat } from './exchange.js';
import { isGoVcr, readGoVcr } from './formats/go-vcr.js';
import { isHar, readHar } from './formats/har.js';
import { isHttpLog, readHttpLog } from './formats/http-log.js';
import { isNock, readNock } from './formats/nock.js';
import { isTape, readTape } from './formats/tape.js';
import { isWireMock, readWireMock } from './formats/wiremock.js';
import { RecordingPart } from './part.js';
import { defaultLimits, type ReadContext, type RecordingLimits, type ScenarioExchange } from './reader.js';

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

export function readRecording(file: { readonly path: string; readonly text: string }, limits: RecordingLimits = {}): RecordingResult {
  const allLimits = { ...defaultLimits, ...limits };
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
  const found = findFormat(context);
  if (found === undefined && !hasErrors(diagnostics)) reportUnknownFormat(context);
  const scenarios = groupByScenario(found?.exchanges ?? [], context);
  if (found === undefined || hasErrors(diagnostics)) return { diagnostics: sortDiagnostics(diagnostics) };
  const isNormalized = [...scenarios.values()].flat().some(hasPlaceholder);
  const recording = {
    file: file.path,
    format: found.format,
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

interface FormatExchanges {
  readonly format: RecordingFormat;
  readonly exchanges: Iterable<ScenarioExchange>;
}

/** Returns `undefined` if the format is unknown, or if it isn't supported or the text isn't JSON or YAML, which are reported. */
function findFormat(context: ReadContext): FormatExchanges | undefined {
  const { text } = context.source;
  if (isHttpLog(text)) return { format: 'http-log', exchanges: readHttpLog(context) };
  if (isTape(text)) return { format: 'tape', exchanges: readTape(context) };
  const root = readDocument(context);
  if (root === undefined) return undefined;
  const unsupported = findUnsupportedFormat(root);
  if (unsupported !== undefined) {
    context.report('unsupported-recording', { format: unsupported }, root.at);
    return undefined;
  }
  if (isHar(root)) return { format: 'har', exchanges: readHar(root) };
  if (isGoVcr(root)) return { format: 'go-vcr', exchanges: readGoVcr(root) };
  if (isNock(root)) return { format: 'nock', exchanges: readNock(root) };
  if (isWireMock(root)) return { format: 'wiremock', exchanges: readWireMock(root) };
  return undefined;
}

/** Returns the name of a format that resembles a supported one. */
function findUnsupportedFormat(root: RecordingPart): string | undefined {
  if (root.find('http_interactions') !== undefined) return 'VCR for Ruby, or of Betamax';
  const { value } = root.find('interactions') ?? {};
  const [first] = Array.isArray(value) ? (value as readonly Json[]) : [];
  return first !== undefined && getAt(first, ['request', 'uri']) !== undefined ? 'vcrpy' : undefined;
}

/** How much more memory the parser of YAML needs for a value than that of JSON. */
const yamlCost = 4;

function readDocument(context: ReadContext): RecordingPart | undefined {
  const { source, add } = context;
  const isJson = /^\s*[[{]/.test(source.text);
  // Only cassettes are YAML.
  if (!isJson && !/^(?:http_)?interactions:/m.test(source.text)) return undefined;
  const readBinary: SourceText['readBinary'] = (base64) => ({ base64 });
  const { document, diagnostics } = isJson
    ? readJsonDocument(source)
    : readYamlDocument({ ...source, elements: source.elements / yamlCost, readBinary });
  add(diagnostics);
  return document && new RecordingPart(document.value, { ...document, context });
}

function reportUnknownFormat({ source, report }: ReadContext): void {
  const start = source.text.trimStart().slice(0, 40).split('\n', 1)[0] ?? '';
  report('unknown-recording', { found: start === '' ? 'an empty file' : quote(start) }, source.locate(0));
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
