/** The interface of emitters: pure functions from the model of an API to the files of its package. */
import type { PackageMetadata } from '../lib/package-metadata.js';
import type { ModuleFormat, PartName, RuntimeMode } from '../language/parts.js';
import type { Api, Method, Type } from '../model/model.js';
import type { Lookup } from '../model/schema-lookup.js';
import type { Names, TypeForm } from './names.js';
import type { ModuleStatement } from '../lib/module-statements.js';

interface FileBase {
  /** POSIX, relative to the package's folder: `src/types.ts`. */
  readonly path: string;
  /** `prettier`: the file is formatted as prettier formats it. `ready`: the file is written unchanged. Default: `ready`. */
  readonly format?: 'prettier' | 'ready';
}

/** A TypeScript module, which is printed after a comment that marks it as generated. */
export interface SourceFile extends FileBase {
  readonly statements: readonly ModuleStatement[];
  readonly text?: never;
}

export interface TextFile extends FileBase {
  readonly text: string;
  readonly statements?: never;
}

export type EmittedFile = SourceFile | TextFile;

/** The settings of a package. */
export interface EmitSettings {
  /** npm scope of the packages: `@discogen`. */
  readonly scope: string;
  /** Version of the package. */
  readonly version: string;
  /** Version of the runtime's own package. */
  readonly runtimeVersion: string;
  readonly metadata: PackageMetadata;
  /** How the package gets the runtime. */
  readonly runtime: RuntimeMode;
  readonly moduleFormats: readonly ModuleFormat[];
  /** The text of the user's service module. Absent without one. */
  readonly service?: string | undefined;
  /** All TypeScript names of the API. */
  readonly names: Names;
}

/** A call of a method in the generated client. */
export interface CallDescription {
  /** The members of the client that lead to the method: `['managedZones', 'get']`. */
  readonly path: readonly string[];
  /** The function in `./methods.js`, whose parameters are the client, the parameters of the method, and the options: `managedZonesGet`. */
  readonly function: string;
  /** The type of the parameters, which `./index.js` exports: `ManagedZonesGetParams`. */
  readonly params: string;
  /** Whether the method can be called without parameters. */
  readonly isOptional: boolean;
  /** The type of what a call resolves with, for a list that of one page. Its names are in `imports`. */
  readonly result: string;
  /** The type of the items of a list. Its names are in `imports`. */
  readonly item?: string;
  /** The names that `params`, `result`, and `item` use. `./index.js` exports them. */
  readonly imports: readonly string[];
}

/** What an emitter gets besides the model. */
export interface EmitContext extends EmitSettings {
  /** The names of the selected parts, including those that they require. */
  readonly parts: ReadonlySet<PartName>;
  /** The entry points of the selected emitters. */
  readonly entries: readonly string[];
  /** The packages that the files of the selected emitters import, with their version ranges. */
  readonly peerDependencies: Readonly<Record<string, string>>;
  /** Finds schemas, fields, and resources of the model. */
  readonly lookup: Lookup;
  /** Describes how to call a method. */
  readonly describeCall: (method: Method) => CallDescription;
  /** Formats a type of the model as TypeScript. `form`: in responses or in requests. Default: `output`. */
  readonly formatType: (type: Type, form?: TypeForm) => string;
}

/** Makes files of a package. discogen's own parts are emitters, too. */
export interface Emitter {
  /** The name of its part, which `only` can select: lower-case letters, digits, and hyphens. */
  readonly name: string;
  /** The version of the model that it is written for. Default: any. */
  readonly modelVersion?: number;
  /** Whether its part is generated if `only` selects no parts. Default: true. */
  readonly isDefault?: boolean;
  /** The parts that its files need. They are generated with it. */
  readonly requires?: readonly PartName[];
  /** Modules that users import: `queries` is `src/queries.ts`, which they import as `@discogen/dns-v1/queries`. */
  readonly entries?: readonly string[];
  /** The packages that its files import, with their version ranges. They become peer dependencies of the package. */
  readonly peerDependencies?: Readonly<Record<string, string>>;
  /** Returns the files. They must depend only on the arguments, not on the clock, randomness, or the locale. */
  files(api: Api, context: EmitContext): Iterable<EmittedFile>;
}

/** Declares an emitter. Returns it unchanged. */
export const defineEmitter = (emitter: Emitter): Emitter => emitter;

/** Returns the folder name of a package, which is also its npm name without the scope: `dns-v1`. */
export function getPackageFolderName(api: Api): string {
  return `${api.name}-${api.version}`;
}

/** Returns the npm name of the runtime's own package. */
export function getRuntimeName({ scope }: Pick<EmitContext, 'scope'>): string {
  return `${scope}/runtime`;
}
