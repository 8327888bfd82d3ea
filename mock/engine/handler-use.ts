/** Tracks which parts of a request a handler reads, so that the mock reports as ignored only what nothing reads. */
import { isList, isObject, setMember, type Json, type JsonObject } from '../lib/json.js';

const bodyPrefix = 'requestBody.';

export class HandlerUse {
  /** The parts that the default behavior ignores and that no handler has read. */
  #unread: readonly string[];
  readonly #omitted: readonly string[];
  #ranDefault = false;

  /**
   * `ignored`: the names of parameters, body fields (`requestBody.x.y`), and headers that the default behavior ignores. `omitted`: those of
   * fields that no handler receives.
   */
  constructor(ignored: readonly string[], omitted: readonly string[] = []) {
    this.#unread = ignored;
    this.#omitted = omitted;
  }

  /** The parts of the request without an effect. A handler that doesn't call the default behavior decides about all that it receives. */
  get ignored(): readonly string[] {
    const unread = this.#ranDefault ? this.#unread : [];
    return this.#omitted.length === 0 ? unread : [...unread, ...this.#omitted];
  }

  markDefault(): void {
    this.#ranDefault = true;
  }

  /** Returns a copy of the parameters or headers that tracks reads of their ignored members. */
  trackMembers<T extends Readonly<Record<string, unknown>>>(members: T): T {
    // Body fields next to the resource are parameters once the request is parsed.
    const names = new Map(this.#unread.map((name) => [name.replace(bodyPrefix, '').toLowerCase(), name]));
    const tracked = Object.keys(members).filter((name) => names.has(name.toLowerCase()));
    return this.#withTrackedMembers(members, new Map(tracked.map((name) => [name, names.get(name.toLowerCase()) ?? name])));
  }

  /** Returns a copy of the body that tracks reads of its ignored fields. */
  trackBody(body: JsonObject): JsonObject {
    const paths = this.#unread.filter((name) => name.startsWith(bodyPrefix));
    return paths.length === 0 ? body : (this.#trackInside(body, bodyPrefix, paths) as JsonObject);
  }

  #trackInside(value: Json, prefix: string, paths: readonly string[]): Json {
    if (isList(value)) return value.map((element) => this.#trackInside(element, prefix, paths));
    if (!isObject(value)) return value;
    const copy: Record<string, Json> = {};
    const tracked = new Map<string, string>();
    for (const [key, member] of Object.entries(value)) {
      const path = prefix + key;
      if (paths.includes(path)) tracked.set(key, path);
      const nested = paths.filter((each) => each.startsWith(`${path}.`));
      setMember(copy, key, nested.length > 0 ? this.#trackInside(member, `${path}.`, nested) : member);
    }
    return this.#withTrackedMembers(copy, tracked);
  }

  /** Accessors, unlike proxies, allow a handler to clone the object. */
  #withTrackedMembers<T extends Readonly<Record<string, unknown>>>(object: T, tracked: ReadonlyMap<string, string>): T {
    if (tracked.size === 0) return object;
    const copy: T = { ...object };
    for (const [key, name] of tracked) {
      let value = object[key];
      const get = (): unknown => {
        this.#unread = this.#unread.filter((unread) => unread !== name);
        return value;
      };
      const set = (next: unknown): void => void (value = next);
      Object.defineProperty(copy, key, { get, set, enumerable: true, configurable: true });
    }
    return copy;
  }
}
