/** Reads tapes: JSON Lines, the first of which is `{ "tape": 1 }`, and each other one an exchange. */
import { getMember, parseJson } from '../../../generator/lib/json.js';
import type { SourceText } from '../../../generator/language/specification.js';
import { readJsonDocument } from '../../../generator/read/read-json.js';
import { readBase64Body, readTextBody } from '../body.js';
import { defineRecordingFormat, type FormatExchange } from '../format.js';
import type { RecordedBody, RecordedHeaders } from '../exchange.js';
import { RecordingPart } from '../part.js';
import type { ReadContext } from '../reader.js';
import { readMethod, readStatus, readTime, readUrl } from '../message-parts.js';

const version = 1;

/** The number of characters that the first line can have. */
const maxHeaderLength = 10_000;

export const tape = defineRecordingFormat({
  name: 'tape',
  matches({ text }) {
    const [header = ''] = text.slice(0, maxHeaderLength).split('\n', 1);
    return getMember(parseJson(header), 'tape') !== undefined;
  },
  read: ({ context }) => readLines(context),
});

function* readLines(context: ReadContext): Iterable<FormatExchange> {
  const { text } = context.source;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    const isLast = end < 0;
    if (isLast) end = text.length;
    const part = text.slice(start, end).trim() === '' ? undefined : readLine(context, { start, end, isLast });
    if (start === 0) checkHeader(part);
    else if (part !== undefined) yield* readExchange(part);
  }
}

interface TapeLine {
  readonly start: number;
  readonly end: number;
  /** Whether no line end follows. */
  readonly isLast: boolean;
}

/** Reads a line. Reports its errors, unless it is the last one and the recorder was stopped before it wrote the whole line. */
function readLine(context: ReadContext, { start, end, isLast }: TapeLine): RecordingPart | undefined {
  const { source, report } = context;
  const locate: SourceText['locate'] = (offset) => source.locate(start + offset);
  const { document, diagnostics } = readJsonDocument({ ...source, text: source.text.slice(start, end), locate });
  if (document === undefined && isLast && diagnostics.every(({ code }) => code === 'syntax')) report('incomplete-recording', {}, locate(0));
  else context.add(diagnostics);
  return document && new RecordingPart(document.value, { ...document, context }).asObject();
}

function checkHeader(header: RecordingPart | undefined): void {
  const part = header?.find('tape');
  if (part === undefined || part.value === version) return;
  const expected = `${version}, the version of the format`;
  part.context.report('wrong-form', { what: 'tape', expected, found: part.json.slice(0, 100) }, part.at);
}

function* readExchange(line: RecordingPart): Iterable<FormatExchange> {
  const scenario = line.find('scenario')?.asText();
  const time = readTime(line.find('time'));
  const request = line.require('request')?.asObject();
  const method = readMethod(request?.require('method'));
  const url = readUrl(request?.require('url'));
  const content = readContent(request);
  const omitted = request && findOmitted(request);
  if (omitted !== undefined)
    return line.context.report('skipped-exchange', { reason: 'the recorder left out the body of its request' }, omitted.at);
  const response = readResponse(line.find('response')?.asObject());
  if (request === undefined || method === undefined || url === undefined) return;
  yield {
    ...(scenario !== undefined && { scenario }),
    at: request.at,
    request: { method, url, ...content },
    ...(response && { response }),
    ...(time !== undefined && { time }),
  };
}

function readResponse(response: RecordingPart | undefined) {
  const status = readStatus(response?.require('status'));
  // A response without its body would mislead comparisons.
  return response === undefined || status === undefined || findOmitted(response) !== undefined
    ? undefined
    : { at: response.at, status, ...readContent(response) };
}

/** Finds the mark of a body that the recorder left out. */
const findOmitted = (message: RecordingPart): RecordingPart | undefined => message.find('body')?.asObject()?.find('omitted');

function readContent(message: RecordingPart | undefined): { readonly headers: RecordedHeaders; readonly body?: RecordedBody } {
  const headers = (message?.find('headers')?.asList() ?? []).flatMap(readHeader);
  const part = message?.find('body')?.asObject();
  const body = part && readBody(part, headers);
  return { headers, ...(body && { body }) };
}

function readHeader(header: RecordingPart): RecordedHeaders {
  const parts = header.asList();
  if (parts === undefined) return [];
  const [name, value] = parts.map((part) => part.asText());
  if (parts.length === 2) return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
  header.context.report('wrong-count', { what: header.name, expected: 'two strings, the name and the value' }, header.at);
  return [];
}

function readBody(body: RecordingPart, headers: RecordedHeaders): RecordedBody | undefined {
  const json = body.findNullable('json');
  const text = body.find('text')?.asText();
  const base64 = body.find('base64')?.asText();
  if (json !== undefined) return readTextBody(json.json, headers, body);
  if (text !== undefined) return readTextBody(text, headers, body);
  if (base64 === undefined) return undefined;
  return readBase64Body(base64, headers, { context: body.context, at: body.at, name: body.name, isDecoded: true });
}
