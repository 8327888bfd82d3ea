/** The interface of emitters: pure functions from the model of an API to the files of its package. */
import type { Api } from '../model/model.js';
import type { Names } from './names.js';
import type { Statement } from './statements.js';

/** The parts that `--only` can select. Every selection includes `package`. */
export const parts = ['types', 'client', 'validators', 'mock', 'docs', 'package'] as const;
export type Part = (typeof parts)[number];

/** `open`: the type of an enum suggests the known values and accepts any string; `closed`: it accepts only the known values where the specification lists all of them. */
export const enumModes = ['open', 'closed'] as const;
export type EnumMode = (typeof enumModes)[number];

interface FileBase {
  /** POSIX, relative to the package's folder: `src/types.ts`. */
  readonly path: string;
  /** `prettier`: the file is formatted as prettier formats it. `ready`: the file is written unchanged. */
  readonly format: 'prettier' | 'ready';
}

/** A TypeScript module, which is printed before it is formatted. */
export interface SourceFile extends FileBase {
  readonly statements: readonly Statement[];
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
  /** The parts to emit, including the parts that they require (see `addRequiredParts`). */
  readonly parts: ReadonlySet<Part>;
  /** All TypeScript names of the API. */
  readonly names: Names;
}

export interface Emitter {
  readonly name: string;
  /** The emitter runs if this part is selected. */
  readonly part: Part;
  /** The output depends only on the input, not on the clock, randomness, or the locale. */
  emit(api: Api, context: EmitContext): readonly EmittedFile[];
}

const requiredParts: Readonly<Record<Part, readonly Part[]>> = {
  types: ['package'],
  client: ['types', 'package'],
  validators: ['types', 'package'],
  mock: ['client', 'types', 'validators', 'package'],
  docs: ['package'],
  package: [],
};

/** Adds the parts that the selected parts require. An empty selection selects all parts. */
export function addRequiredParts(selected: Iterable<Part>): ReadonlySet<Part> {
  const selectedParts = [...selected];
  return new Set(
    selectedParts.length === 0
      ? parts
      : parts.filter((part) => selectedParts.some((selectedPart) => selectedPart === part || requiredParts[selectedPart].includes(part))),
  );
}

/** Returns the folder name of a package, which is also its npm name without the scope: `dns-v1`. */
export function getPackageFolderName(api: Api): string {
  return `${api.name}-${api.version}`;
}
