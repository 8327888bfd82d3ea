/** Creates the examples of the README. Each example compiles, runs against the mock, and prints the documented output. */
import type { Api, MainResource, Method, Schema } from '../model/model.js';
import type { EmitContext } from './emitter.js';
import { type Creation, type ExampleCall, ExampleCalls, formatFieldAccess, type SeedPlan } from './example-calls.js';
import { toDataLiteral, toPropertyAccess, toPropertyKey } from '../lib/literals.js';
import { findActionManifest } from '../language/service-actions.js';
import { hasOperations } from './method-tree.js';
import { toPackageName } from './package-files.js';
import type { KnownField } from './samples.js';

export interface Example {
  readonly code: string;
  /** The printed output, if known. `…` matches any text within a line. */
  readonly output: string | undefined;
  /** Whether the call of a list example has pages, so that it is iterable. */
  readonly isPaged?: boolean;
}

/** The lines of a program after the creation of the client. */
interface Program {
  readonly seed?: string | undefined;
  readonly lines: readonly string[];
  readonly output?: string | undefined;
}

/** The state that a list example needs, and a field of its items. */
interface ListContent extends Omit<Program, 'output'> {
  readonly known?: PartialKnownField | undefined;
}

/** Adds an item to a list. Returns `undefined` if that isn't possible. */
type AddItem = (resource: MainResource, call: ExampleCall) => ListContent | undefined;

/** A field, with its value unless the server generates it. */
type PartialKnownField = Pick<KnownField, 'field'> & Partial<KnownField>;

const canReadAnyName = ({ action }: Method): boolean => action.kind === 'service' && findActionManifest(action)?.acceptsAnyName === true;

class ExampleMaker {
  readonly #api: Api;
  readonly #context: EmitContext;
  readonly #calls: ExampleCalls;
  readonly #resources: readonly MainResource[];

  constructor(api: Api, context: EmitContext) {
    this.#api = api;
    this.#context = context;
    this.#calls = new ExampleCalls(api);
    this.#resources = api.mainResources;
  }

