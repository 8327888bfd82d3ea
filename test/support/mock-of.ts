/** A mock of a model, without a package: its requests are not validated. */
import { methodData, operationFields, resourceData } from '../../generator/emit/behaviour.js';
import { methodDescriptor } from '../../generator/emit/descriptors.js';
import { shapes } from '../../generator/emit/shapes.js';
import type { Api } from '../../generator/model/model.js';
import type { ApiBehaviour } from '../../templates/runtime/descriptor.js';
import { createMockServer, type Mock, type MockOptions } from '../../templates/runtime/mock/index.js';

export function behaviourOf(api: Api): ApiBehaviour {
  const operation = operationFields(api);
  return {
    name: api.name,
    version: api.version,
    title: api.title,
    variables: api.variables,
    methods: api.methods.map((method) => ({ method: methodDescriptor(method, api), ...methodData(method, api) })),
    resources: api.resources.map((resource) => resourceData(resource, api)),
    shapes: shapes(api),
    ...(operation && { operation }),
  };
}

export function mockOf(api: Api, options: MockOptions = {}): Mock {
  return createMockServer(behaviourOf(api), options);
}
