/** Infers the form of error bodies. */
import { createTypeUrls } from './proto-types.js';
import { toSingular } from '../../lib/singular.js';
import { findLastLiteral, isVersion } from '../../lib/path-steps.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import type { ErrorForm, ErrorMessages } from '../../../templates/runtime/behavior.js';
import type { Lookup } from '../schema-lookup.js';
import type { Api, Resource } from '../model.js';

/**
 * Infers the form of error bodies from the paths. The canonical code and details (AIP-193) belong to APIs whose paths begin with the version
 * (`v1/projects/…`). APIs from before that, whose paths begin with the name of the service (`storage/v1/b/…`), send a list of errors; those
 * that describe the old parameter `userIp` send nothing else.
 */
export function inferErrorForm({ statedErrors, methods, parameters, rootUrl }: Api): ErrorForm {
  const { envelope = inferEnvelope(methods, parameters), domain, messages = {}, methodMessages = {} } = statedErrors ?? {};
  const inferredDomain = envelope === 'status' ? getHost(rootUrl) : undefined;
  const ownDomain = domain ?? inferredDomain;
  return {
    envelope,
    ...(ownDomain !== undefined && { domain: ownDomain }),
    ...(Object.keys(messages).length > 0 && { messages }),
    ...(Object.keys(methodMessages).length > 0 && { methods: methodMessages }),
  };
}

function inferEnvelope(methods: Api['methods'], parameters: Api['parameters']): ErrorForm['envelope'] {
  if (beginsWithVersion(methods)) return 'status';
  return parameters.some(({ name }) => name === 'userIp') ? 'errors' : 'both';
}

/** Whether every path begins with the version: `v1/projects/…`. */
export function beginsWithVersion(methods: Api['methods']): boolean {
  return methods.every(({ route }) => parseTemplate(route).steps.findIndex(isVersion) === 0);
}

function getHost(rootUrl: string | undefined): string | undefined {
  return rootUrl !== undefined && URL.canParse(rootUrl) ? new URL(rootUrl).hostname : undefined;
}

/**
 * The fields of the metadata of operations of services that share one implementation of operations: API Gateway, Backup and DR, Certificate
 * Manager, and others.
 */
export const standardMetadataFields = ['apiVersion', 'createTime', 'endTime', 'requestedCancellation', 'statusMessage', 'target', 'verb'];

/** Adds the messages of errors, stated or inferred. */
export function addErrorMessages(resource: Resource, api: Api, lookup: Lookup): Resource {
  const { statedErrors } = api;
  const notFound = api.isPublished ? inferNotFoundMessage(resource, api, lookup) : undefined;
  const errorMessages: ErrorMessages = {
    ...(notFound !== undefined && { notFound }),
    ...statedErrors?.messages,
    ...(resource.schema !== undefined && statedErrors?.schemaMessages[resource.schema]),
  };
  return Object.keys(errorMessages).length > 0 ? { ...resource, errorMessages } : resource;
}

/** Whether the service shares that implementation. */
export function hasStandardOperations(api: Api, lookup: Lookup): boolean {
  const getTypeUrl = createTypeUrls(api);
  const metadata = api.schemas.find(({ id }) => id === 'OperationMetadata' || getTypeUrl(id)?.endsWith('.OperationMetadata'))?.id;
  return metadata !== undefined && standardMetadataFields.every((name) => lookup.field(metadata, name) !== undefined);
}

/** Services that share an implementation share its message. Others of the newer style have no common message: this is the mock's. */
function inferNotFoundMessage({ path }: Resource, api: Api, lookup: Lookup): string | undefined {
  if (hasStandardOperations(api, lookup)) return "Resource '{name}' was not found";
  const collection = beginsWithVersion(api.methods) ? findLastLiteral(parseTemplate(path).steps) : undefined;
  return collection === undefined ? undefined : `${toSingular(collection)} "{name}" not found`;
}
