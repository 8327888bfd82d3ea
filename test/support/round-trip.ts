/** Exports a document as Discovery, and reads the export. */
import { toDiscovery } from '../../generator/emit/discovery.js';
import { diffApis } from '../../generator/diff/compare-apis.js';
import { hasErrors, formatDiagnostic } from '../../generator/lib/diagnostics.js';
import type { Specification } from '../../generator/language/specification.js';
import { substituteVariables } from '../../generator/language/substitute-variables.js';
import { buildModel } from '../../generator/model/build.js';
import type { Api } from '../../generator/model/model.js';
import { readSpecification } from '../../generator/read/index.js';
import { validateSpecification } from '../../generator/check/index.js';

export interface RoundTrip {
  readonly before: Api;
  readonly after: Api;
  /** The exported documents of both. */
  readonly exported: readonly [before: string, after: string];
  /** What `diff` reports between both. */
  readonly changes: readonly string[];
}

function read(path: string, text: string): { readonly specification: Specification; readonly api: Api } {
  const { specification, diagnostics } = readSpecification({ path, text });
  const found = [...diagnostics, ...(specification ? validateSpecification(specification) : [])];
  if (specification === undefined || hasErrors(found)) throw new Error(found.map(formatDiagnostic).join('\n'));
  return { specification, api: buildModel(substituteVariables(specification.value, {}), { variables: {} }) };
}

/** Throws if the document, or its export, has errors. */
export function exportAndRead(path: string, text: string): RoundTrip {
  const old = read(path, text);
  const exported = JSON.stringify(toDiscovery(old.api));
  const next = read('exported.json', exported);
  const changes = diffApis({
    old: { api: old.api, at: (pointer) => old.specification.at(pointer) },
    new: { api: next.api, at: (pointer) => next.specification.at(pointer) },
  });
  return {
    before: old.api,
    after: next.api,
    exported: [exported, JSON.stringify(toDiscovery(next.api))],
    changes: changes.map(({ kind, subject, message }) => `${kind} ${subject}: ${message}`),
  };
}
