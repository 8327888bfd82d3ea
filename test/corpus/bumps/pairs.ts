/** Builds pairs of versions: a published document and a mutation of it, or declarations and a mutation of them. */
import type { EnumMode } from '../../../generator/language/parts.js';
import { createNodeEffects } from '../../../generator/lib/node-effects.js';
import { buildModel } from '../../../generator/model/build.js';
import { createNames } from '../../../generator/emit/names.js';
import { emit } from '../../../generator/emit/index.js';
import { readSpecification } from '../../../generator/read/index.js';
import { validateSpecification } from '../../../generator/check/index.js';
import type { JsonObject } from '../../../generator/lib/json.js';
import { buildPackageFiles } from '../../../generator/write/build-package-files.js';
import { readRuntime } from '../../../generator/write/runtime.js';
import type { Published } from '../published.js';
import { declarationMutations, documentMutations, type Document, mutateText, Selector } from './mutations.js';

/** The files of a package that users of its types see. */
export interface Version {
  readonly spec: string;
  readonly declarations: ReadonlyMap<string, string>;
}

export type Source = Pick<Published, 'api' | 'names'>;

export interface Pair {
  readonly name: string;
  readonly old: Version;
  readonly new: Version;
}

const { files } = createNodeEffects();
const runtime = readRuntime(files);

/** Returns `open` for even seeds, and `closed` for odd ones. */
export const selectEnumMode = (seed: number): EnumMode => (seed % 2 === 0 ? 'open' : 'closed');

/** The document has errors, so that no package can be built. */
export class DocumentError extends Error {}

/** @throws DocumentError */
export async function buildVersion(text: string, enums: EnumMode): Promise<Version & Source> {
  const { specification, diagnostics } = readSpecification({ path: 'document.json', text });
  const all = specification === undefined ? diagnostics : [...diagnostics, ...validateSpecification(specification)];
  const error = all.find(({ severity }) => severity === 'error');
  if (specification === undefined || error !== undefined) throw new DocumentError(error?.message ?? 'the document is empty');
  const api = buildModel(specification.value, { variables: {} });
  const names = createNames(api, enums);
  const context = {
    scope: '@discogen',
    version: '1.0.0',
    runtimeVersion: '1.0.0',
    metadata: {},
    runtime: 'package' as const,
    moduleFormats: ['esm'] as const,
    names,
  };
  const emitted = [...emit(api, context, { only: [] })].filter(({ path }) => /^src\/|^package\.json$|^spec\.json$/.test(path));
  const { files } = await buildPackageFiles({ folder: 'package', files: emitted }, { runtime });
  const declarations = new Map([...files].filter(([path]) => /^dist\/.*\.d\.ts$/.test(path)));
  declarations.set('package.json', files.get('package.json') ?? '{}');
  return { spec: files.get('spec.json') ?? '{}', declarations, api, names };
}

/** Returns one pair per mutation that applies. */
export async function* buildPairs(
  document: JsonObject,
  old: Version,
  { enums, seed }: { readonly enums: EnumMode; readonly seed: number },
): AsyncGenerator<Pair> {
  const select = new Selector(seed);
  for (const [name, mutate] of Object.entries(documentMutations)) {
    const changed = structuredClone(document) as unknown as Document;
    if (!mutate(changed, select)) continue;
    try {
      yield { name, old, new: await buildVersion(JSON.stringify(changed), enums) };
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
    }
  }
  const paths = [...old.declarations.keys()].filter((path) => path.endsWith('.d.ts'));
  for (const [name, mutation] of Object.entries(declarationMutations)) {
    const path = select.pick(paths.filter((each) => mutateText(old.declarations.get(each) ?? '', mutation, select) !== undefined));
    const text = path === undefined ? undefined : mutateText(old.declarations.get(path) ?? '', mutation, select);
    if (path !== undefined && text !== undefined)
      yield { name: `declarations: ${name}`, old, new: { ...old, declarations: new Map([...old.declarations, [path, text]]) } };
  }
}
