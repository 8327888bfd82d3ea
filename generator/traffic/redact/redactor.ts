/**
 * Removes secrets from exchanges before anything is written: credentials, keys, cookies, signatures, tokens, email addresses, projects, and IP
 * addresses. The same value has the same replacement everywhere, so that comparisons with a mock have the same verdicts.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Json } from '../../lib/json.js';
import type { RecordedBody, RecordedHeaders } from '../exchange.js';
import type { TapeExchange } from '../write-tape.js';
import { mapJsonText, type JsonToken } from './json-text.js';
import type { Pseudonyms } from './pseudonyms.js';
import { isCookieHeader, isSecretField, isSecretHeader, isSecretParameter } from './secret-names.js';
import { tokenHint } from './secrets.js';
import { projectCollections, TextRedactor, type RedactorOptions } from './text-redactor.js';

const projectFields = /^(?:\w*[pP]roject(?:_?[iI]d|_?[nN]umber|Id_?OrNumber)?)$/;
const projectHeaders = /^x-goog-(?:user-project|project-id|project-number|project-override)$/;
const formType = 'application/x-www-form-urlencoded';
/** How deeply encoded JSON, such as a key file in a field, is read. */
const maxEncodings = 3;

export class Redactor {
  readonly #texts: TextRedactor;

  constructor(pseudonyms: Pseudonyms, options: RedactorOptions = {}) {
    this.#texts = new TextRedactor(pseudonyms, options);
  }

  redact(exchange: TapeExchange): TapeExchange {
    const known = this.#texts.knownCount;
    const redacted = this.#redactOnce(exchange);
    // A secret can occur before the place that identifies it as a secret.
    return this.#texts.knownCount === known ? redacted : this.#redactOnce(exchange);
  }

  #redactOnce({ request, response, ...others }: TapeExchange): TapeExchange {
    // Headers first: bodies often repeat what they contain.
    const headers = this.#redactHeaders(request.headers);
    const url = this.#redactUrl(request.url);
    return {
      ...others,
      request: { ...request, url, headers, ...this.#redactBody(request) },
      ...(response && { response: { ...response, headers: this.#redactHeaders(response.headers), ...this.#redactBody(response) } }),
    };
  }

  #redactHeaders(headers: RecordedHeaders): RecordedHeaders {
    return headers.map(([name, value]) => [name, this.#redactHeader(name, value)] as const);
  }

  #redactHeader(name: string, value: string): string {
    const texts = this.#texts;
    if (isCookieHeader(name)) return this.#redactCookies(name, value);
    if (projectHeaders.test(name)) return texts.replaceProject(value);
    if (name === 'x-goog-request-params') return this.#redactPairs(value);
    return isSecretHeader(name) ? texts.replaceCredentials(value) : texts.redact(value);
  }

  #redactCookies(name: string, value: string): string {
    const pairs = value.split(';');
    const isResponse = name !== 'cookie';
    return pairs
      .map((pair, index) => {
        const at = pair.indexOf('=');
        if (at < 0) return isResponse && index > 0 ? pair : this.#texts.replaceSecret(pair);
        // The attributes of a new cookie follow it.
        if (isResponse && index > 0) return pair.slice(0, at + 1) + this.#texts.redact(pair.slice(at + 1));
        return pair.slice(0, at + 1) + this.#texts.replaceSecret(pair.slice(at + 1));
      })
      .join(';');
  }

  #redactUrl(url: string): string {
    const [, origin = '', path = '', query] = /^((?:https?:\/\/[^/?#]*)?)([^?]*)(?:\?(.*))?$/is.exec(url) ?? [];
    // A pattern of the user can match several segments.
    const segments = this.#texts.redactMatches(path).split('/');
    const redacted = segments.map((segment, index) =>
      mapEncoded(segment, (text) =>
        projectCollections.test(segments[index - 1] ?? '') ? this.#texts.replaceProjectSegment(text) : this.#texts.redact(text),
      ),
    );
    const search = query === undefined ? '' : `?${this.#redactPairs(query)}`;
    return this.#texts.redact(origin) + redacted.join('/') + search;
  }

  /** Redacts a query or a form. */
  #redactPairs(text: string): string {
    return text
      .split('&')
      .map((pair) => {
        const at = pair.indexOf('=');
        if (at < 0) return mapEncoded(pair, (value) => this.#texts.redact(value));
        const name = decode(pair.slice(0, at));
        return pair.slice(0, at + 1) + mapEncoded(pair.slice(at + 1), (value) => this.#redactParameter(name, value));
      })
      .join('&');
  }

  #redactParameter(name: string, value: string): string {
    if (isSecretParameter(name)) return this.#texts.replaceSecret(value);
    return projectFields.test(name) ? this.#texts.replaceProject(value) : this.#texts.redact(value);
  }

  #redactBody({ body, headers }: { readonly body?: RecordedBody; readonly headers: RecordedHeaders }): { readonly body?: RecordedBody } {
    switch (body?.kind) {
      case undefined:
        return {};
      case 'json': {
        const text = this.#redactJson(body.text);
        return { body: text === body.text ? body : { kind: 'json', text, value: JSON.parse(text) as Json } };
      }
      case 'text': {
        const isForm = headers.some(([name, value]) => name === 'content-type' && value.startsWith(formType));
        const text = isForm ? this.#redactPairs(body.text) : (this.#redactEncoded(body.text, 0) ?? this.#texts.redact(body.text));
        return { body: { kind: 'text', text } };
      }
      case 'bytes': {
        const bytes = Buffer.from(body.base64, 'base64');
        const redacted = this.#redactCompressed(bytes) ?? this.#redactBytes(bytes);
        return { body: redacted === bytes ? body : { kind: 'bytes', base64: redacted.toString('base64') } };
      }
    }
  }

  #redactBytes(bytes: Buffer): Buffer {
    const text = bytes.toString('latin1');
    const redacted = this.#texts.redact(text);
    return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
  }

  /** Redacts an uploaded file that is compressed by gzip. Returns `undefined` for any other content. */
  #redactCompressed(bytes: Buffer): Buffer | undefined {
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return undefined;
    try {
      const content = gunzipSync(bytes, { maxOutputLength: maxDecompressed });
      const text = content.toString('latin1');
      const redacted = isJson(text) ? this.#redactJson(text) : this.#texts.redact(text);
      return redacted === text ? bytes : gzipSync(Buffer.from(redacted, 'latin1'));
    } catch {
      return undefined;
    }
  }

  #redactJson(text: string, depth = 0): string {
    /** The name in a pair such as {"name": "DB_PASSWORD", "value": "…"}. */
    let name = '';
    return mapJsonText(text, (token) => {
      const { key, kind, value } = token;
      if (kind === 'key') return this.#redactKey(value);
      const isNamedSecret = key === 'value' && kind === 'string' && isSecretField(name);
      name = key === 'name' || key === 'key' ? value : '';
      return isNamedSecret ? this.#texts.replaceSecret(value) : this.#redactValue(token, depth);
    });
  }

