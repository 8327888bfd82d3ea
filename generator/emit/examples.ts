/** Examples for the README: each compiles and runs as it stands, against the mock, and prints what is shown. */
import type { Api, Method, Schema } from '../model/model.js';
import type { EmitContext } from './emitter.js';
import { type Creation, type ExampleCall, ExampleCalls, type Shown } from './example-calls.js';
import { toDataLiteral, toPropertyAccess, toPropertyKey } from './literals.js';
import { type ExampleResource, findMainResources } from './main-resources.js';
import { hasOperations } from './method-tree.js';
import { toPackageName } from './package-files.js';

export interface Example {
  readonly code: string;
  /** What it prints, where that is known; `…` stands for anything within a line. */
  readonly output?: string;
}

export interface ListExample extends Example {
  /** Whether the list comes in pages: its call can be iterated. */
  readonly isPaged: boolean;
}

export interface Examples {
  /** Creates and reads a resource, where that can be done. */
  readonly call?: Example;
  /** A client with a credential. */
  readonly auth: Example;
  /** A creation that returns an operation, and the wait for it. */
  readonly operation?: Example;
  readonly list?: ListExample;
  readonly mock: Example;
  readonly validators?: Example;
}

/** Lines of a program, after those that make the client. */
interface Program {
  readonly seed?: string | undefined;
  readonly lines: readonly string[];
  readonly output?: string | undefined;
}

const address = 'https://service.example.com/';

class ExampleMaker {
  readonly #api: Api;
  readonly #context: EmitContext;
  readonly #calls: ExampleCalls;
  readonly #resources: readonly ExampleResource[];

  constructor(api: Api, context: EmitContext) {
    this.#api = api;
    this.#context = context;
    this.#calls = new ExampleCalls(api);
    this.#resources = findMainResources(api);
  }

