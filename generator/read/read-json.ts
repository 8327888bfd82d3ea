/** Reads JSON into data and positions in one pass of jsonc-parser, which continues after errors. Comments and trailing commas are errors. */
import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import { compareLocation, createDiagnostic, type Diagnostic, quote } from '../lib/diagnostics.js';
import { isObject, setMember, type Json, type Pointer } from '../lib/json.js';
import { describeKind, type ReadResult, type SourceText, type Specification } from '../language/specification.js';
import { findOffsetInText } from './text-offset.js';
import { findUnclosedOffset } from './unclosed-json.js';

export function readJson(source: SourceText): ReadResult {
  const { document, diagnostics } = readJsonDocument(source);
  if (document === undefined) return { diagnostics };
  const { value } = document;
  if (isObject(value)) return { specification: { path: source.path, value, at: document.at }, diagnostics };
  return { diagnostics: [createDiagnostic('not-a-mapping', { found: describeKind(value) }, source.locate(0))] };
}

/** A JSON text with any value at its root. */
export interface JsonDocument {
  readonly value: Json;
  readonly at: Specification['at'];
  /** Returns the part of the text that holds a value. Empty for a part that doesn't exist. */
  textAt(pointer: Pointer): string;
}

/** `document` is absent if the text can't be processed further. */
export function readJsonDocument(source: SourceText): { readonly document?: JsonDocument; readonly diagnostics: readonly Diagnostic[] } {
  const reader = new JsonReader(source);
  try {
    visit(source.text, reader, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error;
    return { diagnostics: [...reader.diagnostics, createDiagnostic('too-deep', { limit: source.depth }, source.locate(error.offset))] };
  }
  const { root, elements, diagnostics, isBroken } = reader;
  if (isBroken) return { diagnostics: reportUnclosed(source, diagnostics) };
  if (root === undefined) return { diagnostics };
  if (elements > source.elements)
    return { diagnostics: [createDiagnostic('too-many', { elements, limit: source.elements }, source.locate(0))] };
  return { document: createJsonDocument(source, root), diagnostics };
}

/** Replaces the errors that follow from a bracket that isn't closed. */
function reportUnclosed(source: SourceText, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const offset = findUnclosedOffset(source.text);
  if (offset === undefined) return diagnostics;
  const location = source.locate(offset);
  const problem = `the ${quote(source.text.charAt(offset))} is not closed`;
  return [...diagnostics.filter((each) => compareLocation(each, location) < 0), createDiagnostic('syntax', { problem }, location)];
}

/** A value with its position and its parts. */
interface JsonNode {
  readonly value: Json;
  readonly offset: number;
  end: number;
  /** The offset of its key. For an item of a list, its own offset. */
  readonly key: number;
  readonly parts?: Map<string, JsonNode> | JsonNode[] | undefined;
}

/** Ends the parser's recursion, which would exhaust the stack. */
class TooDeepError extends Error {
  constructor(readonly offset: number) {
    super();
  }
}

/** Bounds the number of diagnostics, because a broken text can have an error in each line. */
const maxSyntaxErrors = 50;

/** Collects the data, the positions, and the errors of one text. The members that begin with `on` are called by the parser. */
class JsonReader implements JSONVisitor {
  root: JsonNode | undefined;
  elements = 0;
  isBroken = false;
  readonly diagnostics: Diagnostic[] = [];
  readonly #open: JsonNode[] = [];
  #key: { readonly name: string; readonly offset: number } | undefined;
  /** The offset of the last error, until the parser reads a valid part after it. Errors before that part follow from the reported one. */
  #lastError: number | undefined;

  constructor(private readonly source: SourceText) {}

  readonly onObjectBegin = (offset: number): void => this.#begin({}, offset, new Map());
  readonly onArrayBegin = (offset: number): void => this.#begin([], offset, []);
  readonly onObjectEnd = (offset: number, length: number): void => this.#end(offset + length);
  readonly onArrayEnd = (offset: number, length: number): void => this.#end(offset + length);
  readonly onLiteralValue = (value: Json, offset: number, length: number): void => {
    this.#add(value, offset).end = offset + length;
  };
  readonly onSeparator = (_: string, offset: number): void => this.#recover(offset);

  readonly onObjectProperty = (name: string, offset: number): void => {
    this.#recover(offset);
    const { parts } = this.#open.at(-1) as JsonNode;
    const first = parts instanceof Map ? parts.get(name) : undefined;
    if (first !== undefined)
      this.diagnostics.push(
        createDiagnostic('duplicate-key', { key: name, line: this.source.locate(first.key).line }, this.source.locate(offset)),
      );
    this.#key = { name, offset };
  };

  readonly onError = (code: number, offset: number, length: number): void => {
    this.isBroken = true;
    if (this.#lastError === undefined && this.diagnostics.length < maxSyntaxErrors) {
      const problem = describeProblem(code, this.source.text.slice(offset, offset + length));
      this.diagnostics.push(createDiagnostic('syntax', { problem }, this.source.locate(offset)));
    }
    this.#lastError = offset;
  };

  /** The parser also reports a broken string or number as a part, at the offset of the error. */
  #recover(offset: number): void {
    if (this.#lastError !== undefined && offset > this.#lastError) this.#lastError = undefined;
  }

  #begin(value: Json, offset: number, parts: NonNullable<JsonNode['parts']>): void {
    if (this.#open.length >= this.source.depth) throw new TooDeepError(offset);
    this.#open.push(this.#add(value, offset, parts));
  }

  #end(offset: number): void {
    const node = this.#open.pop();
    if (node !== undefined) node.end = offset;
  }

  #add(value: Json, offset: number, parts?: JsonNode['parts']): JsonNode {
    this.#recover(offset);
    this.elements += 1;
    const owner = this.#open.at(-1);
    const key = owner?.parts instanceof Map ? this.#key : undefined;
    const node = { value, offset, end: offset, key: key?.offset ?? offset, parts };
    if (owner === undefined) this.root ??= node;
    else if (Array.isArray(owner.parts)) {
      owner.parts.push(node);
      (owner.value as Json[]).push(value);
    } else if (key !== undefined) {
      owner.parts?.set(key.name, node);
      setMember(owner.value as Record<string, Json>, key.name, value);
    }
    return node;
  }
}

