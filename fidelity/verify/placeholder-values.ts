/** The values of placeholders in a normalized recording. Each API has its own, apart from those that the client chose. */
import { chooseValue, isNumberName, replacePlaceholders } from './placeholders.js';

export class PlaceholderValues {
  readonly #chosen = new Map<string, string>();
  readonly #bound = new Map<string, Map<string, string>>();
  /** The placeholders of the current request. */
  #requested = '';
  #api = '';

  /** Starts an exchange. `request`: the recorded texts of the request. */
  start(api: string, request: string): void {
    this.#api = api;
    this.#requested = request;
  }

  /** Returns the value that a placeholder of a response must have: the client chose it, and this request contains it. */
  findFixed(name: string): string | undefined {
    return this.#requested.includes(`\${${name}}`) || isEverywhere(name) ? this.#chosen.get(name) : undefined;
  }

  /** Binds a placeholder to a value that the mock generated. */
  bind(name: string, actual: string): void {
    // The project has another number in each mock.
    if (this.#chosen.has(name) && !isNumberName(name)) return;
    const values = this.#bound.get(this.#api);
    if (values === undefined) this.#bound.set(this.#api, new Map([[name, actual]]));
    else values.set(name, actual);
  }

  /** Sets the value of a placeholder that the client chose. */
  choose(name: string, value: string): void {
    this.#chosen.set(name, value);
  }

  find(name: string): string | undefined {
    const own = this.#bound.get(this.#api)?.get(name) ?? this.#chosen.get(name);
    return own ?? [...this.#bound.values()].map((values) => values.get(name)).find((value) => value !== undefined);
  }

  /** Replaces the placeholders of a response whose values are known. */
  replace(text: string): string {
    return replacePlaceholders(text, (name) => this.find(name));
  }

  /** Replaces the placeholders of a request. The client chooses the values of those that no response has bound. */
  replaceInRequest(text: string): string {
    return replacePlaceholders(text, (name) => {
      const known = this.find(name);
      if (known !== undefined) return known;
      const value = chooseValue(name);
      if (value !== undefined) this.choose(name, value);
      return value;
    });
  }
}

/** Placeholders that always stand for the same value. */
const isEverywhere = (name: string): boolean => name === 'projectId' || name === 'uniqueId';
