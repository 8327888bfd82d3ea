/**
 * Removes secrets from exchanges before anything is written: credentials, keys, cookies, signatures, tokens, email addresses, projects, and IP
 * addresses. The same value has the same replacement everywhere, so that comparisons with a mock have the same verdicts.
 */
import type { Json } from '../../../generator/lib/json.js';
import { getHeader } from '../body.js';
import type { RecordedBody, RecordedHeaders } from '../exchange.js';
import type { TapeExchange } from '../write-tape.js';
import { ChunkedUploads } from './chunked-uploads.js';
import { ContentRedactor, mapEncoded } from './content-redactor.js';
import { Digests, type StatedNumbers } from './digests.js';
import type { Replacements } from './pseudonyms.js';
import { isCookieHeader, isSecretHeader } from './secret-names.js';
import { projectCollections, TextRedactor, type RedactorOptions } from './text-redactor.js';

const projectHeaders = /^x-goog-(?:user-project|project-id|project-number|project-override)$/;

const digestHeader = /md5|digest|hash|crc32c/i;

type Message = Pick<TapeExchange['request'], 'headers' | 'body'>;
type Content = Pick<TapeExchange['request'], 'body' | 'omitted'>;

/** What a redactor knows of the traffic, as plain data. */
export interface Learned extends StatedNumbers {
  /** Secrets, projects, and digests, with their replacements. */
  readonly values: readonly (readonly [value: string, replacement: string])[];
}

export class Redactor {
  readonly #texts: TextRedactor;
  readonly #digests: Digests;
  readonly #contents: ContentRedactor;
  readonly #omitsBinary: boolean;
  readonly #uploads: ChunkedUploads;
  #sharedCount = 0;

  constructor(replacements: Replacements, options: RedactorOptions = {}) {
    this.#texts = new TextRedactor(replacements, options);
    this.#digests = new Digests((text, replacement) => this.#texts.learnReplacement(text, replacement));
    this.#contents = new ContentRedactor(this.#texts, this.#digests);
    this.#uploads = new ChunkedUploads(this.#digests);
    this.#omitsBinary = options.omitsBinary ?? false;
  }

