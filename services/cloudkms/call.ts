/** What the methods of the module share: paths, the data of requests, and their checksums. */
import { decodeBase64, getTextMember, toBase64, type HandlerCall, type Json, type JsonObject } from '../../mock/service.js';
import { formatCrc32c } from '../checksums.js';
import { getField, getTextField } from '../requests.js';

export const getId = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const getVersionPath = (key: string, id: string): string => `${key}/cryptoKeyVersions/${id}`;
export const getKeyPath = (path: string): string => path.replace(/\/cryptoKeyVersions\/[^/]+$/, '');
export const isVersionPath = (path: string): boolean => getKeyPath(path) !== path;
export const getName = (path: string): string => path.replace(/^\/v1\//, '');

/** Throws 404. */
export function requireResource(call: HandlerCall, path: string): JsonObject {
  const kind = isVersionPath(path) ? 'CryptoKeyVersion' : 'CryptoKey';
  return call.state.get(path) ?? call.reject('notFound', `${kind} ${getName(path)} not found.`);
}

export interface Data {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the request stated the checksum. */
  readonly isVerified: boolean;
}

/** Reads bytes of a request, and compares them with their checksum, if the request states one. Throws 400. */
export function readData(call: HandlerCall, field: string): Data {
  const bytes = decodeBase64(getTextField(call, field) ?? '') ?? new Uint8Array();
  return { bytes, isVerified: verifyChecksum(call, field, { bytes, stated: getField(call, `${field}Crc32c`) }) };
}

export function verifyChecksum(
  call: HandlerCall,
  field: string,
  { bytes, stated }: { readonly bytes: Uint8Array; readonly stated: Json | undefined },
): boolean {
  if (stated === undefined) return false;
  if (String(stated) !== formatCrc32c(bytes))
    call.reject('invalid', `The checksum in field ${toSnakeCase(field)}_crc32c did not match the data in field ${toSnakeCase(field)}.`);
  return true;
}

const toSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns bytes as a field of a response, with their checksum. */
export const formatData = (field: string, bytes: Uint8Array): JsonObject => ({
  ...(bytes.length > 0 && { [field]: toBase64(bytes) }),
  [`${field}Crc32c`]: formatCrc32c(bytes),
});

export const requireText = (resource: JsonObject, name: string): string => getTextMember(resource, name) ?? '';

/** The maximum size of data, in bytes. */
const maxData = 65_536;

/** Throws 400 for data that is too long. */
export function limitData(call: HandlerCall, field: string, { bytes }: Data): void {
  if (bytes.length > maxData)
    call.reject('invalid', `${toSnakeCase(field)} must have at most ${maxData} bytes (received ${bytes.length}).`);
}
