/** The protocols of uploads, which the query (`uploadType`, `upload_protocol`) or the headers `X-Goog-Upload-*` select. */
import { HttpError, type ErrorDetail } from '../../lib/http-error.js';
import { getCommonParameter, type ParsedRequest } from '../../lib/http-request.js';

/** `media`: the content alone. `multipart`: the metadata and the content. `resumable`: the metadata, then the content in chunks. */
export type UploadProtocol = 'media' | 'multipart' | 'resumable';

const uploadTypes: Readonly<Record<string, UploadProtocol>> = { media: 'media', multipart: 'multipart', resumable: 'resumable' };
const uploadProtocols: Readonly<Record<string, UploadProtocol>> = { raw: 'media', multipart: 'multipart', resumable: 'resumable' };

/** Returns the protocol of the first request of an upload. Throws 400 for an unknown one. */
export function getUploadProtocol(incoming: ParsedRequest): UploadProtocol {
  const { headers } = incoming;
  const header = headers['x-goog-upload-protocol'];
  if (header !== undefined) return readProtocol(header, uploadProtocols, { location: 'X-Goog-Upload-Protocol', locationType: 'header' });
  if (headers['x-goog-upload-command'] !== undefined) return 'resumable';
  const type = getCommonParameter(incoming, 'uploadType');
  if (type !== undefined) return readProtocol(type, uploadTypes, { location: 'uploadType', locationType: 'parameter' });
  const protocol = getCommonParameter(incoming, 'upload_protocol');
  if (protocol !== undefined) return readProtocol(protocol, uploadProtocols, { location: 'upload_protocol', locationType: 'parameter' });
  return /^multipart\/related\b/i.test(headers['content-type'] ?? '') ? 'multipart' : 'media';
}

function readProtocol(
  text: string,
  protocols: Readonly<Record<string, UploadProtocol>>,
  place: Pick<ErrorDetail, 'location' | 'locationType'>,
): UploadProtocol {
  const name = text.trim().toLowerCase();
  const protocol = Object.hasOwn(protocols, name) ? protocols[name] : undefined;
  if (protocol !== undefined) return protocol;
  const message = `${place.location} must be one of ${Object.keys(protocols).join(', ')} (received '${text}').`;
  throw new HttpError('invalid', { message, ...place, rule: 'upload' });
}

/** What a request of the `X-Goog-Upload-*` protocol does. */
export type UploadCommand = 'start' | 'upload' | 'upload, finalize' | 'finalize' | 'query' | 'cancel';

const uploadCommands: ReadonlySet<string> = new Set<UploadCommand>(['start', 'upload', 'upload, finalize', 'finalize', 'query', 'cancel']);

/** Returns whether a request belongs to the `X-Goog-Upload-*` protocol. */
export function hasUploadCommand({ headers }: ParsedRequest): boolean {
  return headers['x-goog-upload-command'] !== undefined || headers['x-goog-upload-protocol'] !== undefined;
}

/** Returns the command of a request: `start` for the first request of an upload, and any other for the rest. Throws 400. */
export function getUploadCommand({ headers }: ParsedRequest, isStart: boolean): UploadCommand {
  const text = headers['x-goog-upload-command'] ?? '';
  const command = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .join(', ');
  if (uploadCommands.has(command) && (command === 'start') === isStart) return command as UploadCommand;
  const expected = isStart
    ? "'start' in the first request of an upload; send other commands to the URL in X-Goog-Upload-URL"
    : "one of 'upload', 'upload, finalize', 'finalize', 'query', 'cancel'";
  throw new HttpError('invalid', {
    message: `X-Goog-Upload-Command must be ${expected} (received '${text}').`,
    location: 'X-Goog-Upload-Command',
    locationType: 'header',
    rule: 'upload',
  });
}

/** Returns the media type of the content that the headers of an upload announce. */
export function getAnnouncedType({ headers }: ParsedRequest): string | undefined {
  return headers['x-goog-upload-header-content-type'] ?? headers['x-goog-upload-content-type'] ?? headers['x-upload-content-type'];
}

/** Returns the size of the content that the headers of an upload announce. Throws 400 for a malformed size. */
export function getAnnouncedSize({ headers }: ParsedRequest): number | undefined {
  const header = ['X-Goog-Upload-Header-Content-Length', 'X-Upload-Content-Length'].find(
    (name) => headers[name.toLowerCase()] !== undefined,
  );
  return header === undefined ? undefined : parseByteCount(headers[header.toLowerCase()] ?? '', header);
}

/** Parses a number of bytes in a header. Throws 400 if it is malformed. */
export function parseByteCount(text: string, header: string): number {
  if (/^\s*\d{1,15}\s*$/.test(text)) return Number(text);
  const message = `${header} must be a number of bytes (received '${text}').`;
  throw new HttpError('invalid', { message, location: header, locationType: 'header', rule: 'upload' });
}
