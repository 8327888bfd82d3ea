/** Names that generated code uses itself; a name made from a specification gets a `$` instead of hiding one of them. */

import { clientTypes, errorClasses, functions, methodTypes } from './symbols.js';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Globals of TypeScript and JavaScript that the output or its readers use as types. */
const globalTypes = words(`
  Array ArrayBuffer AsyncGenerator AsyncIterable AsyncIterator Awaited BigInt Boolean Capitalize ConstructorParameters Date Error Exclude Extract
  Function Generator Infinity InstanceType Iterable Iterator JSON Lowercase Map Math NaN NoInfer NonNullable Number Object Omit Parameters Partial Pick Promise
  PromiseLike Proxy Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Reflect RegExp Required ReturnType Set String Symbol ThisType Uint8Array
  Uncapitalize Uppercase WeakMap WeakSet AbortController AbortSignal Headers URL
`);

/** What the entry points of validators and mock export beside the types of the API, and the types of bodies. */
const otherTypes = words(
  `ApiBehavior ApiDescriptor MergePatch MethodDescriptor Mock MockMethods MockOptions MockResources Open RequestBody Seed SeedDocument TypedSeed ValidationError Validator Validate`,
);

/** Type names that need a `$`. */
export const reservedTypes: ReadonlySet<string> = new Set([...globalTypes, ...errorClasses, ...clientTypes, ...methodTypes, ...otherTypes]);

/** Words that cannot name a constant of a module (an exported `then` would be called by `await import`), and names that the generated modules use themselves. */
export const reservedValues: ReadonlySet<string> = new Set([
  ...functions,
  ...words(`
    abstract any arguments as async await boolean break case catch class const continue debugger declare default delete do else enum eval export extends
    false finally for from function get if implements import in instanceof interface let module namespace new never null number object of package private
    protected public return set static string super switch symbol this throw true try type typeof undefined unknown var void while with yield
    behavior createClient createMock globalThis api d endpoints m v then waitForOperation waits
  `),
]);
