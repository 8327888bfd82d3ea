/** The values that the client chose: those that a request contains and no earlier response. */
import { isObject, type Json } from '../../generator/lib/json.js';
import type { RecordedRequest } from '../recordings/exchange.js';

export class ClientValues {
  readonly #texts = new Set<string>();
  readonly #received = new Set<string>();

  /** Adds the segments of the path, the values of the query, and the values of the body, and their segments. */
  addRequest({ url, body }: Pick<RecordedRequest, 'url' | 'body'>): void {
    const [address = '', query = ''] = url.split(/\?(.*)/s);
    for (const segment of address.split('/')) this.#addSegment(segment);
    for (const [, value] of new URLSearchParams(query)) this.#addText(value);
    if (body?.kind === 'json') this.#addBody(body.value);
  }

  /** Adds the values of a response. A request that contains them later sends them back. */
  addResponse(value: Json): void {
    if (typeof value === 'string' || typeof value === 'number') this.#received.add(String(value));
    else if (Array.isArray(value)) for (const item of value as readonly Json[]) this.addResponse(item);
    else if (isObject(value)) for (const member of Object.values(value)) this.addResponse(member);
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  #add(text: string): void {
    if (!this.#received.has(text)) this.#texts.add(text);
  }

  #addSegment(segment: string): void {
    const text = decode(segment);
    this.#add(text);
    const verb = text.lastIndexOf(':');
    if (verb > 0) this.#add(text.slice(0, verb));
  }

  #addText(text: string): void {
    if (this.#received.has(text)) return;
    this.#texts.add(text);
    if (text.includes('/') && text.length < 2000) for (const segment of text.split('/')) this.#add(segment);
  }

  #addBody(value: Json): void {
    if (typeof value === 'string') this.#addText(value);
    else if (typeof value === 'number') this.#add(String(value));
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
