/** Examples for the README: each compiles and runs as it stands, against the mock. */
import type { Action } from '../../templates/runtime/rule.js';
import type { Api, Method, Parameter, Resource, Schema } from '../model/model.js';
import { bodyOf } from './bodies.js';
import { packageName } from './package.js';
import type { EmitContext } from './emitter.js';
import { partsOfRoute } from './flat-path.js';
import { dataLiteral, propertyAccess, propertyKey } from './literals.js';
import { methodName } from './method-tree.js';
import { ownParameters } from './parameter-types.js';
import { Samples } from './samples.js';

export interface Examples {
  /** A call, with the resource that it reads put into the mock before. */
  readonly call?: string;
  /** A list, over all its pages. */
  readonly list?: string;
  readonly mock: string;
  readonly validators?: string;
}

interface Prepared {
  /** `client.managedZones.get({ project: 'my-project' })` */
  readonly call: string;
  /** Path of the call, from the root with a leading slash. */
  readonly path: string;
}

const address = 'https://service.example.com/';

class ExampleMaker {
  readonly #api: Api;
  readonly #context: EmitContext;
  readonly #samples: Samples;
  readonly #resources: ReadonlyMap<string, Resource>;

  constructor(api: Api, context: EmitContext) {
    this.#api = api;
    this.#context = context;
    this.#samples = new Samples(api);
    this.#resources = new Map(api.resources.map((resource) => [resource.path, resource]));
  }

  /** A read of a resource that can be seeded by itself, else a list without parents or a computed answer; nothing where none is known. */
  call(): string | undefined {
    const computed = this.#api.methods.filter(({ action }) => action.kind === 'effectivePolicy');
    return (
      first(this.#reads(), (method) => this.#read(method)) ?? first([...this.#lists(), ...computed], (method) => this.#awaited(method))
    );
  }

  list(): string | undefined {
    return first(this.#lists(), (method) => {
      const prepared = this.#prepare(method);
      const member = this.#reads().find(({ action }) => resourceOf(action) === resourceOf(method.action));
      const seed = member && this.#seedLine(member);
      return prepared && this.#program({ seed, lines: [`for await (const item of ${prepared.call}) {`, '  console.log(item);', '}'] });
    });
  }

  mock(): string {
    const seed = first(this.#reads(), (method) => this.#seedLine(method));
    const listening = ['const { url, close } = await mock.listen({ port: 0 });', 'console.log(`listening on ${url}`);', 'await close();'];
    return [
      `import { createMock } from ${this.#module('/mock')};`,
      '',
      'const mock = createMock();',
      ...(seed ? [seed] : []),
      ...listening,
    ].join('\n');
  }

  /** Judges a resource, else whatever has most fields. */
  validators(): string | undefined {
    const fields = ({ type }: Schema): number => (type.kind === 'object' ? type.fields.length : 0);
    const resources = new Set(this.#api.resources.map(({ schema }) => schema));
    const rank = (schema: Schema): number => fields(schema) + (fields(schema) > 0 && resources.has(schema.id) ? 1000 : 0);
    return first(
      [...this.#api.schemas].sort((a, b) => rank(b) - rank(a)),
      (schema) => this.#validated(schema),
    );
  }

  #module(entry = ''): string {
    return dataLiteral(`${packageName(this.#api, this.#context)}${entry}`);
  }

  #program({ seed, lines }: { readonly seed?: string | undefined; readonly lines: readonly string[] }): string {
    const { createClient } = this.#context.names;
    return [
      `import { ${createClient} } from ${this.#module()};`,
      `import { createMock } from ${this.#module('/mock')};`,
      '',
      'const mock = createMock();',
      ...(seed === undefined ? [] : [seed]),
      `const client = ${createClient}({ rootUrl: ${dataLiteral(address)}, fetch: mock.fetch });`,
      ...lines,
    ].join('\n');
  }

  #reads(): readonly Method[] {
    return this.#api.methods.filter(({ action }) => action.kind === 'get');
  }

