import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../generator/lib/json.js';
import { buildSchemas, createTypeContext } from '../../../generator/model/build.js';
import { createLookup } from '../../../generator/model/schema-lookup.js';
import { buildStatements } from '../../../generator/model/statements.js';
import { findField } from '../../../generator/model/walk-types.js';

const text = { type: 'string' };
const schemas = new Map<string, JsonObject>([
  [
    'Thing',
    {
      type: 'object',
      properties: {
        name: text,
        part: { $ref: 'Part' },
        parts: { type: 'array', items: { $ref: 'Part' } },
        byPlace: { type: 'object', additionalProperties: { $ref: 'Part' } },
      },
    },
  ],
  [
    'Part',
    {
      type: 'object',
      properties: {
        code: text,
        labels: { type: 'object', additionalProperties: text },
        open: { type: 'object', 'x-undocumented': ['fields'], properties: {} },
        any: { type: 'any' },
      },
    },
  ],
  ['Alias', { $ref: 'Thing' }],
  ['Tree', { type: 'object', additionalProperties: { $ref: 'Tree' } }],
  ['Nest', { type: 'array', items: { $ref: 'Nest' } }],
  ['Round', { $ref: 'Round' }],
]);

const context = createTypeContext(buildStatements({ schemas: Object.fromEntries(schemas) }));
const lookup = createLookup({ schemas: buildSchemas(context) });

describe('findField', () => {
  test.each([
    ['Thing', 'name', 'field'],
    ['Thing', 'nam', 'missing nam'],
    ['Thing', 'name.first', 'missing first'],
    ['Thing', 'part.code', 'field'],
    ['Thing', 'parts.code', 'field'],
    ['Thing', 'parts.cod', 'missing cod'],
    ['Thing', 'byPlace.code', 'field'],
    ['Thing', 'byPlace.here.code', 'field'],
    ['Thing', 'byPlace.here.cod', 'missing cod'],
    ['Thing', 'part.labels.anything', 'field'],
    ['Thing', 'part.open.anything', 'open'],
    ['Thing', 'part.any.thing', 'open'],
    ['Thing', '', 'missing '],
    ['Thing', 'constructor', 'missing constructor'],
    ['Thing', '__proto__', 'missing __proto__'],
    ['Alias', 'part.code', 'field'],
    ['Tree', 'a.b.c', 'field'],
    ['Nest', 'a', 'open'],
    ['Round', 'a', 'open'],
    ['Absent', 'a', 'open'],
  ])('resolves %s: %s as %s', (id, path, expected) => {
    const match = findField(lookup, { kind: 'ref', schema: id }, path);
    expect(match.kind === 'missing' ? `missing ${match.part}` : match.kind).toBe(expected);
  });
});