  /** Returns what became known since the last call of this method or of `learn`, so that another redactor can learn it. */
  takeLearned(): Learned {
    const values = this.#texts.listKnown(this.#sharedCount);
    this.#sharedCount = this.#texts.knownCount;
    return { values, ...this.#digests.numbers };
  }

  /** Learns what another redactor with the same key knows. */
  learn({ values, ...numbers }: Learned): void {
    for (const [value, replacement] of values) this.#texts.learnReplacement(value, replacement);
    this.#digests.learn(numbers);
    this.#sharedCount = this.#texts.knownCount;
  }

  redact(exchange: TapeExchange): TapeExchange {
    // URLs and headers first: bodies often repeat what they contain.
    this.#redactHeads(exchange);
    const isUpload = /[?&](?:uploadType|upload_id)=|\/upload\//.test(exchange.request.url);
    const isDownload = /[?&]alt=media(?:&|$)/.test(exchange.request.url);
    const known = this.#texts.knownCount;
    let [request, response] = [this.#redactBody(exchange.request, isUpload), this.#redactBody(exchange.response, isDownload)];
    if (this.#texts.knownCount > known) {
      // A secret can occur before the place that identifies it as a secret.
      if (this.#hasKnown(request)) request = this.#redactBody(exchange.request, isUpload);
      if (this.#hasKnown(response)) response = this.#redactBody(exchange.response, isDownload);
    }
    if (isUpload && this.#addChunk(exchange.request, request)) response = this.#redactBody(exchange.response, isDownload);
    const heads = this.#redactHeads(exchange);
    return {
      ...heads,
      request: this.#joinBody(heads.request, request),
      ...(heads.response && { response: this.#joinBody(heads.response, response) }),
    };
  }

  /** Redacts any text, such as a message. */
  redactText(text: string): string {
    return this.#contents.redactContent(text, '');
  }

  /** Redacts a JSON value. `key`: the name of the field that contains it. */
  redactValue(value: Json, key = ''): Json {
    const text = JSON.stringify({ [key]: value });
    const redacted = this.#contents.redactJson(text);
    return redacted === undefined || redacted === text
      ? value
      : ((Object.values(JSON.parse(redacted) as object)[0] as Json | undefined) ?? null);
  }

  redactUrl(url: string): string {
    const [, origin = '', path = '', query, fragment = ''] = /^((?:https?:\/\/[^/?#]*)?)([^?#]*)(?:\?([^#]*))?(#.*)?$/is.exec(url) ?? [];
    // A pattern of the user can match several segments.
    const segments = this.#texts.redactMatches(path).split('/');
    const redacted = segments.map((segment, index) =>
      mapEncoded(segment, (text) =>
        projectCollections.test(segments[index - 1] ?? '')
          ? this.#texts.replaceProjectSegment(text)
          : this.#contents.redactContent(text, ''),
      ),
    );
    const search = query === undefined ? '' : `?${this.#contents.redactPairs(query)}`;
    return this.#contents.redactText(origin) + redacted.join('/') + search + this.#contents.redactText(fragment);
  }

  #redactHeads({ request, response, ...others }: TapeExchange): TapeExchange {
    const headers = this.#redactHeaders(request.headers);
    return {
      ...others,
      request: { ...request, url: this.redactUrl(request.url), headers },
      ...(response && { response: { ...response, headers: this.#redactHeaders(response.headers) } }),
    };
  }

  /** Returns whether the digests of an upload have become known. */
  #addChunk(request: TapeExchange['request'], { body, omitted }: Content): boolean {
    const after = omitted === undefined ? toBytes(body) : undefined;
    return this.#uploads.add(request, { before: toBytes(request.body), after });
  }

  /** Whether a redacted body can still contain known values. Only long texts are searched, because reading short ones again is as fast. */
  #hasKnown({ body }: Content): boolean {
    if (body === undefined) return false;
    if (body.kind === 'bytes' || body.text.length < minSearchedLength) return true;
    return this.#texts.replaceKnown(body.text, 0, body.text.length) !== body.text;
  }

  #redactHeaders(headers: RecordedHeaders): RecordedHeaders {
    return headers.map(([name, value]) => [name, this.#redactHeader(name, value)] as const);
  }

  #redactHeader(name: string, value: string): string {
    const texts = this.#texts;
    if (isCookieHeader(name)) return this.#redactCookies(name, value);
    if (projectHeaders.test(name)) return texts.replaceProject(value);
    if (name === 'x-goog-request-params') return this.#contents.redactPairs(value);
    if (/authorization/i.test(name)) return texts.replaceCredentials(value);
    if (isSecretHeader(name)) return texts.replaceSecret(value);
    return (name === 'content-length' ? undefined : this.#digests.find(name, value)) ?? this.#contents.redactContent(value, '');
  }

  #redactCookies(name: string, value: string): string {
    const pairs = value.split(';');
    const isResponse = name !== 'cookie';
    return pairs
      .map((pair, index) => {
        const at = pair.indexOf('=');
        if (at < 0) return isResponse && index > 0 ? pair : this.#texts.replaceSecret(pair);
        // The attributes of a new cookie follow it.
        const isAttribute = isResponse && index > 0;
        const own = pair.slice(at + 1);
        return pair.slice(0, at + 1) + (isAttribute ? this.#contents.redactText(own) : this.#texts.replaceSecret(own));
      })
      .join(';');
  }

  /** `isMedia`: whether the body is the content of a resource, whose digests other messages state. */
  #redactBody(message: Message | undefined, isMedia: boolean): Content {
    const { body, headers = [] } = message ?? {};
    if (body === undefined) return {};
    const type = getHeader(headers, 'content-type') ?? '';
    if (this.#omitsBinary && body.kind === 'bytes') {
      const bytes = toBytes(body);
      if (this.#contents.hasBinary(bytes, type)) return { omitted: bytes.length };
    }
    const redacted = this.#redactContent(body, type);
    // The digests of other bodies are only in their own headers.
    const isStated = isMedia || headers.some(([name]) => digestHeader.test(name));
    if (isStated && redacted !== body) this.#digests.add(toBytes(body), toBytes(redacted));
    // A JSON body on a tape loses its white space, so that it would have another digest.
    return { body: isMedia && redacted.kind === 'json' ? { kind: 'text', text: redacted.text } : redacted };
  }

  #redactContent(body: RecordedBody, type: string): RecordedBody {
    switch (body.kind) {
      case 'json': {
        const text = this.#contents.redactJson(body.text) ?? this.#contents.redactText(body.text);
        return text === body.text ? body : { kind: 'json', text, value: JSON.parse(text) as Json };
      }
      case 'text': {
        const text = this.#contents.redactContent(body.text, type);
        return text === body.text ? body : { kind: 'text', text };
      }
      case 'bytes': {
        const bytes = Buffer.from(body.base64, 'base64');
        const redacted = this.#contents.redactBytes(bytes, type);
        return redacted === bytes ? body : { kind: 'bytes', base64: redacted.toString('base64') };
      }
    }
  }

  /** Puts the changed body in the place of the original one, and states its size if the headers stated that of the original one. */
  #joinBody<Own extends Message>({ body: original, ...message }: Own, { body, omitted }: Content): Omit<Own, 'body'> & Content {
    if (omitted !== undefined) return { ...message, omitted };
    if (body === undefined || original === undefined || body === original) return { ...message, ...(body && { body }) };
    const [before, after] = [toBytes(original).length, toBytes(body).length];
    const headers = message.headers.map(([name, value]) =>
      name === 'content-length' && value === String(before) ? ([name, String(after)] as const) : ([name, value] as const),
    );
    return { ...message, headers, body };
  }
}

const minSearchedLength = 100_000;

function toBytes(body: RecordedBody | undefined): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  return body.kind === 'bytes' ? Buffer.from(body.base64, 'base64') : Buffer.from(body.text);
}