const problems: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a key in double quotes',
  ColonExpected: 'expected ":" after the key',
  CommaExpected: 'expected "," or the end of the list or object',
  CloseBraceExpected: 'expected "}"',
  CloseBracketExpected: 'expected "]"',
  EndOfFileExpected: 'expected the end of the text',
};
const tokenProblems: Readonly<Record<string, string>> = {
  InvalidCommentToken: 'JSON must have no comments',
  UnexpectedEndOfString: 'the string is not closed on its line',
  UnexpectedEndOfNumber: 'the number is not complete',
  InvalidUnicode: 'the string has an invalid escape sequence',
  InvalidEscapeCharacter: 'the string has an invalid escape sequence',
  InvalidCharacter: 'a control character in a string must be escaped',
};

function describeProblem(code: number, token: string): string {
  const name = printParseErrorCode(code);
  const received = token === '' ? 'the end of the text' : quote(token, 20);
  return tokenProblems[name] ?? `${problems[name] ?? 'expected a value'} (received ${received})`;
}

function createJsonDocument(source: SourceText, root: JsonNode): JsonDocument {
  return {
    value: root.value,
    textAt(pointer) {
      const { node, isFound } = findNode(root, pointer);
      return isFound ? source.text.slice(node.offset, node.end) : '';
    },
    at(pointer, part = 'value', index?: number) {
      const { node, isFound } = findNode(root, pointer);
      if (part === 'key' || !isFound) return source.locate(node.key);
      return source.locate(node.offset + (index === undefined ? 0 : findOffsetInString(source.text, node, index)));
    },
  };
}

/** Finds a part, or the nearest existing one. */
function findNode(root: JsonNode, pointer: Pointer): { readonly node: JsonNode; readonly isFound: boolean } {
  let node = root;
  for (const segment of pointer) {
    const next = node.parts instanceof Map ? node.parts.get(String(segment)) : node.parts?.[Number(segment)];
    if (next === undefined) return { node, isFound: false };
    node = next;
  }
  return { node, isFound: true };
}

function findOffsetInString(text: string, { value, offset }: JsonNode, index: number): number {
  return typeof value === 'string' ? findOffsetInText({ source: text.slice(offset), style: 'double', value }, index) : 0;
}