  /** Keeps the name of a field, unless it has the form of a token. Redacts other keys, because keys of maps can be email addresses. */
  #redactKey(key: string): string {
    const isName = /^[A-Za-z_$][\w$]{0,39}$/.test(key) && !tokenHint.test(key);
    return isName ? this.#texts.redactMatches(key) : this.#texts.redact(key);
  }

  #redactValue({ value, kind, key }: JsonToken, depth: number): string {
    if (value === '') return value;
    if (kind === 'number') return isProjectNumber(key, value) ? this.#texts.replaceProject(value) : this.#texts.redactNumber(value);
    const inner = depth < maxEncodings ? this.#redactEncoded(value, depth) : undefined;
    if (inner !== undefined) return inner;
    if (isSecretField(key) && !resourceName.test(value)) return this.#texts.replaceSecret(value);
    if (key === 'accountId' || key === 'account_id') return this.#texts.replaceAccount(value);
    return projectFields.test(key) ? this.#texts.replaceProject(value) : this.#texts.redact(value);
  }

  /** Redacts a text that is JSON, or base64 of a text. Returns `undefined` for any other text. */
  #redactEncoded(value: string, depth: number): string | undefined {
    if (/^\s*[[{]/.test(value)) return isJson(value) ? this.#redactJson(value, depth + 1) : undefined;
    if (value.length < minEncodedLength || !/^[\w+/-]+={0,2}$/.test(value)) return undefined;
    const isUrlSafe = /[_-]/.test(value);
    const bytes = Buffer.from(value, isUrlSafe ? 'base64url' : 'base64');
    const text = bytes.toString('utf8');
    if (/[\u0000-\u0008\u000e-\u001f\u007f\ufffd]/.test(text)) return undefined;
    const inner = depth < maxEncodings ? this.#redactEncoded(text, depth + 1) : undefined;
    const redacted = inner ?? this.#texts.redact(text);
    if (redacted === text) return undefined;
    const encoded = Buffer.from(redacted).toString(isUrlSafe ? 'base64url' : 'base64');
    return value.endsWith('=') ? encoded : encoded.replace(/=+$/, '');
  }
}

/** The name of a resource. The resource can contain a secret, but its name is none. */
const resourceName = /^(?:(?:https?:)?\/\/[\w.]+\/)?(?:[\w.-]+\/)*projects\/[\w./:-]+$/;

/** The maximum size of a decompressed file, in bytes. */
const maxDecompressed = 64 * 1024 * 1024;

/** Shorter texts in base64 are too short for a secret. */
const minEncodedLength = 12;

const isProjectNumber = (key: string, value: string): boolean => projectFields.test(key) && /^\d+$/.test(value);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Replaces a percent-encoded text, and keeps its encoding if it stays the same. */
function mapEncoded(text: string, replace: (decoded: string) => string): string {
  const decoded = decode(text);
  const result = replace(decoded);
  return result === decoded
    ? text
    : encodeURIComponent(result).replace(/%(?:2C|3A|40|2F|24)/g, (code) => (text.includes(code) ? code : decodeURIComponent(code)));
}
