/** Hostile overlays on a harmless description. */
import fc from 'fast-check';
import { document, type Input, type Json, repaired, ours, printed } from './documents.js';
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

/** Parts that the description below already states, or that only a description may state. */
const foreign: ReadonlySet<string> = new Set(
  'name version title description canonicalName documentationLink rootUrl servicePath batchPath x-source x-documents x-variables x-notes x-undocumented'.split(
    ' ',
  ),
);
const source = fc.oneof(
  text.map((reference) => ({ public: reference })),
  text.map((reference) => ({ assumption: reference })),
);
const stated = fc.array(fc.record({ topic: text, text, source }), { maxLength: 2 });

/** Own sources and occasional contradictions. */
export const overlays: fc.Arbitrary<Input> = fc
  .tuple(repaired(document(ours), true), source, stated, fc.integer({ min: 0, max: 9 }))
  .map(([made, from, statements, dice]): Input => {
    const added = Object.entries(made as Members).filter(([key]) => dice === 0 || !foreign.has(key));
    const own: readonly (readonly [string, Json])[] = [
      ['name', 'shop'],
      ['version', 'v1'],
      ['x-source', from],
      ...(statements.length > 0 ? [['x-notes', statements] as const] : []),
    ];
    const lines = [...own, ...added].map(([key, value]) => `${JSON.stringify(key)}: ${printed(value)}\n`);
    return { path: 'specs/shop.yaml', text: base, overlay: { path: 'specs/overlays/shop.yaml', text: lines.join('') } };
  });