  /** The main resource that can be created and read, else one that can be seeded and read, else a method that needs neither. */
  call(): Example | undefined {
    const program =
      first(this.#resources, (resource) => this.#createdAndRead(resource)) ??
      first(this.#resources, (resource) => (resource.resource.idParameters.length === 0 ? undefined : this.#seededAndRead(resource))) ??
      first(this.#reads(), (method) => this.#awaited(method)) ??
      first(this.#resources, (resource) => this.#seededAndRead(resource));
    return program && this.#example(program);
  }

  /** A list in pages if there is one, which has items if that can be done. */
  list(): ListExample | undefined {
    const kinds = [true, false].flatMap((isPaged) => [
      { isPaged, prepare: (resource: ExampleResource, call: ExampleCall) => this.#createdForList(resource, call) },
      { isPaged, prepare: (resource: ExampleResource, call: ExampleCall) => this.#seededForList(resource, call) },
    ]);
    const empty = [true, false].map((isPaged) => ({ isPaged, prepare: (): Listed => ({ lines: [] }) }));
    return first([...kinds, ...empty], (kind) => {
      const program = first(this.#resources, (resource) => this.#listed(resource, kind));
      return program && { ...this.#example(program), isPaged: kind.isPaged };
    });
  }

  auth(): Example {
    const { createClient } = this.#context.names;
    const lines = [
      `import { ${createClient} } from ${this.#module()};`,
      '',
      `export const client = ${createClient}({ ${this.#rootUrl()}auth: async () => 'my-token' });`,
    ];
    return { code: lines.join('\n') };
  }

  operation(): Example | undefined {
    const program = first(this.#resources, (resource) => this.#waited(resource));
    return program && this.#example(program);
  }

  mock(): Example {
    const seed = first(this.#resources, (resource) => this.#seedOf(resource)?.line);
    const code = [
      `import { createMock } from ${this.#module('/mock')};`,
      '',
      'const mock = createMock();',
      ...(seed === undefined ? [] : [seed]),
      'const { url, close } = await mock.listen({ port: 0 });',
      'console.log(`listening on ${url}`);',
      'await close();',
    ].join('\n');
    return { code, output: 'listening on http://127.0.0.1:…' };
  }

  /** Validates the main resource, else whatever has most fields. */
  validators(): Example | undefined {
    const fields = ({ type }: Schema): number => (type.kind === 'object' ? type.fields.length : 0);
    const main = this.#resources.flatMap(({ resource }) => this.#api.schemas.filter(({ id }) => id === resource.schema));
    return first([...main, ...[...this.#api.schemas].sort((a, b) => fields(b) - fields(a))], (schema) => this.#validated(schema));
  }

  #module(entry = ''): string {
    return toDataLiteral(`${toPackageName(this.#api, this.#context)}${entry}`);
  }

  /** The option where the package has no address. */
  #rootUrl(): string {
    return this.#api.rootUrl === undefined ? `rootUrl: ${toDataLiteral(address)}, ` : '';
  }

  #example({ seed, lines, output }: Program): Example {
    const { createClient } = this.#context.names;
    const code = [
      `import { ${createClient} } from ${this.#module()};`,
      `import { createMock } from ${this.#module('/mock')};`,
      '',
      'const mock = createMock();',
      ...(seed === undefined ? [] : [seed]),
      `const client = ${createClient}({ ${this.#rootUrl()}fetch: mock.fetch });`,
      ...lines,
    ].join('\n');
    return { code, ...(output !== undefined && { output }) };
  }

  /** Methods that answer without a resource that would have to be there first. */
  #reads(): readonly Method[] {
    const lists = this.#resources.flatMap(({ resource, list }) =>
      list?.httpMethod === 'GET' && this.#calls.standsFree(resource) ? [list] : [],
    );
    return [...lists, ...this.#api.methods.filter(({ action }) => action.kind === 'effectivePolicy')];
  }

  #createdAndRead(resource: ExampleResource): Program | undefined {
    const creation = this.#calls.creation(resource);
    if (creation === undefined) return undefined;
    const { get, generated, shown } = creation;
    const code = generated && { [generated.parameter]: generated.field };
    const lines = [...this.#creationLines(creation, true), `const found = await ${this.#calls.text(get, code)};`];
    if (shown !== undefined || generated === undefined) return { lines: [...lines, printed('found', shown)], output: shown?.value };
    return { lines: [...lines, `console.log(found${toPropertyAccess(generated.field)} === ${generated.field});`], output: 'true' };
  }

  #waited(resource: ExampleResource): Program | undefined {
    const create = this.#calls.creation(resource)?.create;
    const kind = create?.method.operation;
    if (create === undefined || kind === undefined) return undefined;
    const [field, output] = kind === 'compute' ? ['status', 'DONE'] : ['done', 'true'];
    const lines = [
      `const operation = await ${this.#calls.text(create)};`,
      'const done = await client.waitForOperation(operation, { timeout: 60_000 });',
      `console.log(done.${field});`,
    ];
    return { lines, output };
  }

  #creationLines({ create, generated }: Creation, named: boolean): readonly string[] {
    const call = this.#calls.text(create);
    if (create.method.operation !== undefined && hasOperations(this.#api))
      return [`const operation = await ${call};`, 'await client.waitForOperation(operation);'];
    return [`${generated && named ? `const { ${generated.field} = '' } = ` : ''}await ${call};`];
  }

  #seededAndRead(resource: ExampleResource): Program | undefined {
    const seed = this.#seedOf(resource);
    if (seed === undefined) return undefined;
    const { get, name } = seed;
    const shown = name === undefined ? undefined : this.#calls.shown(get.method.response, resource.resource, name);
    return {
      seed: seed.line,
      lines: [`const found = await ${this.#calls.text(get)};`, printed('found', shown)],
      output: shown?.value,
    };
  }

  #awaited(method: Method): Program | undefined {
    const call = this.#calls.prepare(method);
    return call && { lines: [`const response = await ${this.#calls.text(call)};`, 'console.log(response);'] };
  }

  /** Iterates a list of what `prepare` puts there. */
  #listed(resource: ExampleResource, { isPaged, prepare }: ListKind): Program | undefined {
    const { list } = resource;
    if (list === undefined || !(isPaged ? isPagedList(list) : isWholeList(list))) return undefined;
    const call = this.#calls.standsFree(resource.resource) ? this.#calls.prepare(list) : undefined;
    const prepared = call && prepare(resource, call);
    if (call === undefined || prepared === undefined) return undefined;
    const { seed, lines, known } = prepared;
    const shown = known && this.#calls.isShown(this.#calls.itemType(list), known.field) ? known : undefined;
    const text = this.#calls.text(call);
    const begin = isPaged
      ? [`for await (const item of ${text}) {`]
      : [`const response = await ${text};`, `for (const item of response${toPropertyAccess(list.listItems?.items ?? '')} ?? []) {`];
    return { seed, lines: [...lines, ...begin, `  ${printed('item', shown)}`, '}'], output: shown?.value };
  }

  #createdForList(resource: ExampleResource, list: ExampleCall): Listed | undefined {
    const creation = this.#calls.creation(resource);
    if (creation === undefined || !creation.get.path.startsWith(`${list.path}/`)) return undefined;
    const known = creation.shown ?? { field: creation.generated?.field ?? '' };
    const isShown = this.#calls.isShown(this.#calls.itemType(list.method), known.field);
    return isShown ? { lines: this.#creationLines(creation, false), known } : undefined;
  }

  #seededForList(resource: ExampleResource, list: ExampleCall): Listed | undefined {
    const seed = this.#seedOf(resource);
    if (seed === undefined || !seed.get.path.startsWith(`${list.path}/`)) return undefined;
    return {
      seed: seed.line,
      lines: [],
      known: seed.name === undefined ? undefined : { field: resource.resource.idFields[0] ?? '', value: seed.name },
    };
  }

  /** Puts a resource into the mock. */
  #seedOf({ resource, get }: ExampleResource): Seed | undefined {
    const call = get && this.#calls.standsFree(resource) ? this.#calls.prepare(get) : undefined;
    const body = call && this.#calls.seedBody(resource, call.path);
    if (call === undefined || body === undefined) return undefined;
    const name = body[resource.idFields[0] ?? ''];
    const line = `await mock.seed({ resources: { ${toPropertyKey(`/${call.path}`)}: ${toDataLiteral(body)} } });`;
    return { line, get: call, name: typeof name === 'string' ? name : undefined };
  }

  #validated(schema: Schema): Example | undefined {
    if (schema.type.kind !== 'object' || schema.type.fields.length === 0) return undefined;
    const seed = first(this.#resources, (resource) => (resource.resource.schema === schema.id ? this.#seedBodyOf(resource) : undefined));
    const value = seed ?? this.#calls.samples.value(schema.type, 'value');
    if (value === undefined) return undefined;
    const validate = this.#context.names.schemaValidator(schema.id);
    const code = [
      `import { ${validate} } from ${this.#module('/validators')};`,
      '',
      `const value: unknown = ${toDataLiteral(value)};`,
      `if (${validate}(value)) console.log('valid');`,
      `else console.error(${validate}.errors);`,
    ].join('\n');
    return { code, output: 'valid' };
  }

  #seedBodyOf({ resource, get }: ExampleResource): object | undefined {
    const call = get && this.#calls.prepare(get);
    return call && this.#calls.seedBody(resource, call.path);
  }
}

interface ListKind {
  readonly isPaged: boolean;
  /** Puts something into the list; `undefined` where that can't be done. */
  readonly prepare: (resource: ExampleResource, call: ExampleCall) => Listed | undefined;
}

/** A page token can't be made up. */
function isPagedList({ list, parameters }: Method): boolean {
  return list !== undefined && !parameters.some(({ name, required }) => name === list.pageToken && required);
}

/** A list without pages: its response has all items. */
function isWholeList({ list, listItems }: Method): boolean {
  return list === undefined && listItems?.shape === 'array';
}

interface Listed {
  readonly seed?: string;
  readonly lines: readonly string[];
  /** What is known of the item. */
  readonly known?: Known | undefined;
}

interface Seed {
  readonly line: string;
  /** Reads it. */
  readonly get: ExampleCall;
  readonly name: string | undefined;
}

/** A field, with its value unless the server generates it. */
type Known = Pick<Shown, 'field'> & Partial<Shown>;

function printed(variable: string, shown: Known | undefined): string {
  const [name = '', ...inner] = shown?.field.split('.') ?? [];
  if (shown === undefined) return `console.log(${variable});`;
  return `console.log(${variable}${toPropertyAccess(name)}${inner.map((each) => `?.${toPropertyAccess(each).replace(/^\./, '')}`).join('')});`;
}

function first<Element, Result>(elements: readonly Element[], make: (element: Element) => Result | undefined): Result | undefined {
  for (const element of elements) {
    const made = make(element);
    if (made !== undefined) return made;
  }
  return undefined;
}

export function createExamples(api: Api, context: EmitContext): Examples {
  const maker = new ExampleMaker(api, context);
  const call = maker.call();
  const operation = maker.operation();
  const list = maker.list();
  const validators = maker.validators();
  return {
    auth: maker.auth(),
    mock: maker.mock(),
    ...(call !== undefined && { call }),
    ...(operation !== undefined && { operation }),
    ...(list !== undefined && { list }),
    ...(validators !== undefined && { validators }),
  };
}
