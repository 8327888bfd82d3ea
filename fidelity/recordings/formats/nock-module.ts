/**
 * Reads modules of literals with what nock records: calls, and lists of definitions. They are parsed, and never run.
 *
 *     nock('https://dns.googleapis.com:443')
 *       .get('/dns/v1/projects/p')
 *       .reply(200, { id: 'p' }, ['Content-Type', 'application/json']);
 */
import { isObject, setMember, type Json } from '../../../generator/lib/json.js';
import { defineRecordingFormat, type FormatExchange } from '../format.js';
import { RecordingPart } from '../part.js';
import type { RecordingFile } from '../recording-file.js';
import { LiteralError, LiteralReader, type LiteralNode } from './module-literals.js';
import { readDefinition } from './nock.js';

export const nockModule = defineRecordingFormat({
  name: 'nock-module',
  matches: (file) => !file.isDocument && /\b(?:nock|scope)\b/.test(file.text) && isModule(file),
  read: (file) => readModule(file),
});

const createReader = ({ text, context: { source } }: RecordingFile): LiteralReader => new LiteralReader(text, source);

/** Whether the first statement that has recordings is of a known form. A test that uses nock begins in another way. */
function isModule(file: RecordingFile): boolean {
  try {
    for (const each of new ModuleReader(createReader(file)).readStatements()) if (each === 'start') return true;
  } catch (error) {
    if (!(error instanceof LiteralError)) throw error;
  }
  return false;
}

function* readModule(file: RecordingFile): Iterable<FormatExchange> {
  try {
    for (const each of new ModuleReader(createReader(file)).readStatements()) {
      if (each === 'start') continue;
      if ('reason' in each) file.skip(each.reason, file.locate(each.offset));
      else {
        const part = createPart(file, each.node).asObject();
        const exchange = part && readDefinition(part);
        if (exchange !== undefined) yield { ...exchange, ...(each.scenario !== undefined && { scenario: each.scenario }) };
      }
    }
  } catch (error) {
    if (!(error instanceof LiteralError)) throw error;
    const at = file.locate(error.offset);
    const { depth, elements } = file.context.source;
    if (error.limit === 'too-deep') file.context.report('too-deep', { limit: depth }, at);
    else if (error.limit === 'too-many') file.context.report('too-many', { elements: `more than ${elements}`, limit: elements }, at);
    else file.reject(error.problem, at);
  }
}

