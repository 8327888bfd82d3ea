/** The content of media resources, as handlers read and change it. */
import type { ApiBehavior } from '../../runtime/behavior.js';
import type { HandlerContent } from '../types/handlers.js';
import type { HandlerAccess } from './handler-access.js';
import { requireStatePlace, type StateCall } from './handler-state.js';
import { fromStoredContent } from './content/content.js';
import { getContentStore } from './content/content-store.js';
import { applyEffects } from '../state/apply-effects.js';

const defaultType = 'application/octet-stream';

/** Creates the access of a handler to the content of the resources of its session. */
export function createHandlerContent(call: StateCall, access: HandlerAccess, api: ApiBehavior): HandlerContent {
  const { state } = call;
  const findPath = (path: string): string => {
    const place = requireStatePlace(call, path);
    return (state.locate(place)?.place ?? place).path;
  };
  return {
    read: access.guard('content.read', (path: string) => {
      const content = fromStoredContent(state.getRow('media', findPath(path)));
      return content && { type: content.type, bytes: content.bytes };
    }),
    write: access.guard('content.write', (path: string, { type, bytes }: Parameters<HandlerContent['write']>[1]) => {
      const member = state.locate(requireStatePlace(call, path));
      if (!member) throw new TypeError(`content.write: ${path} doesn't exist; create it first`);
      const { place, entity } = member;
      const contents = getContentStore(place.resource.api);
      if (!contents) throw new TypeError(`content.write: ${place.resource.api.name} has no media`);
      const data = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
      const stored = fromStoredContent(state.getRow('media', place.path));
      const content = { type: type ?? stored?.type ?? defaultType, bytes: data };
      applyEffects(state, contents.storeContent([{ kind: 'put', path: place.path, body: entity.body }], place, content), call.at);
    }),
    delete: access.guard('content.delete', (path: string) => {
      const place = findPath(path);
      const exists = state.getRow('media', place) !== undefined;
      state.deleteRow('media', place);
      return exists;
    }),
    serve: access.guard(
      'content.serve',
      (content: Parameters<HandlerContent['serve']>[0], requestHeaders: Readonly<Record<string, string>>) => {
        const contents = getContentStore(api);
        if (!contents) throw new TypeError(`content.serve: ${api.name} has no media`);
        const { status, headers, bytes } = contents.serveContent(content, requestHeaders);
        return new Response(status === 304 ? null : (bytes as BodyInit), { status, headers });
      },
    ),
  };
}
