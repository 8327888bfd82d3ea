/** Validates what a format returns. It may come from a module of the user, and its texts from a recording, so neither is trusted. */
import { quote, type Location } from '../../generator/lib/diagnostics.js';
import { isReadBody, readBytesBody, readTextBody } from './body.js';
import type { Exchange, RecordedBody, RecordedHeaders, RecordedRequest, RecordedResponse } from './exchange.js';
import type { FormatBody } from './format.js';
import { isMethod, isStatus, isUrl, methodForm, statusForm, urlForm } from './message-parts.js';
import type { RecordingFile } from './recording-file.js';

/** The name of the scenario of exchanges without one. */
const onlyScenario = 'main';
/** The latest time that a date can have, in milliseconds since 1970. */
const maxTime = 8.64e15;

/** An exchange, and the name of its scenario. */
export interface ScenarioExchange {
  readonly scenario: string;
  readonly exchange: Exchange;
}

/** Reads the exchanges that a format returns for one file. */
export class ExchangeValidator {
  #count = 0;
  /** The number of characters and bytes of all exchanges. */
  #size = 0;

  constructor(private readonly file: RecordingFile) {}

  /** Returns a copy in which nothing is shared with `value`. Reports an invalid exchange, and returns `undefined` for it. */
  validate(value: unknown): ScenarioExchange | undefined {
    const at = this.file.toLocation(getOwn(value, 'at'));
    const reader = new ValueReader(this.file, { value, at, name: `exchanges[${this.#count}]` });
    this.#count += 1;
    const request = this.#readRequest(reader);
    const response = this.#readResponse(reader);
    const time = reader.find('time', isTime, 'a number of milliseconds since 1970');
    const scenario = reader.find('scenario', isText, 'a string') ?? onlyScenario;
    if (request === undefined || reader.isBroken || !this.#fits(value, scenario, at)) return undefined;
    return { scenario, exchange: { at, request, ...(response && { response }), ...(time !== undefined && { time }) } };
  }

  #readRequest(exchange: ValueReader): RecordedRequest | undefined {
    if (exchange.require('request', isRecord, 'an object') === undefined) return undefined;
    const request = exchange.enter('request');
    const method = request.require('method', isMethod, methodForm);
    const url = request.require('url', isUrl, urlForm);
    const content = this.#readContent(request);
    return method === undefined || url === undefined ? undefined : { method: method.toUpperCase(), url, ...content };
  }

  #readResponse(exchange: ValueReader): RecordedResponse | undefined {
    if (exchange.find('response', isRecord, 'an object') === undefined) return undefined;
    const response = exchange.enter('response');
    const status = response.require('status', isStatus, statusForm);
    const content = this.#readContent(response);
    const isBodyUnknown = response.find('isBodyUnknown', isBoolean, 'true or false') ?? false;
    return status === undefined ? undefined : { at: response.at, status, ...content, ...(isBodyUnknown && { isBodyUnknown }) };
  }

  #readContent(message: ValueReader): { readonly headers: RecordedHeaders; readonly body?: RecordedBody } {
    const headers = readHeaders(message);
    const value = message.find('body', isBody, 'a string or a Uint8Array');
    const source = { context: this.file.context, at: message.at, name: `${message.name}.body`, isDecoded: 'unclear' as const };
    const body =
      typeof value === 'string'
        ? readTextBody(value, headers, source)
        : value instanceof Uint8Array
          ? readBytesBody(Buffer.from(value), headers, source)
          : value;
    return { headers, ...(body && { body }) };
  }

  /** Whether the texts of all exchanges together have the size that a file may have. A format can return much more than its file contains. */
  #fits(exchange: unknown, scenario: string, at: Location): boolean {
    const { size } = this.file.context.limits;
    const isOverBefore = this.#size > size;
    this.#size += scenario.length + countMessage(getOwn(exchange, 'request')) + countMessage(getOwn(exchange, 'response'));
    if (!isOverBefore && this.#size > size)
      this.file.context.report('too-large', { size: `more than ${size} in its exchanges`, limit: size }, at);
    return this.#size <= size;
  }
}

/** Where a value is in what a format returns. */
interface ValuePlace {
  readonly value: unknown;
  readonly at: Location;
  /** The path for messages: `exchanges[3].request`. */
  readonly name: string;
}

/** Reads own members of an object, and reports those of a wrong type. */
class ValueReader {
  readonly at: Location;
  readonly name: string;
  readonly #value: unknown;

  constructor(
    private readonly file: RecordingFile,
    { value, at, name }: ValuePlace,
    /** Whether any part of the exchange was reported. */
    private readonly state = { isBroken: false },
  ) {
    this.#value = value;
    this.at = at;
    this.name = name;
  }

  get isBroken(): boolean {
    return this.state.isBroken;
  }

  /** Returns a reader of a member, which may have a position of its own. */
  enter(key: string): ValueReader {
    const value = getOwn(this.#value, key);
    const at = this.file.toLocation(getOwn(value, 'at'), this.at);
    return new ValueReader(this.file, { value, at, name: `${this.name}.${key}` }, this.state);
  }

  /** Returns a member. Reports one of another form. An absent one is valid. */
  find<T>(key: string, is: (value: unknown) => value is T, expected: string): T | undefined {
    return getOwn(this.#value, key) === undefined ? undefined : this.require(key, is, expected);
  }

  require<T>(key: string, is: (value: unknown) => value is T, expected: string): T | undefined {
    const value = getOwn(this.#value, key);
    if (is(value)) return value;
    this.state.isBroken = true;
    this.file.context.report('wrong-form', { what: `${this.name}.${key}`, expected, found: describeValue(value) }, this.at);
    return undefined;
  }
}

/** Reads pairs, or a mapping of names to values. Names become lower case. */
function readHeaders(message: ValueReader): RecordedHeaders {
  const headers = message.find('headers', isHeaders, 'pairs of names and values, or a mapping of names to values');
  return headers === undefined ? [] : listPairs(headers).map(([name, text]) => [String(name).toLowerCase(), String(text)] as const);
}

const isHeaders = (value: unknown): value is object =>
  isRecord(value) &&
  listPairs(value).every(
    (pair) =>
      Array.isArray(pair) &&
      pair.length === 2 &&
      typeof pair[0] === 'string' &&
      (typeof pair[1] === 'string' || typeof pair[1] === 'number'),
  );

function listPairs(headers: object): readonly (readonly unknown[])[] {
  if (Array.isArray(headers)) return headers as readonly (readonly unknown[])[];
  return Object.entries(headers).flatMap(([name, values]: [string, unknown]) =>
    (Array.isArray(values) ? values : [values]).map((text: unknown) => [name, text] as const),
  );
}

/** Counts the characters of a valid message, and its bytes. Limits apply to a body as soon as it is read. */
function countMessage(message: unknown): number {
  const [url, headers, body] = ['url', 'headers', 'body'].map((key) => getOwn(message, key));
  const size = (isText(url) ? url.length : 0) + (isText(body) || body instanceof Uint8Array ? body.length : 0);
  return (isRecord(headers) ? listPairs(headers) : []).reduce((sum, pair) => sum + pair.join('').length, size);
}

const getOwn = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? (value[key] ?? undefined) : undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isBody = (value: unknown): value is FormatBody => isText(value) || value instanceof Uint8Array || isReadBody(value);
const isTime = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= maxTime;

/** Describes any value, even one whose conversion to a text fails. */
function describeValue(value: unknown): string {
  if (typeof value === 'string') return quote(value, 60);
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `a value of the type ${typeof value}`;
}
