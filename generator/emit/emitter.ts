/** What an emitter is: a pure function from the model to files of a package. */
import type { Api } from '../model/model.js';
import type { Names } from './names.js';

/** What `--only` selects; `package` is what makes the folder a package and is always there. */
export const parts = ['types', 'client', 'validators', 'mock', 'docs', 'package'] as const;
export type Part = (typeof parts)[number];

/** `open`: the type of an enum suggests the known values and accepts any string; `closed`: it accepts only the known values where the specification lists all of them. */
export const enumModes = ['open', 'closed'] as const;
export type EnumMode = (typeof enumModes)[number];

export interface EmittedFile {
  /** POSIX, relative to the package's folder: `src/types.ts`. */
  readonly path: string;
  readonly text: string;
  /** `prettier`: people read it, so it is formatted before it is written; `ready`: written as it is. */
  readonly format: 'prettier' | 'ready';
}

export interface EmitContext {
  /** npm scope of the packages: `@discogen`. */
  readonly scope: string;
  /** Version of the package. */
  readonly version: string;
  /** The parts to emit, with all that they need (see `addRequiredParts`). */
  readonly parts: ReadonlySet<Part>;
  /** Every TypeScript name of this API. */
  readonly names: Names;
}

export interface Emitter {
  readonly name: string;
  /** Runs where this part is selected. */
  readonly part: Part;
  /** Same input, same output: no clock, no randomness, no locale. */
  emit(api: Api, context: EmitContext): readonly EmittedFile[];
}

const needs: Readonly<Record<Part, readonly Part[]>> = {
  types: ['package'],
  client: ['types', 'package'],
  validators: ['types', 'package'],
  mock: ['client', 'types', 'validators', 'package'],
  docs: ['package'],
  package: [],
};

/** The selected parts and those that they import. An empty selection is all of them. */
export function addRequiredParts(selected: Iterable<Part>): ReadonlySet<Part> {
  const wanted = [...selected];
  return new Set(wanted.length === 0 ? parts : parts.filter((part) => wanted.some((want) => want === part || needs[want].includes(part))));
}

/** `dns-v1`: the folder of the package and, behind the scope, its npm name. */
export function packageFolderName(api: Api): string {
  return `${api.name}-${api.version}`;
}