  /** Reads the main resource: created, else seeded, else the response of a method that needs no resource. */
  call(): Example | undefined {
    const program =
      findFirst(this.#resources, (resource) => this.#createAndRead(resource)) ??
      findFirst(this.#resources, (resource) => (resource.resource.idParameters.length === 0 ? undefined : this.#seedAndRead(resource))) ??
      findFirst(this.#listReadMethods(), (method) => this.#awaitMethod(method)) ??
      findFirst(this.#resources, (resource) => this.#seedAndRead(resource));
    return program && this.#toExample(program);
  }

  /** Iterates a list, preferably with pages and items. */
  list(): Example | undefined {
    const create: AddItem = (resource, call) => this.#createItem(resource, call);
    const seed: AddItem = (resource, call) => this.#seedItem(resource, call);
    const addNothing: AddItem = (_resource, { method }) => (method.seededOnly ? undefined : { lines: [] });
    const kinds = [
      { isPaged: true, addItem: create },
      { isPaged: true, addItem: seed },
      { isPaged: false, addItem: create },
      { isPaged: false, addItem: seed },
      { isPaged: true, addItem: addNothing },
      { isPaged: false, addItem: addNothing },
    ];
    return findFirst(kinds, ({ isPaged, addItem }) => {
      const program = findFirst(this.#resources, (resource) => this.#iterateList(resource, isPaged, addItem));
      return program && { ...this.#toExample(program), isPaged };
    });
  }

  /** Creates a client with a credential. */
  auth(): Example {
    const { createClient } = this.#context.names;
    const lines = [
      `import { ${createClient} } from ${this.#formatModule()};`,
      '',
      `export const client = ${createClient}({ ${this.#formatRootUrl()}auth: async () => 'my-token' });`,
    ];
    return { code: lines.join('\n'), output: undefined };
  }

  /** Creates a resource and waits for the operation. */
  operation(): Example | undefined {
    const program = findFirst(this.#resources, (resource) => this.#waitForCreation(resource));
    return program && this.#toExample(program);
  }

  mock(): Example {
    const seed = findFirst(this.#resources, (resource) => this.#createSeed(resource)?.line);
    const code = [
      `import { createMock } from ${this.#formatModule('/mock')};`,
      '',
      'const mock = createMock();',
      ...(seed === undefined ? [] : [seed]),
      'const { url, close } = await mock.listen({ port: 0 });',
      'console.log(`listening on ${url}`);',
      'await close();',
    ].join('\n');
    return { code, output: 'listening on http://127.0.0.1:…' };
  }

  /** Validates the main resource, else the schema with the most fields. */
  validators(): Example | undefined {
    const fields = ({ type }: Schema): number => (type.kind === 'object' ? type.fields.length : 0);
    const main = this.#resources.flatMap(({ resource }) => this.#api.schemas.filter(({ id }) => id === resource.schema));
    return findFirst([...main, ...[...this.#api.schemas].sort((a, b) => fields(b) - fields(a))], (schema) => this.#validate(schema));
  }

  #formatModule(entry = ''): string {
    return toDataLiteral(`${toPackageName(this.#api, this.#context)}${entry}`);
  }

  /** The option `rootUrl`, if the package has no address. */
  #formatRootUrl(): string {
    return this.#api.rootUrl === undefined ? "rootUrl: 'https://service.example.com/', " : '';
  }

  #toExample({ seed, lines, output }: Program): Example {
    const { createClient } = this.#context.names;
    const code = [
      `import { ${createClient} } from ${this.#formatModule()};`,
      `import { createMock } from ${this.#formatModule('/mock')};`,
      '',
      'const mock = createMock();',
      ...(seed === undefined ? [] : [seed]),
      `const client = ${createClient}({ ${this.#formatRootUrl()}fetch: mock.fetch });`,
      ...lines,
    ].join('\n');
    return { code, output };
  }

  /** Lists the methods that respond without an existing resource. */
  #listReadMethods(): readonly Method[] {
    const lists = this.#resources.flatMap(({ resource, list }) =>
      list?.httpMethod === 'GET' && !list.seededOnly && this.#calls.hasImplicitParents(resource) ? [list] : [],
    );
    return [...lists, ...this.#api.methods.filter(canReadAnyName)];
  }

  #createAndRead(resource: MainResource): Program | undefined {
    const creation = this.#calls.planCreation(resource);
    if (creation === undefined) return undefined;
    const { get, generatedName, knownField } = creation;
    const code = generatedName && new Map([[generatedName.parameter, generatedName.field]]);
    const lines = [...this.#formatCreation(creation, true), `const found = await ${this.#calls.formatCall(get, code)};`];
    if (knownField !== undefined || generatedName === undefined)
      return { lines: [...lines, formatOutput('found', knownField)], output: knownField?.value };
    return { lines: [...lines, `console.log(found${toPropertyAccess(generatedName.field)} === ${generatedName.field});`], output: 'true' };
  }

  #waitForCreation(resource: MainResource): Program | undefined {
    const create = this.#calls.planCreation(resource)?.create;
    const kind = create?.method.operation;
    if (create === undefined || kind === undefined) return undefined;
    const [field, output] = kind === 'status' ? ['status', 'DONE'] : ['done', 'true'];
    const lines = [
      `const operation = await ${this.#calls.formatCall(create)};`,
      'const done = await client.waitForOperation(operation, { timeout: 60_000 });',
      `console.log(done.${field});`,
    ];
    return { lines, output };
  }

  #formatCreation({ create, generatedName }: Creation, keepsName: boolean): readonly string[] {
    const call = this.#calls.formatCall(create);
    if (create.method.operation !== undefined && hasOperations(this.#api))
      return [`const operation = await ${call};`, 'await client.waitForOperation(operation);'];
    return [`${generatedName && keepsName ? `const { ${generatedName.field} = '' } = ` : ''}await ${call};`];
  }

  #seedAndRead(resource: MainResource): Program | undefined {
    const seed = this.#createSeed(resource);
    if (seed === undefined) return undefined;
    const { get, knownField } = seed;
    return {
      seed: seed.line,
      lines: [`const found = await ${this.#calls.formatCall(get)};`, formatOutput('found', knownField)],
      output: knownField?.value,
    };
  }

  #awaitMethod(method: Method): Program | undefined {
    const call = this.#calls.prepare(method);
    return call && { lines: [`const response = await ${this.#calls.formatCall(call)};`, 'console.log(response);'] };
  }

  #iterateList({ list, ...resource }: MainResource, isPaged: boolean, addItem: AddItem): Program | undefined {
    if (list === undefined || !isIterable(list, isPaged)) return undefined;
    const call = this.#calls.hasImplicitParents(resource.resource) ? this.#calls.prepare(list) : undefined;
    const content = call && addItem(resource, call);
    if (call === undefined || content === undefined) return undefined;
    const { seed, lines, known } = content;
    const knownField = known && this.#calls.hasTextItems(list, known.field) ? known : undefined;
    const text = this.#calls.formatCall(call);
    const begin = isPaged
      ? [`for await (const item of ${text}) {`]
      : [`const response = await ${text};`, `for (const item of response${toPropertyAccess(list.listItems?.items ?? '')} ?? []) {`];
    return { seed, lines: [...lines, ...begin, `  ${formatOutput('item', knownField)}`, '}'], output: knownField?.value };
  }

  #createItem(resource: MainResource, list: ExampleCall): ListContent | undefined {
    const creation = this.#calls.planCreation(resource);
    if (creation === undefined || !creation.get.path.startsWith(`${list.path}/`)) return undefined;
    const known = creation.knownField ?? { field: creation.generatedName?.field ?? '' };
    return this.#calls.hasTextItems(list.method, known.field) ? { lines: this.#formatCreation(creation, false), known } : undefined;
  }

  #seedItem(resource: MainResource, list: ExampleCall): ListContent | undefined {
    const seed = this.#createSeed(resource);
    if (seed === undefined || !seed.get.path.startsWith(`${list.path}/`)) return undefined;
    const [field = ''] = resource.resource.idFields;
    return { seed: seed.line, lines: [], known: seed.name === undefined ? undefined : { field, value: seed.name } };
  }

  #createSeed(resource: MainResource): SeedLine | undefined {
    const plan = this.#calls.planSeed(resource);
    return (
      plan && {
        ...plan,
        line: `await mock.seed({ resources: { ${toPropertyKey(`/${plan.get.path}`)}: ${toDataLiteral(plan.body)} } });`,
      }
    );
  }

  #validate(schema: Schema): Example | undefined {
    if (schema.type.kind !== 'object' || schema.type.fields.length === 0) return undefined;
    const seed = findFirst(this.#resources, (resource) =>
      resource.resource.schema === schema.id ? this.#createSeedBody(resource) : undefined,
    );
    const value = seed ?? this.#calls.samples.createValue(schema.type, 'value');
    if (value === undefined) return undefined;
    const validate = this.#context.names.schemaValidator(schema.id);
    const code = [
      `import { ${validate} } from ${this.#formatModule('/validators')};`,
      '',
      `const value: unknown = ${toDataLiteral(value)};`,
      `if (${validate}(value)) console.log('valid');`,
      `else console.error(${validate}.errors);`,
    ].join('\n');
    return { code, output: 'valid' };
  }

