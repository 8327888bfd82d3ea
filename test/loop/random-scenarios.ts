/**
 * Generates scenarios from the model of an API: random creations with minimal, partial, and full bodies, updates, calls of custom methods, reads,
 * lists, and deletions. The same seed generates the same scenarios. A body begins with what the method requires, or with an example of the test
 * data, and gains random fields that the mock accepts.
 */
import type { TapeExchange } from '../../fidelity/recordings/write-tape.js';
import { isObject, type JsonObject } from '../../generator/lib/json.js';
import type { Api, Method } from '../../generator/model/model.js';
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../runtime/behavior.js';
import { createMockServer, type AnySession } from '../../mock/index.js';
import { SampleValues } from '../corpus/samples.js';
import { buildPath, buildRequestBody, createStoredResource, findParent, type StoredResource } from '../rules/state/scene.js';
import { extents, ValueDrawer } from './draw-values.js';
import { Random } from './random.js';
import { toOrigin, toTapeExchange } from './tape.js';

export interface RandomScenario {
  readonly name: string;
  readonly exchanges: readonly TapeExchange[];
}

const start = Date.UTC(2026, 0, 1);

export async function* generateScenarios(
  { api, behavior }: { readonly api: Api; readonly behavior: ApiBehavior },
  { seed, count }: { readonly seed: number; readonly count: number },
): AsyncIterable<RandomScenario> {
  for (let index = 0; index < count; index += 1) {
    const random = new Random(seed * 10_000 + index);
    yield { name: `random ${seed}-${index}`, exchanges: await new Walk(api, behavior, random).run() };
  }
}

interface Attempt {
  readonly method: MethodBehavior;
  readonly target: StoredResource | undefined;
  readonly query?: string;
}

class Walk {
  readonly #exchanges: TapeExchange[] = [];
  readonly #live = new Map<string, StoredResource>();
  readonly #values: ValueDrawer;
  readonly #mock: AnySession;
  readonly #origin: string;
  readonly #names: readonly (readonly [string, string])[];
  #now = start;
  #count = 0;

