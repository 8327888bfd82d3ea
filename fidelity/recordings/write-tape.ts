/** Writes tapes line by line, so that a recorder doesn't hold the traffic in memory. Each line ends with a line break. */
import type { Exchange, RecordedBody, RecordedRequest, RecordedResponse } from './exchange.js';

/** An exchange without its positions in a recording. */
export interface TapeExchange extends Pick<Exchange, 'time'> {
  readonly request: RecordedRequest & OmittedBody;
  readonly response?: Omit<RecordedResponse, 'at'> & OmittedBody;
}

interface OmittedBody {
  /** The size in bytes of a body that was left out. */
  readonly omitted?: number;
}

interface TapeScenario {
  readonly name: string;
  readonly exchanges: readonly TapeExchange[];
}

/** The first line of a tape. */
export const tapeHeader = '{"tape":1}\n';

/** Yields the lines of a tape. */
export function* writeTape(scenarios: Iterable<TapeScenario>): Iterable<string> {
  yield tapeHeader;
  for (const { name, exchanges } of scenarios) for (const exchange of exchanges) yield formatTapeLine(exchange, name);
}

/** Formats an exchange as one line. JSON bodies lose the white space between their tokens, but no digits. */
export function formatTapeLine({ request, response, time }: TapeExchange, scenario: string): string {
  const { method, url, headers } = request;
  const members = [
    `"scenario":${JSON.stringify(scenario)}`,
    ...(time === undefined ? [] : [`"time":"${new Date(time).toISOString()}"`]),
    `"request":${formatMessage({ method, url, headers }, request)}`,
    ...(response === undefined ? [] : [`"response":${formatMessage({ status: response.status, headers: response.headers }, response)}`]),
  ];
  return `{${members.join(',')}}\n`;
}

type MessageHead = Pick<RecordedRequest, 'method' | 'url' | 'headers'> | Pick<RecordedResponse, 'status' | 'headers'>;

function formatMessage(head: MessageHead, { body, omitted }: OmittedBody & { readonly body?: RecordedBody }): string {
  const text = JSON.stringify(head);
  if (omitted !== undefined) return `${text.slice(0, -1)},"body":{"omitted":${omitted}}}`;
  return body === undefined ? text : `${text.slice(0, -1)},"body":${formatBody(body)}}`;
}

function formatBody(body: RecordedBody): string {
  // Base64 needs no escapes.
  if (body.kind === 'bytes') return `{"base64":"${body.base64}"}`;
  return body.kind === 'text' ? JSON.stringify({ text: body.text }) : `{"json":${minifyJson(body.text)}}`;
}

/** Removes the white space between the tokens of valid JSON. */
function minifyJson(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) at = findStringEnd(text, at);
    else if (code <= 32) {
      if (at > copied) parts.push(text.slice(copied, at));
      copied = at + 1;
    }
  }
  return escapeLoneSurrogates(copied === 0 ? text : parts.join('') + text.slice(copied));
}

/** Returns the index of the quotation mark that ends a string. */
function findStringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (text.charCodeAt(first - 1) === 92) first -= 1;
    if ((at - first) % 2 === 0) return at;
  }
  return text.length;
}

/** A file in UTF-8 can't contain them. In JSON they are in strings. */
const escapeLoneSurrogates = (text: string): string =>
  text.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  );
