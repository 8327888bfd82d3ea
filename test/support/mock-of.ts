/** Creates a mock from a model without a package; requests are not validated. */
import { toMethodData, findOperationTypeName, listRootUrls, toResourceData } from '../../generator/emit/mock-data.js';
import { toApiDescriptor, toMethodDescriptor } from '../../generator/emit/descriptors.js';
import { collectObjectTypes } from '../../generator/emit/object-types.js';
import type { Api } from '../../generator/model/model.js';
import type { ApiBehavior } from '../../runtime/behavior.js';
import { createMockServer, type Mock, type MockOptions } from '../../mock/index.js';

export function buildBehavior(api: Api): ApiBehavior {
  const operationType = findOperationTypeName(api);
  const { parameters } = toApiDescriptor(api);
  return {
    name: api.name,
    version: api.version,
    title: api.title,
    rootUrls: listRootUrls(api),
    ...(api.protoJson && { protoJson: true as const }),
    ...(api.isPublished && { pathDecides: true as const }),
    ...(api.omittedValues !== undefined && { omittedValues: api.omittedValues }),
    ...(api.batchPath !== undefined && { batchPath: api.batchPath }),
    variables: api.variables,
    nameStart: api.nameStart,
    errors: api.errors,
    ...(api.projectCollection !== undefined && { projectCollection: api.projectCollection }),
    methods: api.methods.map((method) => ({ method: toMethodDescriptor(method, api), ...toMethodData(method, api) })),
    resources: api.resources.map((resource) => toResourceData(resource, api)),
    ...(api.otherSelectors && { otherSelectors: api.otherSelectors }),
    objectTypes: collectObjectTypes(api),
    ...(operationType !== undefined && { operationType }),
    ...(parameters && { parameters }),
  };
}

export function createMockFrom(api: Api, options: MockOptions = {}): Mock {
  return createMockServer(buildBehavior(api), options);
}
