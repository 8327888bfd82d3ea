/** Generates the files of a package in memory from the text of a specification. */
import { emit } from '../../generator/emit/index.js';
import { parts as allParts, type PackagePart } from '../../generator/language/parts.js';
import { type EmittedFile } from '../../generator/emit/emitter.js';
import { createNames } from '../../generator/emit/names.js';
import { buildModel } from '../../generator/model/build.js';
import type { Api } from '../../generator/model/model.js';
import { readSpecification } from '../../generator/read/index.js';
import { formatFile } from '../../generator/write/format-file.js';

/** Required parts of a description, which a test can override. */
const skeleton = { name: 'demo', version: 'v1', title: 'Demo', rootUrl: 'https://demo.example.com/', servicePath: '' };

/** Builds the model of a YAML or JSON description and adds required parts. */
export function resolveApi(text: string): Api {
  const { specification, diagnostics } = readSpecification({ path: 'demo.yaml', text });
  if (specification === undefined) throw new Error(`The description cannot be read: ${JSON.stringify(diagnostics)}`);
  return buildModel({ ...skeleton, ...specification.value }, { variables: {} });
}

/** The unformatted files of the emitters, by default of all parts. */
export function emitFiles(api: Api, parts: readonly PackagePart[] = allParts): readonly EmittedFile[] {
  const context = {
    scope: '@discogen',
    version: '0.1.0',
    runtimeVersion: '0.1.0',
    metadata: {},
    runtime: 'inline',
    moduleFormats: ['esm'],
    names: createNames(api),
  } as const;
  return [...emit(api, context, { only: parts })];
}

/** Text of each file by its path, formatted as it is written. */
export async function buildPackageFrom(api: Api, parts: readonly PackagePart[] = allParts): Promise<ReadonlyMap<string, string>> {
  const files = emitFiles(api, parts).map(async (file) => [file.path, await formatFile(file)] as const);
  return new Map(await Promise.all(files));
}
