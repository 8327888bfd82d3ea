/** The values that the client chose: those that a request contains before any response does. */
import { isObject, type Json } from '../../lib/json.js';
import type { RecordedRequest } from '../exchange.js';

export class ClientValues {
  readonly #texts = new Set<string>();

  /** Adds the segments of the path, the values of the query, and the values of the body, and their segments. */
  addRequest({ url, body }: RecordedRequest): void {
    const [address = '', query = ''] = url.split(/\?(.*)/s);
    for (const segment of address.split('/')) this.#addSegment(segment);
    for (const [, value] of new URLSearchParams(query)) this.#addText(value);
    if (body?.kind === 'json') this.#addBody(body.value);
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  #addSegment(segment: string): void {
    const text = decode(segment);
    this.#texts.add(text);
    const verb = text.lastIndexOf(':');
    if (verb > 0) this.#texts.add(text.slice(0, verb));
  }

  #addText(text: string): void {
    this.#texts.add(text);
    if (text.includes('/') && text.length < 2000) for (const segment of text.split('/')) this.#texts.add(segment);
  }

  #addBody(value: Json): void {
    if (typeof value === 'string') this.#addText(value);
    else if (typeof value === 'number') this.#texts.add(String(value));
    else if (Array.isArray(value)) for (const item of value as readonly Json[]) this.#addBody(item);
    else if (isObject(value)) for (const member of Object.values(value)) this.#addBody(member);
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
