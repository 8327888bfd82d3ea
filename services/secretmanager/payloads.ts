/** The payloads of versions, which are rows: their resources don't contain them. */
import { decodeBase64, toBase64, type HandlerCall } from '../../mock/service.js';
import { formatCrc32c } from '../checksums.js';

export interface Payload {
  /** The bytes in base64. */
  readonly data: string;
}

const getPayloadKey = (path: string): string => `payload${path}`;

export const readPayload = (call: HandlerCall, path: string): Payload | undefined => call.rows().get<Payload>(getPayloadKey(path));

export const deletePayload = (call: HandlerCall, path: string): boolean => call.rows().delete(getPayloadKey(path));

/** Returns the keys of the payloads of a secret. */
export const listPayloadKeys = (call: HandlerCall, secret: string): readonly string[] =>
  call
    .rows()
    .list(`${getPayloadKey(secret)}/`)
    .map(([key]) => key);

export function storePayload(call: HandlerCall, path: string, bytes: Uint8Array): void {
  call.rows().put(getPayloadKey(path), { data: toBase64(bytes) } satisfies Payload);
}

export function decodePayload({ data }: Payload): Uint8Array {
  return decodeBase64(data) ?? new Uint8Array();
}

export const computeChecksum = (payload: Payload): string => formatCrc32c(decodePayload(payload));
