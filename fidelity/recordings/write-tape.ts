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

/** Matches white space, and what begins, ends, and is escaped in strings. A pattern of whole strings would exhaust the stack for long ones. */
const quoteOrSpace = /\\[^]|"|[ \t\n\r]+/g;

export function minifyJson(text: string): string {
  let isInString = false;
  const minified = text.replace(quoteOrSpace, (token) => {
    if (token === '"') isInString = !isInString;
    return isInString || /^["\\]/.test(token) ? token : '';
  });
  return escapeLoneSurrogates(minified);
}

/** A file in UTF-8 can't contain them. In JSON they are in strings. */
const escapeLoneSurrogates = (text: string): string =>
  text.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  );
