/** The routes of the XML API: objects and lists of objects at `/BUCKET/OBJECT`. */
import type { RouteCall, ServiceRoute } from '../../../mock/service.js';
import { requireBucket, type ObjectName } from '../call.js';
import { createErrorResponse, toXmlError } from './errors.js';
import { listBucket } from './listing.js';
import { deleteObject, isPublic, serveObject, writeObject } from './objects.js';
import { findSignatureProblem, hasSignature } from './signed-urls.js';

interface XmlRequest {
  readonly call: RouteCall;
  readonly object: ObjectName;
  readonly query: URLSearchParams;
}

type Respond = (request: XmlRequest) => Response | Promise<Response>;

/** Reads the names from the path, because the names of objects can contain slashes anywhere. */
function readRequest(call: RouteCall): XmlRequest {
  const url = new URL(call.request.url);
  const [, bucket = '', name = ''] = /^\/([^/]*)\/?([^]*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
  return { call, object: { bucket, name }, query: url.searchParams };
}

/** Throws an XML error unless the request has a valid signature or credential, or reads a public object. */
async function authorize({ call, object, query }: XmlRequest, action: string): Promise<void> {
  if (hasSignature(query)) {
    const problem = await findSignatureProblem(call);
    if (problem) throw createErrorResponse(problem);
    return;
  }
  const older = ['Signature', 'X-Amz-Signature'].find((name) => query.has(name));
  if (older !== undefined) call.reject('notImplemented', `The mock verifies signed URLs of version 4 (received ${older}).`);
  const isAnonymous = call.headers['authorization'] === undefined;
  if (isAnonymous && action === 'get' && isPublic(call, object)) return;
  try {
    call.requireCredential();
  } catch (error) {
    if (isAnonymous)
      call.reject('forbidden', `Anonymous caller does not have storage.objects.${action} access to ${object.bucket}/${object.name}.`);
    throw error;
  }
}

/** Creates a route such as `GET /{bucket}`, whose errors have the form of the XML API. A thrown response undoes the changes of the request. */
function createRoute(route: string, action: string, respond: Respond): ServiceRoute {
  const [method = '', path = ''] = route.split(' ');
  return {
    method,
    path,
    access: 'public',
    respond: async (call) => {
      try {
        const request = readRequest(call);
        await authorize(request, action);
        return await respond(request);
      } catch (error) {
        if (error instanceof Response) throw error;
        throw createErrorResponse(toXmlError(error));
      }
    },
  };
}

const object = '/{bucket}/{object=**}';

const respondToList: Respond = ({ call, object: { bucket }, query }) => listBucket(call, bucket, query);

function rejectMethod({ call, object: { bucket } }: XmlRequest): never {
  requireBucket(call, bucket);
  return call.reject('notImplemented', `The mock doesn't implement ${call.request.method} of ${call.request.url} in the XML API.`);
}

export const xmlRoutes: readonly ServiceRoute[] = [
  createRoute('GET /{bucket}', 'list', respondToList),
  createRoute(`GET ${object}`, 'get', (request) =>
    request.object.name === '' ? respondToList(request) : serveObject(request.call, request.object, request.query),
  ),
  createRoute(`PUT ${object}`, 'create', (request) => writeObject(request.call, request.object, request.query)),
  createRoute(`DELETE ${object}`, 'delete', (request) => deleteObject(request.call, request.object, request.query)),
  createRoute(`POST ${object}`, 'create', rejectMethod),
];
