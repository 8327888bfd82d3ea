/** The object types of nested objects. Each is emitted once, so that recursive schemas terminate. */
import { expect, test } from 'vitest';
import { collectObjectTypes } from '../../../generator/emit/object-types.js';
import { resolveApi } from '../../support/packages.js';

const text = `
name: trees
version: v1
title: Trees
x-source: 'manual: Trees'
x-documents: { manual: { title: The manual } }
rootUrl: https://trees.example.com/
servicePath: trees/v1/
resources:
  trees:
    methods:
      get:
        id: trees.trees.get
        httpMethod: GET
        path: 'trees/{tree}'
        parameters: { tree: { type: string, location: path, required: true } }
        response: { $ref: Tree }
schemas:
  Tree:
    type: object
    properties:
      name: { type: string }
      root: { $ref: Node }
      owner: { type: object, properties: { name: { type: string }, home: { type: object, properties: { street: { type: string } } } } }
      open: { type: object, x-undocumented: [fields], properties: { known: { type: string } } }
      openUnknown: { type: object, x-undocumented: [fields] }
      openTexts: { type: object, properties: { known: { type: string } }, additionalProperties: { type: string } }
  Node:
    type: object
    properties:
      size: { type: string, format: int64 }
      children: { type: array, items: { $ref: Node } }
      byName: { type: object, additionalProperties: { $ref: Node } }
`;

test('creates an object type for each object, named by its schema or its inline position', () => {
  const objectTypes = collectObjectTypes(resolveApi(text));
  expect(objectTypes).toMatchObject({
    Tree: { name: {}, root: { type: 'object', objectType: 'Node' }, owner: { type: 'object', objectType: '.Tree.owner' } },
    Node: { size: { format: 'int64' }, children: { type: 'array', objectType: 'Node' }, byName: { type: 'map', objectType: 'Node' } },
    '.Tree.owner': { name: {}, home: { type: 'object', objectType: '.Tree.owner.home' } },
    '.Tree.owner.home': { street: {} },
  });
});

test('creates an object type of the known fields for a partly documented object and for an open object', () => {
  const objectTypes = collectObjectTypes(resolveApi(text));
  expect(Object.entries(objectTypes).filter(([name]) => name.includes('open'))).toEqual([
    ['.Tree.open', { known: {} }],
    ['.Tree.openTexts', { known: {} }],
  ]);
  expect(objectTypes['Tree']).toMatchObject({ openUnknown: { type: 'object' }, openTexts: { objectType: '.Tree.openTexts', open: true } });
});
