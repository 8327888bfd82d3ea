/** A part of a JSON or YAML document with its position. Reports values of a wrong type where they are. */
import type { Location } from '../../generator/lib/diagnostics.js';
import { getMember, isObject, type Json, type Pointer } from '../../generator/lib/json.js';
import { describeKind, type Specification } from '../../generator/language/specification.js';
import type { ReadContext } from './reader.js';

/** What a part needs of its document. */
export interface PartDocument {
  readonly context: ReadContext;
  readonly at: Specification['at'];
  /** Returns the text of a value, if it is JSON. */
  readonly textAt?: (pointer: Pointer) => string;
}

export class RecordingPart {
  constructor(
    readonly value: Json,
    private readonly document: PartDocument,
    private readonly pointer: Pointer = [],
  ) {}

  get context(): ReadContext {
    return this.document.context;
  }

  get at(): Location {
    return this.document.at(this.pointer);
  }

  /** The path from the root, for messages: `log.entries[3].request`. */
  get name(): string {
    const text = this.pointer.map((segment) => (typeof segment === 'number' ? `[${segment}]` : `.${segment}`)).join('');
    return text === '' ? 'the document' : text.replace(/^\./, '');
  }

  /** The JSON text of the value. In YAML, the value serialized. */
  get json(): string {
    return this.document.textAt?.(this.pointer) ?? JSON.stringify(this.value);
  }

  /** Returns a member. Returns `undefined` if it is absent or null. */
  find(key: string): RecordingPart | undefined {
    const value = getMember(this.value, key);
    return value === undefined || value === null ? undefined : this.#createChild(key, value);
  }

  /** Returns a member that may be null. */
  findNullable(key: string): RecordingPart | undefined {
    const value = getMember(this.value, key);
    return value === undefined ? undefined : this.#createChild(key, value);
  }

  /** Returns a member. Reports it if it is absent or null. */
  require(key: string): RecordingPart | undefined {
    const part = this.find(key);
    if (part === undefined) this.context.report('missing-key', { key, owner: this.name }, this.at);
    return part;
  }

  asObject(): RecordingPart | undefined {
    return isObject(this.value) ? this : this.#reject('a mapping');
  }

  asList(): readonly RecordingPart[] | undefined {
    if (!Array.isArray(this.value)) return this.#reject('a list');
    return (this.value as readonly Json[]).map((item, index) => this.#createChild(index, item));
  }

  asText(): string | undefined {
    return typeof this.value === 'string' ? this.value : this.#reject('a string');
  }

  asInteger(): number | undefined {
    return Number.isSafeInteger(this.value) ? (this.value as number) : this.#reject('an integer');
  }

  /** Returns the members of a mapping, in written order. */
  listMembers(): readonly (readonly [string, RecordingPart])[] {
    const { value } = this;
    return isObject(value) ? Object.entries(value).map(([key, member]) => [key, this.#createChild(key, member)] as const) : [];
  }

  #createChild(segment: string | number, value: Json): RecordingPart {
    return new RecordingPart(value, this.document, [...this.pointer, segment]);
  }

  #reject(expected: string): undefined {
    this.context.report('wrong-type', { what: this.name, expected, found: describeKind(this.value) }, this.at);
    return undefined;
  }
}
