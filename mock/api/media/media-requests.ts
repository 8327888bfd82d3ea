/** Handles requests to upload and download URLs. */
import { createNotImplementedError } from '../../engine/call.js';
import { noBytes } from '../../engine/content/content.js';
import { expandPath, getVariableNames } from '../../../runtime/paths/expand.js';
import { matchPath } from '../../../runtime/paths/match.js';
import { redactAdminToken } from '../../lib/admin-token.js';
import { HttpError } from '../../lib/http-error.js';
import type { UploadSession } from '../../engine/content/upload-session.js';
import type { HttpResult } from '../../lib/http-result.js';
import { pick } from '../../lib/json.js';
import type { MaybePromise } from '../../lib/maybe-promise.js';
import type { ApiRequest } from '../api-request.js';
import { handleCall } from '../handle-call.js';
import { createReader, readJsonBody } from '../parse-call.js';
import { getCommonParameter, readRequest, getBodyText, type ParsedRequest } from '../../lib/http-request.js';
import type { FoundRoute } from '../../catalog/router.js';
import type { Session } from '../../state/session.js';
import type { State } from '../../state/state.js';
import type { CompiledMethod } from '../../catalog/method.js';
import type { Catalog } from '../../catalog/catalog.js';
import { checkDigests, digestHeaders } from './check-digests.js';
import { readUpload, toBytes, validateContent } from './read-content.js';
import { parseChunk, parseCommandChunk } from './parse-chunk.js';
import { getAnnouncedSize, getAnnouncedType, getUploadCommand, getUploadProtocol, hasUploadCommand } from './upload-protocol.js';
import {
  addChunk,
  createCommandResult,
  createIncompleteResult,
  findUploadSession,
  joinChunks,
  putUploadSession,
} from './upload-sessions.js';
import type { MediaRequest } from './media-support.js';

/** Finds the route of a media request. Returns `undefined` if the request isn't for media. Throws `URIError` for a malformed path. */
export function findMediaRequest(session: Session, incoming: ParsedRequest): MaybePromise<MediaRequest | undefined> {
  const { catalog } = session;
  const { path, method, origin } = incoming;
  // Some APIs have their own routes below /download/.
  const isDownload = path.startsWith('/download/') && catalog.router.find(path, method, origin).kind === 'none';
  if (isDownload) return { route: catalog.router.find(path.slice('/download'.length), method, origin) };
  const id = getCommonParameter(incoming, 'upload_id');
  if (id === undefined) {
    const route = findUpload(catalog, { path, method, origin });
    return route.kind === 'none' ? undefined : { route, handle: handleUpload };
  }
  return findChunkRequest(session, id, origin);
}

async function findChunkRequest(session: Session, id: string, origin: string): Promise<MediaRequest | undefined> {
  const row = await session.run((state) => findUploadSession(state, id));
  const [target = ''] = row?.target.split('?') ?? [];
  return (
    row && {
      route: findUpload(session.catalog, { path: target, method: row.method, origin }),
      handle: (request) => handleChunk(request, id),
    }
  );
}