  constructor(
    private readonly api: Api,
    private readonly behavior: ApiBehavior,
    private readonly random: Random,
  ) {
    this.#values = new ValueDrawer(api, random);
    this.#mock = createMockServer(behavior, {
      now: () => this.#now,
      warn: () => undefined,
      randomSeed: random.integer(1, 1e6),
    }) as unknown as AnySession;
    this.#origin = toOrigin(behavior.name) as string;
    this.#names = ['project', 'region', 'zone', 'location'].flatMap((kind) => {
      const name = `${kind}s/${kind}-${random.integer(1, 99)}/`;
      return [kind.charAt(0), 'x0'].map((id) => [`${kind}s/${id}/`, name] as const);
    });
  }

  async run(): Promise<readonly TapeExchange[]> {
    const episodes = this.random.integer(4, 8);
    for (let index = 0; index < episodes; index += 1) {
      const draw = this.random.next();
      if (draw < 0.45) await this.#createAny();
      else if (draw < 0.7) await this.#changeAny();
      else if (draw < 0.92) for (let reads = 0; reads < 3; reads += 1) await this.#readAny();
      else await this.#deleteAny();
    }
    return this.#exchanges;
  }

  async #createAny(): Promise<void> {
    const method = this.random.pick(this.behavior.methods.filter(({ action }) => action.kind === 'create' || action.kind === 'createFrom'));
    if (method !== undefined) await this.#create(method);
  }

  async #create(method: MethodBehavior, number = this.random.integer(0, 9)): Promise<StoredResource | undefined> {
    const { action } = method;
    const created = action.kind === 'createFrom' ? action.creates : 'resource' in action ? action.resource : undefined;
    const resource = this.behavior.resources.find(({ path }) => path === created);
    const target = resource && createStoredResource(this.behavior, resource, number);
    if (resource === undefined || target === undefined || this.#live.has(target.path)) return undefined;
    const parent = findParent(this.behavior, resource);
    if (parent !== undefined && !parent.implicit) await this.#createFirst(parent.path);
    const source = action.kind === 'createFrom' ? await this.#createFirst(action.resource) : undefined;
    const isInPath = action.kind === 'createFrom' && action.from === undefined;
    const attempt = { method, target: isInPath ? source : target };
    const bodies = this.#listCreationBodies(method, resource, target.body);
    const link =
      action.kind !== 'createFrom' || action.from === undefined || source === undefined
        ? {}
        : { [action.from]: `${this.#origin}${source.path}` };
    const bases = this.random.isBelow(0.7) ? [...bodies.map((body) => ({ ...body, ...link })), ...bodies] : bodies;
    const body = await this.#drawBody(attempt, bases, this.random.pick(extents) as number);
    if (body === undefined || (await this.#send(attempt, body)) >= 300) return undefined;
    this.#live.set(target.path, target);
    await this.#read(target);
    return target;
  }

  /** Creates the first resource with a path template, unless it exists. */
  async #createFirst(template: string): Promise<StoredResource | undefined> {
    const method = this.behavior.methods.find(({ action }) => action.kind === 'create' && action.resource === template);
    const present = [...this.#live.values()].find(({ resource }) => resource.path === template);
    return present ?? (method && this.#create(method, 0));
  }

  /** The least bodies with which a creation can succeed. */
  #listCreationBodies(method: MethodBehavior, { idFields }: ResourceBehavior, example: JsonObject): readonly JsonObject[] {
    const least = new SampleValues(this.api).params(this.#getModel(method), 'least')['requestBody'];
    const names = Object.fromEntries(Object.entries(example).filter(([name]) => idFields.includes(name)));
    return [{ ...(isObject(least) && least), ...names }, example];
  }

  async #changeAny(): Promise<void> {
    const target = this.random.pick([...this.#live.values()]);
    const kinds = ['get', 'delete', 'list', 'create', 'createFrom', 'notImplemented'];
    const changes = this.behavior.methods.filter(
      ({ action }) => !kinds.includes(action.kind) && 'resource' in action && action.resource === target?.resource.path,
    );
    const method = this.random.pick(changes);
    if (target === undefined || method === undefined) return;
    const stored = await this.#readStored(target);
    const example = buildRequestBody(this.behavior, method, { resource: target.resource, fingerprintFields: [] }) ?? {};
    const versions = Object.fromEntries(Object.entries(stored).filter(([name]) => /fingerprint|etag/i.test(name)));
    const bases = [{}, versions, example, { ...example, ...versions }, { ...stored }];
    const body =
      method.method.body === undefined
        ? {}
        : await this.#drawBody(
            { method, target },
            method.action.kind === 'update' ? [stored, ...bases] : bases,
            this.random.pick([0.3, 0.8]) as number,
          );
    if (body === undefined) return;
    await this.#send({ method, target }, body);
    await this.#read(target);
  }

  /** Reads something: a resource, a collection, or what exists without being created. */
  async #readAny(): Promise<void> {
    const method = this.random.pick(this.behavior.methods.filter(({ method: { httpMethod } }) => httpMethod === 'GET'));
    const resource = this.#findResource(method);
    const live = this.random.pick([...this.#live.values()].filter((candidate) => candidate.resource === resource));
    const number = this.random.integer(0, 9);
    if (method !== undefined)
      await this.#send({ method, target: live ?? (resource && createStoredResource(this.behavior, resource, number)) });
  }

  async #deleteAny(): Promise<void> {
    const target = this.random.pick([...this.#live.values()]);
    const method = this.behavior.methods.find(({ action }) => action.kind === 'delete' && action.resource === target?.resource.path);
    if (target === undefined || method === undefined) return;
    if ((await this.#send({ method, target })) < 300) this.#live.delete(target.path);
    await this.#read(target);
  }

  async #read(target: StoredResource): Promise<void> {
    const method = this.#findReader(target);
    if (method !== undefined) await this.#send({ method, target });
  }

  #findReader({ resource }: StoredResource): MethodBehavior | undefined {
    return this.behavior.methods.find(({ action }) => action.kind === 'get' && action.resource === resource.path);
  }

  async #readStored(target: StoredResource): Promise<JsonObject> {
    const method = this.#findReader(target);
    if (method === undefined) return {};
    const { body } = await this.#mock.handle({ method: 'GET', url: this.#buildUrl({ method, target }) });
    return JSON.parse(body) as JsonObject;
  }

  #findResource(method: MethodBehavior | undefined): ResourceBehavior | undefined {
    const action = method?.action;
    return action !== undefined && 'resource' in action ? this.behavior.resources.find(({ path }) => path === action.resource) : undefined;
  }

  #getModel({ method }: MethodBehavior): Method {
    return this.api.methods.find(({ id }) => id === method.id) as Method;
  }

  /** Takes the first of some bodies that the mock accepts, and adds random fields that it accepts, too. */
  async #drawBody(attempt: Attempt, bases: readonly JsonObject[], extent: number): Promise<JsonObject | undefined> {
    let body: JsonObject | undefined;
    for (const base of bases) if (body === undefined && (await this.#isAccepted(attempt, base))) body = base;
    if (body === undefined) return undefined;
    for (const { name, type } of this.#values.listFields(this.#getModel(attempt.method).request)) {
      if (Object.hasOwn(body, name) || !this.random.isBelow(extent)) continue;
      for (let attempts = 0; attempts < 2; attempts += 1) {
        const value = this.#values.draw(type);
        if (value === undefined) break;
        const larger: JsonObject = { ...body, [name]: value };
        if (!(await this.#isAccepted(attempt, larger))) continue;
        body = larger;
        break;
      }
    }
    return body;
  }

  /** Tries a request in a copy of the state. */
  async #isAccepted(attempt: Attempt, body: JsonObject): Promise<boolean> {
    const name = `trial-${(this.#count += 1)}`;
    const trial = await this.#mock.fork(name);
    const { status } = await trial.handle(this.#createRequest(attempt, body));
    await trial.delete();
    return status < 300;
  }

  async #send(attempt: Attempt, body?: JsonObject): Promise<number> {
    this.#now += 1000;
    const request = this.#createRequest(attempt, body);
    const response = await this.#mock.handle(request);
    this.#exchanges.push(toTapeExchange(request, response, this.#origin));
    return response.status;
  }

  #createRequest(
    attempt: Attempt,
    body: JsonObject | undefined,
  ): { method: string; url: string; headers: Record<string, string>; body?: string } {
    const { httpMethod, body: hasBody } = attempt.method.method;
    const content = hasBody === undefined || body === undefined ? {} : { body: this.#rename(JSON.stringify(body)) };
    return { method: httpMethod, url: this.#buildUrl(attempt), headers: { 'content-type': 'application/json' }, ...content };
  }

  #buildUrl({ method, target }: Attempt): string {
    return `${this.#origin}${this.#rename(`${buildPath(method, target)}/`).slice(0, -1)}`;
  }

  #rename(text: string): string {
    return this.#names.reduce((renamed, [from, to]) => renamed.replaceAll(from, to), text);
  }
}
