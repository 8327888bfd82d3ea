/** Reads one specification in YAML or JSON into plain data with positions. Never throws, whatever the text. */
import { createDiagnostic } from '../lib/diagnostics.js';
import { readJson } from './read-json.js';
import { checkLimits } from './check-limits.js';
import { createLocator } from './locator.js';
import type { Limits, ReadResult, SourceText } from '../language/specification.js';
import { readYaml } from './read-yaml.js';

export type { Limits, ReadResult } from '../language/specification.js';

const defaultSize = 64 * 1024 * 1024;
const defaultDepth = 200;
const defaultElements = 500_000;

/** `path` determines the format (`.json`, `.yaml`, `.yml`). With any other extension, a text that begins with `{` is JSON. */
export function readSpecification(file: { readonly path: string; readonly text: string }, limits: Limits = {}): ReadResult {
  const { size = defaultSize, depth = defaultDepth, elements = defaultElements } = limits;
  const text = file.text.startsWith('\ufeff') ? file.text.slice(1) : file.text;
  const source: SourceText = { path: file.path, text, depth, elements, locate: createLocator(file.path, text) };
  if (text.length > size) return { diagnostics: [createDiagnostic('too-large', { size: text.length, limit: size }, source.locate(0))] };
  const result = rejectOtherFormat(isJson(file.path, text) ? recognizeDiscovery(readJson(source)) : readYaml(source));
  const beyond = result.specification === undefined ? [] : checkLimits(result.specification, limits);
  return beyond.length === 0 ? result : { diagnostics: [...result.diagnostics, ...beyond] };
}

/**
 * Adds the `kind` of a published Discovery document to a JSON document with `rootUrl` or `resources` that has none, and no key of the
 * specification language.
 */
function recognizeDiscovery(result: ReadResult): ReadResult {
  const { specification, diagnostics } = result;
  const keys = Object.keys(specification?.value ?? {});
  const isDiscovery = keys.includes('rootUrl') || keys.includes('resources');
  if (specification === undefined || !isDiscovery || keys.some((key) => key === 'kind' || key.startsWith('x-'))) return result;
  const warning = createDiagnostic(
    'missing-key',
    { key: 'kind', owner: 'a specification' },
    { ...specification.at([]), severity: 'warning' },
  );
  return {
    specification: { ...specification, value: { kind: 'discovery#restDescription', ...specification.value } },
    diagnostics: [...diagnostics, warning],
  };
}

/** Reports a document of OpenAPI or Swagger once, instead of each key that is unknown here. */
function rejectOtherFormat(result: ReadResult): ReadResult {
  const { specification } = result;
  const key = (['openapi', 'swagger'] as const).find((name) => Object.hasOwn(specification?.value ?? {}, name));
  if (specification === undefined || key === undefined || Object.hasOwn(specification.value, 'name')) return result;
  const format = key === 'openapi' ? 'an OpenAPI document' : 'a Swagger document';
  return { diagnostics: [createDiagnostic('other-format', { format }, specification.at([key], 'key'))] };
}

function isJson(path: string, text: string): boolean {
  if (/\.json$/i.test(path)) return true;
  return !/\.ya?ml$/i.test(path) && text.trimStart().startsWith('{');
}