function createPart(file: RecordingFile, root: LiteralNode): RecordingPart {
  const find = (pointer: readonly (string | number)[]) => pointer.reduce((node, segment) => node.parts?.get(segment) ?? node, root);
  return new RecordingPart(root.value, {
    context: file.context,
    at: (pointer) => file.locate(find(pointer).offset),
    // The text of JSON keeps all digits.
    textAt: (pointer) => {
      const { offset, end, value } = find(pointer);
      const text = file.text.slice(offset, end);
      return isJson(text) ? text : JSON.stringify(value);
    },
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** An exchange that the module doesn't have in full. */
interface SkippedCall {
  readonly reason: string;
  readonly offset: number;
}

interface Definition {
  readonly node: LiteralNode;
  /** The key of its list, such as the name of a test. */
  readonly scenario?: string;
}

/** A definition of nock, `start` before the first one, or a call that is skipped. */
type ModulePart = Definition | SkippedCall | 'start';

/** What the calls of one interceptor state. */
interface Interceptor {
  readonly offset: number;
  readonly members: Map<string, LiteralNode>;
  readonly headers: Map<string, LiteralNode>;
  reason?: string;
}

/** What an address has in common for its interceptors. */
interface Scope {
  readonly address: LiteralNode;
  readonly isEncoded: boolean;
  readonly headers: Map<string, LiteralNode>;
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'merge', 'copy', 'lock', 'unlock', 'propfind']);

/** Reads the statements of a module. */
class ModuleReader {
  readonly #scopes = new Map<string, Scope>();

  constructor(private readonly reader: LiteralReader) {}

  *readStatements(): Generator<ModulePart> {
    while (this.reader.next.kind !== 'end') if (!this.reader.skip(';')) yield* this.#readStatement();
  }

  *#readStatement(): Generator<ModulePart> {
    const { reader } = this;
    if (reader.next.kind === 'text') reader.take();
    else if (reader.skip('import')) this.#skipImport();
    else {
      const name = this.#readTarget();
      yield* this.#readExpression(name);
    }
  }

  #skipImport(): void {
    while (this.reader.next.kind === 'name' || /^[{},]$/.test(this.reader.next.text)) this.reader.take();
    if (this.reader.next.kind !== 'text') this.reader.fail('the name of a module');
    this.reader.take();
  }

  /** Moves on to the value that a statement declares, assigns, or exports. Returns the name of a variable. */
  #readTarget(): string | undefined {
    const { reader } = this;
    const isExport = reader.skip('export');
    if (isExport && reader.skip('default')) return undefined;
    if (reader.skip('const') || reader.skip('let') || reader.skip('var')) {
      const name = reader.skip('{') ? this.#skipNames('}') : reader.expectName();
      if (reader.skip(':')) this.#skipType();
      reader.expect('=');
      return name;
    }
    if (isExport || !(reader.sees('module') || reader.sees('exports'))) return undefined;
    this.#skipType();
    reader.expect('=');
    return undefined;
  }

  #skipNames(close: string): undefined {
    while (this.reader.next.kind === 'name' || this.reader.sees(',') || this.reader.sees(':')) this.reader.take();
    this.reader.expect(close);
  }

  /** Skips `module.exports.name`, or a type such as `nock.Definition[]`. */
  #skipType(): void {
    const { reader } = this;
    reader.expectName();
    while (reader.skip('.')) reader.expectName();
    while (reader.skip('[')) reader.expect(']');
  }

  *#readExpression(name: string | undefined): Generator<ModulePart> {
    const { reader } = this;
    if (reader.skip('require')) return this.#skipRequire();
    const scope = this.#scopes.get(reader.next.text);
    if (scope !== undefined) {
      reader.take();
      return yield* this.#readCalls(scope);
    }
    if (!reader.skip('nock')) return yield* this.#readDefinitions();
    if (reader.skip('.')) return yield* this.#readNockMember();
    yield 'start';
    const created = this.#createScope();
    if (name !== undefined) this.#scopes.set(name, created);
    yield* this.#readCalls(created);
  }

  #skipRequire(): void {
    this.reader.readArguments();
    while (this.reader.skip('.')) this.reader.expectName();
  }

  /** Reads `nock.define([…])`, and skips other calls such as `nock.disableNetConnect()`. */
  *#readNockMember(): Generator<ModulePart> {
    const name = this.reader.expectName();
    const [list] = this.reader.readArguments();
    if (name === 'define' && list !== undefined) yield* listDefinitions(list);
  }

  /** Reads a literal, which can be a list of definitions. */
  *#readDefinitions(): Generator<ModulePart> {
    const { reader } = this;
    const literal = reader.readLiteral();
    while (reader.skip('as') || reader.skip('satisfies')) this.#skipType();
    yield* listDefinitions(literal);
  }

  #createScope(): Scope {
    const { offset } = this.reader.next;
    const [address = { value: '', offset, end: offset }, options] = this.reader.readArguments();
    const headers = new Map(readMembers(options?.parts?.get('reqheaders')));
    return { address, isEncoded: options?.parts?.get('encodedQueryParams')?.value === true, headers };
  }

  *#readCalls(scope: Scope): Generator<ModulePart> {
    let interceptor: Interceptor | undefined;
    while (this.reader.skip('.')) {
      const { offset } = this.reader.next;
      const name = this.reader.expectName();
      const values = this.reader.readArguments();
      if (name === 'intercept' || methods.has(name)) interceptor = createInterceptor(scope, name, { values, offset });
      else if (name === 'matchHeader') addHeader((interceptor ?? scope).headers, values);
      else if (interceptor !== undefined && name === 'query') addQuery(interceptor, values[0], scope.isEncoded);
      else if (interceptor !== undefined && name.startsWith('reply')) {
        yield finishInterceptor(interceptor, name, values);
        interceptor = undefined;
      }
    }
  }
}