/** Finds the method of an upload URL, with the segments of the method's own path. */
function findUpload(
  catalog: Catalog,
  { path, method, origin }: Pick<ParsedRequest, 'path' | 'method' | 'origin'>,
): FoundRoute<CompiledMethod> {
  const uploadPath = path.replace(/^\/resumable\//, '/');
  const result = catalog.uploads.find(uploadPath, method, origin);
  if (result.kind !== 'match') return result;
  const { path: template } = result.value.behavior.method.upload ?? {};
  if (template === undefined) return { ...result, segments: result.segments.slice(1) };
  const { path: route } = result.value.behavior.method;
  const parameters = matchPath(template, uploadPath.replace(/\/$/, '')) ?? {};
  if (lacksPathParameter(result.value)) return result;
  return catalog.router.find(`/${expandPath(route, parameters)}`, method, origin);
}

/** Whether the upload path doesn't contain all parameters of the method's own path. */
function lacksPathParameter({ behavior: { method } }: CompiledMethod): boolean {
  const known = method.upload?.path === undefined ? undefined : getVariableNames(method.upload.path);
  return known !== undefined && getVariableNames(method.path).some((name) => !known.includes(name));
}

async function handleUpload(request: ApiRequest): Promise<HttpResult> {
  const { session, incoming, method } = request;
  if (lacksPathParameter(method)) throw createNotImplementedError(method);
  const protocol = getUploadProtocol(incoming);
  if (protocol === 'resumable') return beginUpload(request);
  return session.run((state) =>
    handleCall(state, { ...request, read: createReader(method, () => readUpload(method, incoming, { ...session.settings, protocol })) }),
  );
}

/** Rolls back a transaction that only validates. */
class RollbackSignal extends Error {}

/** Starts a resumable upload. Validates the call first, so that its errors don't wait for the last chunk. */
async function beginUpload(request: ApiRequest): Promise<HttpResult> {
  const { session, incoming, method } = request;
  const { upload = {} } = method.behavior.method;
  const hasCommands = hasUploadCommand(incoming);
  if (hasCommands) getUploadCommand(incoming, true);
  if (upload.resumable !== true)
    throw new HttpError('invalid', {
      message: `${method.id} doesn't support resumable uploads. Use uploadType=media or uploadType=multipart.`,
      ...(hasCommands
        ? { location: 'X-Goog-Upload-Protocol', locationType: 'header' }
        : { location: 'uploadType', locationType: 'parameter' }),
      rule: 'upload',
    });
  const type = getAnnouncedType(incoming) ?? 'application/octet-stream';
  const size = getAnnouncedSize(incoming);
  const read = createReader(method, () => {
    validateContent(upload, { type, size: size ?? 0 });
    return { value: readJsonBody(method, incoming.body, session.settings), content: { type, bytes: noBytes } };
  });
  const validate = async (state: State): Promise<void> => {
    await handleCall(state, { ...request, read });
    throw new RollbackSignal();
  };
  try {
    await session.run(validate);
  } catch (error) {
    if (!(error instanceof RollbackSignal)) throw error;
  }
  const id = await session.run((state) => {
    const name = state.controls.random.nextHex(16);
    const row: UploadSession = {
      methodId: method.id,
      method: incoming.method,
      target: incoming.target,
      headers: redactAdminToken(
        pick(incoming.headers, ['authorization', 'x-goog-fieldmask', 'if-match', 'if-none-match', ...digestHeaders]),
        session.settings.adminToken,
      ),
      metadata: getBodyText(incoming.body),
      type,
      ...(size !== undefined && { size }),
      ...(hasCommands && { hasCommands }),
      chunks: [],
      received: 0,
    };
    putUploadSession(state, name, row);
    return name;
  });
  const url = `${incoming.origin}${incoming.target}${incoming.target.includes('?') ? '&' : '?'}upload_id=${id}`;
  if (!hasCommands) return { status: 200, body: null, bytes: noBytes, headers: { location: url, 'x-guploader-uploadid': id } };
  return createCommandResult({
    'x-goog-upload-status': 'active',
    'x-goog-upload-url': url,
    'x-goog-upload-control-url': url,
    'x-guploader-uploadid': id,
  });
}

const chunkVerbs: readonly string[] = ['PUT', 'POST', 'PATCH', 'DELETE'];

/** Handles a chunk, a status request, or a DELETE, which cancels the upload. The upload URL is the only credential. */
async function handleChunk(request: ApiRequest, id: string): Promise<HttpResult> {
  const { session, incoming, method } = request;
  const { maxBody } = session.settings;
  if (!chunkVerbs.includes(incoming.method)) {
    const message = `An upload URL doesn't support ${incoming.method}; expected ${chunkVerbs.join(', ')}.`;
    throw new HttpError('methodNotAllowed', { message, rule: 'upload', headers: { allow: chunkVerbs.join(', ') } });
  }
  return session.run(async (state): Promise<HttpResult> => {
    const row = findUploadSession(state, id);
    if (!row) throw new HttpError('notFound', { message: `The upload '${id}' was not found.`, rule: 'upload' });
    const hasCommands = row.hasCommands === true || hasUploadCommand(incoming);
    const isDeletion = incoming.method === 'DELETE';
    const command = hasCommands && !isDeletion ? getUploadCommand(incoming, false) : undefined;
    const toFinalResult = (result: HttpResult): HttpResult =>
      hasCommands ? { ...result, headers: { ...result.headers, 'x-goog-upload-status': 'final' } } : result;
    if (row.response !== undefined && !isDeletion) return toFinalResult({ status: 200, body: row.response });
    if (isDeletion || command === 'cancel') {
      state.deleteRow('upload', id);
      return hasCommands ? createCommandResult({ 'x-goog-upload-status': 'cancelled' }) : { status: 499, body: null, bytes: noBytes };
    }
    if ((incoming.body?.length ?? 0) > maxBody)
      throw new HttpError('uploadTooLarge', { message: `The chunk is larger than the maximum of ${maxBody} bytes.`, rule: 'maxBody' });
    const chunk = command === undefined ? parseChunk(incoming, row) : parseCommandChunk(incoming, command, row);
    const { row: next, isComplete } = addChunk(row, chunk, method.behavior.method.upload?.maxSize ?? Infinity);
    if (!isComplete) {
      putUploadSession(state, id, next);
      return createIncompleteResult({ ...next, ...(hasCommands && { hasCommands }) }, incoming);
    }
    const initialRequest = readRequest({ method: row.method, origin: incoming.origin, url: row.target, headers: row.headers });
    const read = createReader(method, () => {
      const upload = { value: readJsonBody(method, row.metadata, session.settings), content: joinChunks(next) };
      const headers = { ...row.headers, ...pick(incoming.headers, digestHeaders) };
      return checkDigests(method, upload, { headers, bodies: [toBytes(row.metadata), toBytes(incoming.body)] });
    });
    const result = await handleCall(state, { ...request, incoming: initialRequest, read });
    putUploadSession(state, id, { ...next, chunks: [], response: result.body });
    return toFinalResult(result);
  });
}
