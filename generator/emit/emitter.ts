/** The interface of emitters: pure functions from the model of an API to the files of its package. */
import type { PackageMetadata } from '../lib/package-metadata.js';
import type { ModuleFormat, PackagePart, RuntimeMode } from '../language/parts.js';
import type { Api } from '../model/model.js';
import type { Names } from './names.js';
import type { ModuleStatement } from '../lib/module-statements.js';

interface FileBase {
  /** POSIX, relative to the package's folder: `src/types.ts`. */
  readonly path: string;
  /** `prettier`: the file is formatted as prettier formats it. `ready`: the file is written unchanged. */
  readonly format: 'prettier' | 'ready';
}

/** A TypeScript module, which is printed before it is formatted. */
export interface SourceFile extends FileBase {
  readonly statements: readonly ModuleStatement[];
  readonly text?: never;
}

interface TextFile extends FileBase {
  readonly text: string;
}

export type EmittedFile = SourceFile | TextFile;

export interface EmitContext {
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
  /** The parts to emit, including the parts that they require (see `addRequiredParts`). */
  readonly parts: ReadonlySet<PackagePart>;
  /** All TypeScript names of the API. */
  readonly names: Names;
}

/** Returns the folder name of a package, which is also its npm name without the scope: `dns-v1`. */
export function getPackageFolderName(api: Api): string {
  return `${api.name}-${api.version}`;
}

/** Returns the npm name of the runtime's own package. */
export function getRuntimeName({ scope }: Pick<EmitContext, 'scope'>): string {
  return `${scope}/runtime`;
}