/** Returns the definitions of a list, or of the lists in an object. Other literals, such as the name of a test, have none. */
function* listDefinitions({ value, parts = new Map() }: LiteralNode, scenario?: string): Generator<ModulePart> {
  if (isObject(value)) for (const [key, part] of parts) yield* listDefinitions(part, scenario ?? String(key));
  if (!Array.isArray(value) || !value.some((item) => isObject(item) && Object.hasOwn(item, 'scope'))) return;
  yield 'start';
  for (const node of parts.values()) yield { node, ...(scenario !== undefined && { scenario }) };
}

const readMembers = (node: LiteralNode | undefined): readonly (readonly [string, LiteralNode])[] =>
  [...(node?.parts ?? [])].map(([name, part]) => [String(name), part]);

function createObject(members: Iterable<readonly [string, LiteralNode]>, offset: number): LiteralNode {
  const value: Record<string, Json> = {};
  for (const [key, node] of members) setMember(value, key, node.value);
  return { value, offset, end: offset, parts: new Map(members) };
}

interface Call {
  readonly values: readonly LiteralNode[];
  readonly offset: number;
}

/** Reads a call such as `.get(path, body, { reqheaders })`, or `.intercept(path, method, body, { reqheaders })`. */
function createInterceptor({ address, headers }: Scope, name: string, { values, offset }: Call): Interceptor {
  const [path, ...others] = values;
  const method = name === 'intercept' ? others.shift() : { value: name.toUpperCase(), offset, end: offset };
  const [body, options] = others;
  return {
    offset,
    members: new Map(listPresent({ scope: address, method, path, body })),
    headers: new Map([...headers, ...readMembers(options?.parts?.get('reqheaders'))]),
  };
}

const listPresent = (members: Readonly<Record<string, LiteralNode | undefined>>): readonly (readonly [string, LiteralNode])[] =>
  Object.entries(members).flatMap(([key, node]) => (node === undefined ? [] : [[key, node] as const]));

function addHeader(headers: Map<string, LiteralNode>, [name, value]: readonly LiteralNode[]): void {
  if (typeof name?.value === 'string' && value !== undefined) headers.set(name.value, value);
}

/** Adds the query to the path. `isEncoded`: its names and values are percent-encoded. */
function addQuery(interceptor: Interceptor, query: LiteralNode | undefined, isEncoded: boolean): void {
  const path = interceptor.members.get('path');
  const text = query && formatQuery(query.value, isEncoded);
  if (text === undefined || typeof path?.value !== 'string') interceptor.reason = 'its query is not in the recording';
  else if (text !== '') interceptor.members.set('path', { ...path, value: `${path.value}${path.value.includes('?') ? '&' : '?'}${text}` });
}

/** Returns `undefined` for a query that stands for more than one, such as `true`. */
function formatQuery(query: Json, isEncoded: boolean): string | undefined {
  if (typeof query === 'string') return query;
  if (!isObject(query)) return undefined;
  const encode = isEncoded ? String : encodeURIComponent;
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly Json[]) : [value]).map((each) => ({ name, each })),
  );
  if (pairs.some(({ each }) => isObject(each) || Array.isArray(each))) return undefined;
  return pairs.map(({ name, each }) => `${encode(name)}=${encode(String(each))}`).join('&');
}

const skipReasons: Readonly<Record<string, string>> = {
  replyWithError: 'its response is a failed connection',
  replyWithFile: 'the body of its response is in another file',
};

/** Reads `.reply(status, body, headers)`. */
function finishInterceptor({ offset, members, headers, reason }: Interceptor, name: string, values: readonly LiteralNode[]): ModulePart {
  const skipReason = reason ?? (Object.hasOwn(skipReasons, name) ? skipReasons[name] : undefined);
  if (skipReason !== undefined) return { reason: skipReason, offset };
  const [status = { value: 200, offset, end: offset }, response, rawHeaders] = values;
  const responseIsBinary = response?.isBytes === true ? { ...response, value: true } : undefined;
  const reqheaders = createObject(headers, offset);
  const node = createObject([...members, ...listPresent({ reqheaders, status, response, rawHeaders, responseIsBinary })], offset);
  return { node };
}
