/** The emitters, in the order in which they run. */
import type { Api } from '../model/model.js';
import type { PackagePart } from '../language/parts.js';
import { emitDescriptors } from './descriptors.js';
import { emitDocs } from './docs.js';
import type { EmitContext, EmittedFile } from './emitter.js';
import { emitEntry } from './entry.js';
import { emitMethods } from './methods.js';
import { emitMock } from './mock-entry.js';
import { emitPackage } from './package-files.js';
import { importRuntimePackage } from './runtime-package.js';
import { emitTypes } from './type-declarations.js';
import { emitValidators } from './validators.js';

/** An emitter runs if its part is selected. Its output depends only on the input, not on the clock, randomness, or the locale. */
type Emitter = readonly [part: PackagePart, emitFiles: (api: Api, context: EmitContext) => readonly EmittedFile[]];

const emitters: readonly Emitter[] = [
  ['types', emitTypes],
  ['types', emitDescriptors],
  ['client', emitMethods],
  ['types', emitEntry],
  ['validators', emitValidators],
  ['mock', emitMock],
  ['package', emitPackage],
  ['docs', emitDocs],
];

/** Yields all files of the selected parts of a package. An emitter runs when its files are needed, so only the statements of one are in memory. */
export function* emit(api: Api, context: EmitContext): Iterable<EmittedFile> {
  for (const [part, emitFiles] of emitters) {
    if (!context.parts.has(part)) continue;
    for (const file of emitFiles(api, context)) yield context.runtime === 'inline' ? file : importRuntimePackage(file, context);
  }
}
