/** Facts of resources that the generator infers for the mock, so that the mock doesn't guess them from names. */
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../../../generator/model/build.js';

const pathParameter = (name: string) => ({ [name]: { type: 'string', location: 'path', required: true } });
const ref = (id: string) => ({ $ref: id });
const method = (httpMethod: string, route: string, members: object = {}) => ({ httpMethod, path: route, ...members });
const shop = { name: 'shop', version: 'v1', rootUrl: 'https://shop.example/', servicePath: '' };
const Shelf = { type: 'object', properties: { name: { type: 'string' } } };
const Rule = { type: 'object', properties: { id: { type: 'string' } } };

describe('a resource', () => {
  it('has the quotas of resources above it whose metrics can name its collection', () => {
    const buildQuotas = (metric: Readonly<Record<string, string | readonly string[]>>) => {
      const Quota = { type: 'object', properties: { metric, limit: { type: 'number' }, usage: { type: 'number' } } };
      const Owner = { type: 'object', properties: { name: { type: 'string' }, quotas: { type: 'array', items: ref('Quota') } } };
      const methods = Object.fromEntries(
        ['projects/{project}', 'projects/{p}/zones/{zone}', 'projects/{project}/zones/{zone}/bookShelves/{shelf}'].map((path, index) => {
          const parameters = Object.assign({}, ...(path.match(/\w+(?=\})/g) ?? []).map(pathParameter)) as object;
          return [`get${index}`, method('GET', path, { parameters, response: ref(index === 2 ? 'Shelf' : 'Owner') })];
        }),
      );
      const schemas = { Shelf, Quota, Owner };
      const { resources } = buildModel({ ...shop, schemas, resources: { all: { methods } } }, { variables: {} });
      return resources.flatMap(({ path, quota }) => (quota ? [{ path, ...quota }] : []));
    };
    expect(buildQuotas({ type: 'string' })).toEqual([
      {
        path: 'projects/{project}/zones/{zone}/bookShelves/{shelf}',
        metric: 'BOOK_SHELVES',
        owners: ['projects/{p}/zones/{zone}', 'projects/{project}'],
      },
    ]);
    expect(buildQuotas({ type: 'string', enum: ['ROOMS'] })).toEqual([]);
  });

  it.each([
    ['in the fields that can hold it', { name: { type: 'string' }, number: { type: 'string' } }, ['number']],
    ['in any of the fields if the schema is unknown', {}, ['id', 'number', 'projectNumber']],
    ['nowhere', { name: { type: 'string' } }, undefined],
  ])('that is a project has its number %s', (_, properties, projectNumbers) => {
    const get = method('GET', 'v1/projects/{project}', { parameters: pathParameter('project'), response: ref('Project') });
    const schemas = { Project: { type: 'object', properties } };
    const { resources } = buildModel({ ...shop, schemas, resources: { projects: { methods: { get } } } }, { variables: {} });
    expect(resources.map((resource) => resource.projectNumbers)).toEqual([projectNumbers]);
  });

  it.each([
    ['errors', 'status', { errors: { type: 'array', items: ref('Rule') } }, false],
    ['a google.rpc.Status', 'status', { code: { type: 'integer' }, message: { type: 'string' } }, true],
  ])('that is an operation with %s', (_, operation, properties, hasStatusError) => {
    const get = method('GET', 'v1/operations/{operation}', { parameters: pathParameter('operation'), response: ref('Operation') });
    const Operation = { type: 'object', properties: { name: { type: 'string' }, error: { type: 'object', properties } } };
    const schemas = { Rule, Operation };
    const { resources } = buildModel({ ...shop, schemas, resources: { operations: { methods: { get } } } }, { variables: {} });
    expect(resources).toMatchObject([{ operation, hasStatusError, numericOrder: false }]);
  });
});
