/** The fields that the service stores with buckets and objects. */
import { formatInstant, getMember, getMemberAt, isObject, type CompleteContext, type JsonObject } from '../../mock/service.js';

/** A new object gets the storage class and the hold that its bucket states. */
export function completeObject(object: JsonObject, { now, previous, parent }: CompleteContext): JsonObject {
  const storageClass = object['storageClass'] ?? getMember(parent, 'storageClass');
  const isMoved = previous !== undefined && previous['storageClass'] !== storageClass;
  return {
    ...(storageClass !== undefined && { storageClass }),
    timeStorageClassUpdated: isMoved
      ? formatInstant(now)
      : (object['timeStorageClassUpdated'] ?? object['timeCreated'] ?? formatInstant(now)),
    ...(previous === undefined && getMember(parent, 'defaultEventBasedHold') === true && { eventBasedHold: true }),
  };
}

/** The time at which a retention policy took effect. */
export function completeBucket(bucket: JsonObject, { now, previous }: CompleteContext): JsonObject {
  const policy = bucket['retentionPolicy'];
  if (!isObject(policy)) return {};
  const isSame = getMemberAt(previous, 'retentionPolicy.retentionPeriod') === policy['retentionPeriod'];
  const before = isSame ? getMemberAt(previous, 'retentionPolicy.effectiveTime') : undefined;
  return { retentionPolicy: { ...policy, effectiveTime: before ?? policy['effectiveTime'] ?? formatInstant(now) } };
}
