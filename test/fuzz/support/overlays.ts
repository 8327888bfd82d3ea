/** Hostile overlays on a harmless description. */
import fc from 'fast-check';
import { document, type Input, type Json, repairMost, specificationLanguage, printJson } from './documents.js';
import { text } from './texts.js';

type Members = Readonly<Record<string, Json>>;

const base = `name: shop
version: v1
title: Shop
description: Things.
rootUrl: https://shop.example.com/
servicePath: ''
x-documents: { doc: { title: All } }
x-source: 'doc: All'
schemas:
  Thing: { type: object, properties: { size: { type: integer, format: int32 }, kinds: { type: string, enum: [RED, BLUE] } } }
resources:
  things:
    methods:
      get:
        id: shop.things.get
        httpMethod: GET
        path: 'v1/things/{thing}'
        parameters: { thing: { type: string, location: path, required: true } }
        response: { $ref: Thing }
      create: { id: shop.things.create, httpMethod: POST, path: v1/things, request: { $ref: Thing }, response: { $ref: Thing } }
`;

/** Keys that the base description already defines, or that an overlay can't contain. */
const forbiddenKeys: ReadonlySet<string> = new Set(
  'name version title description canonicalName documentationLink rootUrl servicePath batchPath x-source x-documents x-variables x-notes x-undocumented'.split(
    ' ',
  ),
);
const source = fc.oneof(
  text.map((reference) => ({ public: reference })),
  text.map((reference) => ({ assumption: reference })),
  fc.constant({ recordings: ['0123456789ab'], scenarios: 3, against: 0 }),
);
const notes = fc.array(fc.record({ topic: text, text, source }), { maxLength: 2 });

/** Overlays with their own sources. Some contradict the base description. */
export const overlays: fc.Arbitrary<Input> = fc
  .tuple(repairMost(document(specificationLanguage), true), source, notes, fc.integer({ min: 0, max: 9 }))
  .map(([generated, sourceValue, notesValue, dice]): Input => {
    const added = Object.entries(generated as Members).filter(([key]) => dice === 0 || !forbiddenKeys.has(key));
    const ownMembers: readonly (readonly [string, Json])[] = [
      ['name', 'shop'],
      ['version', 'v1'],
      ['x-source', sourceValue],
      ...(notesValue.length > 0 ? [['x-notes', notesValue] as const] : []),
    ];
    const lines = [...ownMembers, ...added].map(([key, value]) => `${JSON.stringify(key)}: ${printJson(value)}\n`);
    return { path: 'specs/shop.yaml', text: base, overlay: { path: 'specs/overlays/shop.yaml', text: lines.join('') } };
  });
