/** The emitters, in the order in which they run. */
import type { Api } from '../model/model.js';
import { descriptors } from './descriptors.js';
import { docs } from './docs.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import { entry } from './entry.js';
import { methods } from './methods.js';
import { mockEmitter } from './mock-entry.js';
import { packageFiles } from './package-files.js';
import { regularExpressions } from './regular-expressions.js';
import { importRuntimePackage } from './runtime-package.js';
import { types } from './type-declarations.js';
import { validators } from './validators.js';

const emitters: readonly Emitter[] = [types, descriptors, methods, entry, validators, mockEmitter, regularExpressions, packageFiles, docs];

/** Returns all files of the selected parts of a package. */
export function emit(api: Api, context: EmitContext): readonly EmittedFile[] {
  const files = emitters.filter(({ part }) => context.parts.has(part)).flatMap((emitter) => emitter.emit(api, context));
  return context.runtime === 'inline' ? files : files.map((file) => importRuntimePackage(file, context));
}
