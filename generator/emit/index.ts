/** The emitters of discogen, and how the selected ones run. */
import type { Api } from '../model/model.js';
import { getLookup } from '../model/schema-lookup.js';
import { buildCallTypes, trackImports } from './call-types.js';
import { emitDescriptors } from './descriptors.js';
import { emitDocs, emitPages } from './docs.js';
import { type CallDescription, defineEmitter, type EmitContext, type EmitSettings, type EmittedFile, type Emitter } from './emitter.js';
import { emitEntry, runtimeEntries } from './entry.js';
import { buildMethodTree, getMethodPath } from './method-tree.js';
import { emitMethods } from './methods.js';
import { emitMock } from './mock-entry.js';
import { emitPackage } from './package-files.js';
import { importRuntimePackage } from './runtime-package.js';
import { emitTypes } from './type-declarations.js';
import { formatType } from './type-text.js';
import { emitValidators } from './validators.js';

/** One per part, in the order in which they run. */
const builtInEmitters: readonly Emitter[] = [
  defineEmitter({
    name: 'types',
    *files(api, context) {
      yield* emitTypes(api, context);
      yield* emitDescriptors(api, context);
      yield* emitEntry(api, context);
    },
  }),
  defineEmitter({ name: 'client', requires: ['types'], entries: ['methods', ...runtimeEntries], files: emitMethods }),
  defineEmitter({ name: 'validators', requires: ['types'], entries: ['validators'], files: emitValidators }),
  defineEmitter({ name: 'mock', requires: ['client', 'validators'], entries: ['mock'], files: emitMock }),
  defineEmitter({ name: 'package', files: emitPackage }),
  defineEmitter({ name: 'docs', files: emitDocs }),
  defineEmitter({ name: 'pages', isDefault: false, requires: ['docs'], files: emitPages }),
];

/** The parts to emit, and the emitters of a user. */
export interface EmitSelection {
  /** The names of parts. Empty means all that are default parts. */
  readonly only: readonly string[];
  /** They run after those of discogen. */
  readonly emitters?: readonly Emitter[];
}

/** Returns the emitters of the selected parts and of those that they require. Ignores names that no emitter has. */
function selectEmitters({ only, emitters = [] }: EmitSelection): readonly Emitter[] {
  const all = [...builtInEmitters, ...emitters];
  if (only.length === 0) return all.filter(({ isDefault = true }) => isDefault);
  const selected = new Set<Emitter>();
  const select = (name: string): void => {
    const emitter = all.find((candidate) => candidate.name === name);
    if (emitter === undefined || selected.has(emitter)) return;
    selected.add(emitter);
    emitter.requires?.forEach(select);
  };
  ['package', ...only].forEach(select);
  return all.filter((emitter) => selected.has(emitter));
}

function createContext(api: Api, settings: EmitSettings, emitters: readonly Emitter[]): EmitContext {
  const root = buildMethodTree(api);
  return {
    ...settings,
    parts: new Set(emitters.map(({ name }) => name)),
    entries: emitters.flatMap(({ entries = [] }) => entries),
    peerDependencies: Object.assign({}, ...emitters.map(({ peerDependencies }) => peerDependencies)),
    lookup: getLookup(api),
    describeCall(method): CallDescription {
      const { names, imports } = trackImports(settings.names);
      const { params, optional, result, item } = buildCallTypes(method, api, names);
      const { constant } = names.method(method.id);
      const path = getMethodPath(method, root);
      return { path, function: constant, params, isOptional: optional, result, ...(item && { item }), imports: imports() };
    },
    formatType: (type, form = 'output') => formatType(type, { names: settings.names, form }),
  };
}

/** Yields all files of the selected parts of a package. An emitter runs when its files are needed, so only the statements of one are in memory. */
export function* emit(api: Api, settings: EmitSettings, selection: EmitSelection): Iterable<EmittedFile> {
  const emitters = selectEmitters(selection);
  const context = createContext(api, settings, emitters);
  for (const emitter of emitters)
    for (const file of emitter.files(api, context)) yield context.runtime === 'inline' ? file : importRuntimePackage(file, context);
}
