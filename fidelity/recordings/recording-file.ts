/** A file of recorded traffic, as formats see it. */
import type { Diagnostic, Location } from '../../generator/lib/diagnostics.js';
import { isObject } from '../../generator/lib/json.js';
import type { SourceText } from '../../generator/language/specification.js';
import { readJsonDocument } from '../../generator/read/read-json.js';
import { readYamlDocument } from '../../generator/read/read-yaml.js';
import { RecordingPart } from './part.js';
import type { ReadContext } from './reader.js';

/** How much more memory the parser of YAML needs for a value than that of JSON. */
const yamlCost = 4;

export class RecordingFile {
  #document: { readonly root?: RecordingPart; readonly diagnostics: readonly Diagnostic[] } | undefined;

  constructor(
    /** What the built-in formats use in addition. */
    readonly context: ReadContext,
  ) {}

  get path(): string {
    return this.context.source.path;
  }

  /** Without a byte order mark. */
  get text(): string {
    return this.context.source.text;
  }

  /** The root of a file in JSON or YAML. Absent in a file in neither, or with errors, which are reported if no format matches. */
  get root(): RecordingPart | undefined {
    return (this.#document ??= this.#readDocument()).root;
  }

  /** The problems that a read of `root` has found. */
  get rootDiagnostics(): readonly Diagnostic[] {
    return this.#document?.diagnostics ?? [];
  }

  /** Whether the file must be valid to be a recording: it is JSON, or the YAML of a cassette. */
  get isDocument(): boolean {
    return this.#isJson || /^(?:http_)?interactions:/m.test(this.text);
  }

  /** Returns the position of a character, whose index counts UTF-16 units from 0. */
  locate(offset: number): Location {
    return this.context.source.locate(offset);
  }

  /** Reports an error, because of which the file isn't used. `at`: the position, such as `part.at`. */
  reject(problem: string, at: Location): void {
    this.context.report('invalid-recording', { problem: limitText(problem) }, this.toLocation(at));
  }

  /** Reports a warning about an exchange that can't be read, and is left out. `at`: the position, such as `part.at`. */
  skip(reason: string, at: Location): void {
    this.context.report('skipped-exchange', { reason: limitText(reason) }, this.toLocation(at));
  }

  /** Returns a position in this file from a value of a format, or else another position, by default the start of the file. */
  toLocation(value: unknown, otherwise = this.locate(0)): Location {
    const { line, column } = isObject(value) ? value : {};
    return isPosition(line) && isPosition(column) ? { file: this.path, line, column } : otherwise;
  }

  get #isJson(): boolean {
    return /^\s*[[{]/.test(this.text);
  }

  #readDocument(): { readonly root?: RecordingPart; readonly diagnostics: readonly Diagnostic[] } {
    const { source, limits } = this.context;
    if (!this.isDocument && !/\.ya?ml$/i.test(this.path)) return { diagnostics: [] };
    const readBinary: SourceText['readBinary'] = (base64) => ({ base64 });
    const { document, diagnostics } = this.#isJson
      ? readJsonDocument(source)
      : readYamlDocument({ ...source, elements: source.elements / yamlCost, size: limits.size, readBinary });
    return { diagnostics, ...(document && { root: new RecordingPart(document.value, { ...document, context: this.context }) }) };
  }
}

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** The maximum number of characters of a message. */
const maxMessage = 500;

const limitText = (text: string): string => String(text).slice(0, maxMessage);
