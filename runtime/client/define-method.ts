/** Defines methods as functions and binds trees of them to a client. */
import type { MethodDescriptor } from '../descriptor.js';
import type { ApiResponse } from '../errors.js';
import type { CallOptions } from './call-options.js';
import { bindKey, transportKey, type Client, type CallStep, type Transport } from './client-types.js';
import type { Call, ParameterlessMethod, UnaryMethod, MethodTree } from './method-types.js';

/** Creates the function that calls a method: `managedZonesGet(client, { project, managedZone })`. */
/* @__NO_SIDE_EFFECTS__ */
export function defineMethod<Params extends object, Result>(
  descriptor: MethodDescriptor,
  ...steps: readonly CallStep[]
): UnaryMethod<Params, Result> & ParameterlessMethod<Params, Result> {
  const method = { ...descriptor, steps };
  const call = (client: Client, params?: object, options?: CallOptions): Call<unknown> =>
    toCall(client[transportKey].call(method, params, options));
  return Object.assign(call, descriptor) as unknown as UnaryMethod<Params, Result> & ParameterlessMethod<Params, Result>;
}

/** Creates a client whose methods are those of the tree, bound to the transport. The generator declares its type. */
export function bindMethods<Bound extends Client>(transport: Transport, tree: MethodTree): Bound {
  const rebind = (other: Transport): Client => bindMethods(other, tree);
  const client = Object.assign(Object.create(null), { [transportKey]: transport, [bindKey]: rebind }) as Bound;
  return bindInto(client, client, tree);
}

function bindInto<Target extends object>(target: Target, client: Client, tree: MethodTree): Target {
  for (const [name, entry] of Object.entries(tree)) {
    const value =
      typeof entry === 'function'
        ? (...args: never[]): unknown => entry(client, ...args)
        : bindInto(Object.create(null) as object, client, entry);
    // Not an assignment, because a collection may be named `__proto__`. Writable, so that tests can replace a method.
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return target;
}

/** Turns the promise of a response into one of its body that can still return the whole response. */
function toCall<Result>(response: Promise<ApiResponse<Result>>): Call<Result> {
  const body = response.then(({ body }) => body) as { -readonly [Member in keyof Call<Result>]: Call<Result>[Member] };
  body.withResponse = () => {
    // The caller handles the failure of `response`, so `body` must not report an unhandled rejection.
    body.catch(() => undefined);
    return response.then((whole) => ({ ...whole }));
  };
  return body;
}
