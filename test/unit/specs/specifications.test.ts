/** The specifications of this project are valid, and every fact names its source. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../../generator/lib/diagnostics.js';
import { readSpecification } from '../../../generator/read/index.js';
import { validateSpecification } from '../../../generator/check/index.js';
import { isObject, type Json } from '../../../generator/lib/json.js';
import { listSources } from './specification-elements.js';

const folder = new URL('../../../specs/', import.meta.url);

describe.each(['dns.v1', 'compute.v1', 'osconfig.v1beta', 'errorreporting.v1beta1'])('%s', (name) => {
  const path = `specs/${name}.yaml`;
  const text = readFileSync(new URL(`${name}.yaml`, folder), 'utf8');
  const { specification, diagnostics } = readSpecification({ path, text });

  test('has no diagnostics', () => {
    const allDiagnostics = [...diagnostics, ...(specification === undefined ? [] : validateSpecification(specification))];
    expect(allDiagnostics.map(formatDiagnostic)).toEqual([]);
  });

  test('refers editors to the JSON Schema', () => {
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=../generator/check/specification.schema.json');
  });

  test('has a source for every schema, method, note, and undocumented topic', () => {
    expect(listElementsWithoutSource(specification?.value ?? {})).toEqual([]);
  });

  test('has only sources in its own documents', () => {
    const documents = Object.keys(getObject(specification?.value, 'x-documents'));
    const foreignSources = listSources(specification?.value ?? {}).filter((source) => !documents.includes(source.split(': ')[0] ?? ''));
    expect(foreignSources).toEqual([]);
  });
});

function getObject(value: Json | undefined, key: string): { readonly [key: string]: Json } {
  const child = isObject(value) ? value[key] : undefined;
  return isObject(child) ? child : {};
}

/** Lists the elements that need a source but have none. */
function listElementsWithoutSource(specification: Json): readonly string[] {
  const schemas = Object.entries(getObject(specification, 'schemas'));
  const elements = [...schemas, ...listMethods(specification)].filter(([, element]) => isObject(element) && element['x-source'] === undefined);
  const statements = ['x-notes', 'x-undocumented'].flatMap((key) => {
    const list = isObject(specification) ? specification[key] : undefined;
    return Array.isArray(list) ? (list as readonly Json[]) : [];
  });
  const topics = statements.filter((element) => isObject(element) && element['source'] === undefined);
  return [...elements.map(([name]) => name), ...topics.map((topic) => JSON.stringify(topic))];
}

function listMethods(node: Json): readonly (readonly [string, Json])[] {
  const nestedMethods = Object.values(getObject(node, 'resources')).flatMap((resource) => listMethods(resource));
  return [...Object.entries(getObject(node, 'methods')), ...nestedMethods];
}
