/** Names that generated code uses. A conflicting name of a specification gets a `$`. */

import { boundMethodTypes, clientTypes, errorClasses, functions, methodTypes } from './symbols.js';

const splitWords = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Global types of TypeScript and JavaScript that generated code or its users refer to. */
const globalTypes = splitWords(`
  Array ArrayBuffer AsyncGenerator AsyncIterable AsyncIterator Awaited BigInt Boolean Capitalize ConstructorParameters Date Error Exclude Extract
  Function Generator Infinity InstanceType Iterable Iterator JSON Lowercase Map Math NaN NoInfer NonNullable Number Object Omit Parameters Partial Pick Promise
  PromiseLike Proxy Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Reflect RegExp Required ReturnType Set String Symbol ThisType Uint8Array
  Uncapitalize Uppercase WeakMap WeakSet AbortController AbortSignal Headers URL
`);

/** Types that the entry points of the validators and the mock export in addition to the types of the API. */
const otherTypes = splitWords(
  `ApiBehavior ApiDescriptor MergePatch MethodDescriptor Mock MockMethods MockOptions MockResources MockSeedMembers Open RequestBody Seed SeedDocument TypedSeed ValidationError Validator Validate`,
);

/** Type names that get a `$`. */
export const reservedTypes: ReadonlySet<string> = new Set([
  ...globalTypes,
  ...errorClasses,
  ...boundMethodTypes,
  ...clientTypes,
  ...methodTypes,
  ...otherTypes,
]);

/** Words that can't name a constant of a module, and names that generated modules use. `await import` would call an exported `then`. */
export const reservedValues: ReadonlySet<string> = new Set([
  ...functions,
  ...splitWords(`
    abstract any arguments as async await boolean break case catch class const continue debugger declare default delete do else enum eval export extends
    false finally for from function get if implements import in instanceof interface let module namespace new never null number object of package private
    protected public return set static string super switch symbol this throw true try type typeof undefined unknown var void while with yield
    behavior createClient createMock defineSeed globalThis api d endpoints m operationRoutes t v then waitForOperation
  `),
]);