  #createSeedBody({ resource, get }: MainResource): object | undefined {
    const call = get && this.#calls.prepare(get);
    return call && this.#calls.samples.createSeedBody(resource, call.path);
  }
}

interface SeedLine extends SeedPlan {
  readonly line: string;
}

/** Whether a list has pages, or all items in one response. A page token can't be generated, so it must be optional. */
function isIterable({ list, listItems, parameters }: Method, isPaged: boolean): boolean {
  if (!isPaged) return list === undefined && listItems?.shape === 'array';
  return list !== undefined && !parameters.some(({ name, required }) => name === list.pageToken && required);
}

function formatOutput(variable: string, knownField: PartialKnownField | undefined): string {
  return `console.log(${knownField === undefined ? variable : formatFieldAccess(variable, knownField.field)});`;
}

function findFirst<Element, Result>(elements: readonly Element[], toResult: (element: Element) => Result | undefined): Result | undefined {
  for (const element of elements) {
    const result = toResult(element);
    if (result !== undefined) return result;
  }
  return undefined;
}

type ExampleName = 'call' | 'auth' | 'operation' | 'list' | 'mock' | 'validators';

/** Creates the examples that are possible for the API. All need the mock. */
export function createExamples(api: Api, context: EmitContext): Readonly<Record<ExampleName, Example | undefined>> {
  const maker = context.parts.has('mock') ? new ExampleMaker(api, context) : undefined;
  return {
    call: maker?.call(),
    auth: maker?.auth(),
    operation: maker?.operation(),
    list: maker?.list(),
    mock: maker?.mock(),
    validators: maker?.validators(),
  };
}
