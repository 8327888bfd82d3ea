/** The fields of responses that follow from other fields. */
import { getTextMember, toBase64, type JsonObject } from '../../mock/service.js';
import { renderObjectLists } from './access-controls.js';
import { computeRetentionFields } from './retention.js';

/** Returns the fields of an object that depend on its version. */
export function computeObjectFields(object: JsonObject): JsonObject {
  const [bucket, name, generation, selfLink] = ['bucket', 'name', 'generation', 'selfLink'].map(
    (field) => getTextMember(object, field) ?? '',
  );
  const link = (selfLink as string).replace('/storage/v1/b/', '/download/storage/v1/b/');
  return {
    id: `${bucket}/${name}/${generation}`,
    mediaLink: `${link}?generation=${generation}&alt=media`,
    etag: encodeVersion([object['generation'], object['metageneration']]),
    // A digest of a composed object isn't known from those of its components.
    ...(object['componentCount'] !== undefined && { md5Hash: null }),
  };
}

/** Returns the etag of a bucket. */
export const computeBucketFields = (bucket: JsonObject): JsonObject => ({ etag: encodeVersion([bucket['metageneration']]) });

/** Encodes numbers as the fields 1, 2, … of a protobuf message, in base64. */
function encodeVersion(numbers: readonly unknown[]): string {
  const bytes = numbers.flatMap((number, index) => [((index + 1) << 3) | 0, ...encodeVarint(toBigInt(number))]);
  return toBase64(Uint8Array.from(bytes));
}

const toBigInt = (number: unknown): bigint => (/^\d{1,19}$/.test(String(number)) ? BigInt(String(number)) : 0n);

function encodeVarint(number: bigint): readonly number[] {
  return number < 128n ? [Number(number)] : [Number(number & 127n) | 128, ...encodeVarint(number >> 7n)];
}

/** Returns an object as responses contain it. `isFull`: with its access control list. */
export function renderObject(object: JsonObject, bucket: JsonObject, isFull: boolean): JsonObject {
  const { acl: _, owner: __, ...rest } = object;
  return { ...rest, ...computeRetentionFields(object, bucket), ...(isFull && renderObjectLists(object, bucket)) };
}
