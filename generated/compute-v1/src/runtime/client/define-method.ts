/** Methods as functions, and trees of them bound to one client. */
import type { MethodDescriptor } from '../descriptor.js';
import type { ApiResponse } from '../errors.js';
import { bindKey, transportKey } from './client-types.js';
import type { Call, CallOptions, Client, ParameterlessMethod, Method, MethodTree, Middleware, Transport } from './client-types.js';

/** The function that calls a method: `managedZonesGet(client, { project, managedZone })`. */
/* @__NO_SIDE_EFFECTS__ */
export function defineMethod<Params extends object, Result>(
  descriptor: MethodDescriptor,
  ...steps: readonly Middleware[]
): Method<Params, Result> & ParameterlessMethod<Params, Result> {
  const method = { ...descriptor, steps };
  const call = (client: Client, params?: object, options?: CallOptions): Call<unknown> =>
    asCall(client[transportKey].call(method, params, options));
  return Object.assign(call, descriptor) as unknown as Method<Params, Result> & ParameterlessMethod<Params, Result>;
}

/** The methods of a tree, with the client as their first argument. The result is itself a client; the generator knows its type. */
export function bindMethods<Bound extends Client>(transport: Transport, tree: MethodTree): Bound {
  const again = (other: Transport): Client => bindMethods(other, tree);
  const client = Object.assign(Object.create(null), { [transportKey]: transport, [bindKey]: again }) as Bound;
  return bindInto(client, client, tree);
}

function bindInto<Target extends object>(target: Target, client: Client, tree: MethodTree): Target {
  for (const [name, entry] of Object.entries(tree)) {
    const value =
      typeof entry === 'function'
        ? (...args: never[]): unknown => entry(client, ...args)
        : bindInto(Object.create(null) as object, client, entry);
    // Defined, not assigned: a collection may be called `__proto__`. Writable, so that tests can put a stub in its place.
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return target;
}

/** The body's promise, which still knows the whole answer. */
function asCall<Result>(sent: Promise<ApiResponse<Result>>): Call<Result> {
  const body = sent.then((response) => response.body) as { -readonly [Member in keyof Call<Result>]: Call<Result>[Member] };
  body.withResponse = () => {
    // The caller now looks at `sent`; a failure must not show up a second time as unhandled.
    body.catch(() => undefined);
    return sent.then((response) => ({ ...response }));
  };
  return body;
}
