import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { toDiscovery } from '../../../generator/emit/discovery.js';
import { buildModel } from '../../../generator/model/build.js';
import type { JsonObject } from '../../../generator/lib/json.js';

const exportYaml = (yaml: string, variables: Readonly<Record<string, string>> = {}): JsonObject =>
  toDiscovery(buildModel(parse(yaml) as JsonObject, { variables })) as JsonObject;

describe('toDiscovery', () => {
  it('writes paths in Discovery syntax', () => {
    const document = exportYaml(`
      name: errors
      version: v1beta1
      servicePath: v1beta1/
      methods:
        update:
          httpMethod: PUT
          path: '{group.name=projects/*/groups/*}:go'
          parameters: { group.name: { type: string, location: path, required: true } }
    `);
    expect(document['methods']).toMatchObject({
      update: {
        id: 'errors.update',
        path: '{+group.name}:go',
        flatPath: 'projects/{projectsId}/groups/{groupsId}:go',
        parameters: { 'group.name': { pattern: '^projects/[^/]+/groups/[^/]+$', location: 'path', required: true } },
        parameterOrder: ['group.name'],
      },
    });
  });

  it('writes a pattern that matches other routes than the template as the pattern of the value', () => {
    const document = exportYaml(`
      name: errors
      methods:
        get: { httpMethod: GET, path: '{name=projects/*}', parameters: { name: { type: string, location: path, pattern: '[a-z/]+' } } }
    `);
    expect(document['methods']).toMatchObject({
      get: { path: '{+name}', parameters: { name: { pattern: '^projects/[^/]+$', 'x-valuePattern': '[a-z/]+' } } },
    });
  });

  it('writes the variable of an address without a value', () => {
    const yaml = `{ name: dns, version: v1, servicePath: dns/v1/, rootUrl: '{base_url}/', x-variables: { base_url: { description: Address } } }`;
    expect(exportYaml(yaml)).toMatchObject({
      rootUrl: '{base_url}/',
      baseUrl: '{base_url}/dns/v1/',
      'x-variables': { base_url: { description: 'Address' } },
    });
  });

  it("includes a source that differs from its parent's source", () => {
    const document = exportYaml(`
      name: shop
      x-source: 'handbook: Start'
      schemas:
        Book:
          type: object
          x-source: 'handbook: Books'
          properties:
            a: { type: string }
            b: { type: string, x-source: { assumption: it has one } }
          x-validations: [{ rule: self.a != self.b, message: a and b differ, id: 'Book:differ', source: { public: reference } }]
          x-rules: [{ kind: serverDefault, field: a, value: x, id: 'Book.a', source: { recordings: [0123456789ab], scenarios: 3, against: 0 } }]
    `);
    expect(document['x-source']).toBe('handbook: Start');
    expect(document['schemas']).toEqual({
      Book: {
        id: 'Book',
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string', 'x-source': { assumption: 'it has one' } } },
        'x-validations': [{ rule: 'self.a != self.b', message: 'a and b differ', id: 'Book:differ', source: { public: 'reference' } }],
        'x-rules': [
          {
            kind: 'serverDefault',
            field: 'a',
            value: 'x',
            id: 'Book.a',
            source: { recordings: ['0123456789ab'], scenarios: 3, against: 0 },
          },
        ],
        'x-source': 'handbook: Books',
      },
    });
  });

  it('contains permissions and documented mock behavior, but no inferred behavior', () => {
    const document = exportYaml(`
      name: shop
      resources:
        books:
          methods:
            get: { httpMethod: GET, path: 'books/{book}', x-permissions: [shop.get], response: { $ref: Book } }
            burn: { httpMethod: POST, path: 'books/{book}:burn', x-action: { kind: delete, resource: 'books/{book}' } }
      schemas: { Book: { type: object, properties: { name: { type: string } } } }
    `);
    const { methods } = (document['resources'] as { books: { methods: Record<string, JsonObject> } }).books;
    expect(methods['get']?.['x-permissions']).toEqual(['shop.get']);
    expect(Object.hasOwn(methods['get'] ?? {}, 'x-action')).toBe(false);
    expect(methods['burn']?.['x-action']).toEqual({ kind: 'delete', resource: 'books/{book}' });
  });

  it('keeps hostile names as own members', () => {
    const document = toDiscovery(
      buildModel(
        JSON.parse('{"name":"a","schemas":{"__proto__":{"type":"object","properties":{"__proto__":{"type":"string"}}}}}') as JsonObject,
        {
          variables: {},
        },
      ),
    ) as JsonObject;
    expect(JSON.stringify(document['schemas'])).toBe(
      '{"__proto__":{"id":"__proto__","type":"object","properties":{"__proto__":{"type":"string"}}}}',
    );
  });
});