  /** Lists that need no body and no resource that would have to be there first. */
  #lists(): readonly Method[] {
    return this.#api.methods.filter(({ action, list }) => {
      const parent = action.kind === 'list' ? this.#resources.get(action.resource)?.parent : undefined;
      return list !== undefined && action.kind === 'list' && (parent === undefined || this.#isImplicit(parent));
    });
  }

  #isImplicit(path: string): boolean {
    const resource = this.#resources.get(path);
    return resource?.implicit === true && (resource.parent === undefined || this.#isImplicit(resource.parent));
  }

  #read(method: Method): string | undefined {
    const prepared = this.#prepare(method);
    const seed = this.#seedLine(method);
    return prepared && seed && this.#program({ seed, lines: [`const found = await ${prepared.call};`, 'console.log(found);'] });
  }

  #awaited(method: Method): string | undefined {
    const prepared = this.#prepare(method);
    return prepared && this.#program({ lines: [`const answer = await ${prepared.call};`, 'console.log(answer);'] });
  }

  #seedLine(method: Method): string | undefined {
    const prepared = this.#prepare(method);
    const resource = method.action.kind === 'get' ? this.#resources.get(method.action.resource) : undefined;
    if (prepared === undefined || resource === undefined || (resource.parent !== undefined && !this.#isImplicit(resource.parent)))
      return undefined;
    const body = this.#seedBody(resource, prepared.path);
    return body === undefined ? undefined : `await mock.seed({ resources: { ${propertyKey(prepared.path)}: ${dataLiteral(body)} } });`;
  }

  /** What a resource must hold; what names it agrees with its path. */
  #seedBody(resource: Resource, path: string): object | undefined {
    const sample = resource.schema === undefined ? {} : this.#samples.value({ kind: 'ref', schema: resource.schema }, 'value');
    if (typeof sample !== 'object' || sample === null) return undefined;
    const given = path.slice(1).split('/');
    const template = resource.path.split('/');
    const names = resource.idFields.map((field, at) => {
      const own = given[template.indexOf(`{${resource.idParameters[at] ?? ''}}`)];
      return [field, resource.fullNameFrom === undefined ? own : given.slice(resource.fullNameFrom).join('/')] as const;
    });
    return { ...sample, ...Object.fromEntries(names.filter(([field]) => Object.hasOwn(sample, field))) };
  }

  /** The call with what it requires; nothing where a value cannot be made up. */
  #prepare(method: Method): Prepared | undefined {
    const required = ownParameters(method).filter((parameter) => parameter.location === 'path' || parameter.required);
    const values = new Map(required.map((parameter: Parameter) => [parameter.name, this.#samples.parameter(parameter, method.route)]));
    const path = partsOfRoute(method.route).map((part) => (part.kind === 'literal' ? part.text : String(values.get(part.name))));
    if (bodyOf(method, this.#api) === 'required') values.set('requestBody', this.#samples.body(method));
    if ([...values.values()].includes(undefined)) return undefined;
    const access = [...method.collections, methodName(method.name)].map(propertyAccess).join('');
    return { call: `client${access}(${values.size === 0 ? '' : dataLiteral(Object.fromEntries(values))})`, path: `/${path.join('')}` };
  }

  #validated(schema: Schema): string | undefined {
    const value = schema.type.kind === 'object' ? this.#samples.value(schema.type, 'value') : undefined;
    if (value === undefined || schema.type.kind !== 'object' || schema.type.fields.length === 0) return undefined;
    const validate = this.#context.names.schemaValidator(schema.id);
    return [
      `import { ${validate} } from ${this.#module('/validators')};`,
      '',
      `const value: unknown = ${dataLiteral(value)};`,
      `if (${validate}(value)) console.log('valid', value);`,
      `else console.error(${validate}.errors);`,
    ].join('\n');
  }
}

function resourceOf(action: Action): string | undefined {
  return 'resource' in action ? action.resource : undefined;
}

function first<Element, Result>(elements: readonly Element[], make: (element: Element) => Result | undefined): Result | undefined {
  for (const element of elements) {
    const made = make(element);
    if (made !== undefined) return made;
  }
  return undefined;
}

export function examplesOf(api: Api, context: EmitContext): Examples {
  const maker = new ExampleMaker(api, context);
  const call = maker.call();
  const list = maker.list();
  const validators = maker.validators();
  return {
    mock: maker.mock(),
    ...(call !== undefined && { call }),
    ...(list !== undefined && { list }),
    ...(validators !== undefined && { validators }),
  };
}
