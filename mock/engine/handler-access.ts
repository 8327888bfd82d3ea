/** Limits a handler's access to its call to the time in which it runs. */

/** The access of one handler to its call. It ends when the handler has returned, because its transaction can be over then. */
export class HandlerAccess {
  readonly #owner: string;
  #isEnded = false;

  /** `owner`: whose handler it is, such as a method ID. */
  constructor(owner: string) {
    this.#owner = owner;
  }

  end(): void {
    this.#isEnded = true;
  }

  /** Returns a function that throws an error after the end. `name`: how the handler calls it. */
  guard<Parameters extends readonly unknown[], Result>(
    name: string,
    run: (...parameters: Parameters) => Result,
  ): (...parameters: Parameters) => Result {
    return (...parameters) => {
      if (this.#isEnded)
        throw new Error(`the handler of ${this.#owner} called ${name} after it had ended; await everything before the handler returns`);
      return run(...parameters);
    };
  }
}
