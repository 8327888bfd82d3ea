/** Remembers changes that the service made and the mock did not, so that their consequences don't count as differences. */
import type { Location } from '../../generator/lib/diagnostics.js';
import type { Method } from '../../generator/model/model.js';
import type { Exchange } from '../recordings/exchange.js';
import { getTargetPath } from './resource-path.js';

interface FailedWrite {
  readonly at: Location;
  /** The recorded path of the resource. */
  readonly resource: string;
  readonly collection: string;
}

export class FailedWrites {
  readonly #writes: FailedWrite[] = [];

  /** Adds an exchange that wasn't sent, if it changed something. */
  addSkipped(exchange: Exchange, method: Method | undefined, resource: string): void {
    if (exchange.response !== undefined && exchange.response.status < 400) this.add(exchange, method, resource);
  }

  add({ at, request }: Exchange, method: Method | undefined, resource: string): void {
    if (isRead(request.method, method)) return;
    this.#writes.push({ at, resource: omitUpload(resource), collection: omitUpload(getTargetPath(request.url)) });
  }

  /**
   * Returns the failed write that explains the outcome of an exchange: it concerns the same resource, one below it, the list of its collection, or
   * the operation of the write. `isRejected`: the mock rejects what the service accepts.
   */
  find(
    { request, response }: Exchange,
    { resource: ownResource, isRejected }: { readonly resource: string; readonly isRejected: boolean },
  ): Location | undefined {
    const resource = omitUpload(ownResource);
    const target = omitUpload(getTargetPath(request.url));
    const texts = request.body?.kind === 'json' ? request.body.text : '';
    const hasEffect = (write: FailedWrite): boolean =>
      isBelow(resource, write.resource) ||
      isBelow(target, write.resource) ||
      (request.method === 'GET' && target === write.collection) ||
      (isRejected && /\/operations\/[^/]+$/i.test(target)) ||
      (isRejected && response !== undefined && texts.includes(`/${getId(write)}"`));
    return this.#writes.findLast(hasEffect)?.at;
  }
}

const getId = ({ resource }: FailedWrite): string => resource.slice(resource.lastIndexOf('/') + 1);

/** Media is uploaded to `/upload/v1/things` for `/v1/things`. */
const omitUpload = (path: string): string => path.replace(/^\/(?:resumable\/)?upload\//, '/');

const isBelow = (path: string, parent: string): boolean =>
  path === parent || path.startsWith(`${parent}/`) || path.startsWith(`${parent}#`);

function isRead(httpMethod: string, method: Method | undefined): boolean {
  if (httpMethod === 'GET' || httpMethod === 'HEAD') return true;
  const kind = method?.action.kind ?? '';
  return ['get', 'list', 'getIamPolicy', 'testIamPermissions', 'waitForField'].includes(kind);
}
