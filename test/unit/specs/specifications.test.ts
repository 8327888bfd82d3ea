/** The handwritten specifications are valid, and every fact names its source. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../../generator/diagnostics.js';
import { readSpecification } from '../../../generator/read/index.js';
import { validateSpecification } from '../../../generator/validate/index.js';
import { isObject, type Json, sourcesOf } from './specification-elements.js';

const folder = new URL('../../../specs/', import.meta.url);

describe.each(['dns.v1', 'compute.v1', 'osconfig.v1beta', 'errorreporting.v1beta1'])('%s', (name) => {
  const path = `specs/${name}.yaml`;
  const text = readFileSync(new URL(`${name}.yaml`, folder), 'utf8');
  const { specification, diagnostics } = readSpecification({ path, text });

  test('has no diagnostics', () => {
    const findings = [...diagnostics, ...(specification === undefined ? [] : validateSpecification(specification))];
    expect(findings.map(formatDiagnostic)).toEqual([]);
  });

  test('names the language schema for editors', () => {
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=../generator/validate/specification.schema.json');
  });

  test('names a source for every schema, method, note, and open topic', () => {
    expect(unsourced(specification?.value ?? {})).toEqual([]);
  });

  test('names only sources in its own documents', () => {
    const documents = Object.keys(member(specification?.value, 'x-documents'));
    const strange = sourcesOf(specification?.value ?? {}).filter((source) => !documents.includes(source.split(': ')[0] ?? ''));
    expect(strange).toEqual([]);
  });
});

function member(value: Json | undefined, key: string): { readonly [key: string]: Json } {
  const found = isObject(value) ? value[key] : undefined;
  return isObject(found) ? found : {};
}

/** Names of elements that need a source but have none. */
function unsourced(specification: Json): readonly string[] {
  const schemas = Object.entries(member(specification, 'schemas'));
  const named = [...schemas, ...methodsOf(specification)].filter(([, element]) => isObject(element) && element['x-source'] === undefined);
  const said = ['x-notes', 'x-undocumented'].flatMap((key) => {
    const list = isObject(specification) ? specification[key] : undefined;
    return Array.isArray(list) ? (list as readonly Json[]) : [];
  });
  const topics = said.filter((element) => isObject(element) && element['source'] === undefined);
  return [...named.map(([name]) => name), ...topics.map((topic) => JSON.stringify(topic))];
}

function methodsOf(node: Json): readonly (readonly [string, Json])[] {
  const below = Object.values(member(node, 'resources')).flatMap((resource) => methodsOf(resource));
  return [...Object.entries(member(node, 'methods')), ...below];
}
