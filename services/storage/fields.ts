/** The fields that the service stores with buckets and objects. */
import { formatInstant, getMember, getMemberAt, isObject, type CompleteContext, type JsonObject } from '../../mock/service.js';

/** Returns the storage class of an object, the time of its last change, and for a new object its owner and the hold that its bucket states. */
export function completeObject(object: JsonObject, { now, user, previous, parent }: CompleteContext): JsonObject {
  const storageClass = object['storageClass'] ?? getMember(parent, 'storageClass');
  const isMoved = previous !== undefined && previous['storageClass'] !== storageClass;
  return {
    ...(storageClass !== undefined && { storageClass }),
    timeStorageClassUpdated: isMoved
      ? formatInstant(now)
      : (object['timeStorageClassUpdated'] ?? object['timeCreated'] ?? formatInstant(now)),
    ...(previous === undefined && user !== undefined && { owner: { entity: `user-${user}` } }),
    ...(previous === undefined && getMember(parent, 'defaultEventBasedHold') === true && { eventBasedHold: true }),
  };
}

/** Returns the retention policy of a bucket with the time at which it took effect, and uniform access under both of its names. */
export function completeBucket(bucket: JsonObject, context: CompleteContext): JsonObject {
  return { ...completePolicy(bucket, context), ...completeAccess(bucket, context) };
}

function completePolicy(bucket: JsonObject, { now, previous }: CompleteContext): JsonObject {
  const policy = bucket['retentionPolicy'];
  if (!isObject(policy)) return {};
  const isSame = getMemberAt(previous, 'retentionPolicy.retentionPeriod') === policy['retentionPeriod'];
  const before = isSame ? getMemberAt(previous, 'retentionPolicy.effectiveTime') : undefined;
  return { retentionPolicy: { ...policy, effectiveTime: before ?? policy['effectiveTime'] ?? formatInstant(now) } };
}

const accessNames = ['uniformBucketLevelAccess', 'bucketPolicyOnly'] as const;

/** A change under one name also changes the other. */
function completeAccess(bucket: JsonObject, { previous }: CompleteContext): JsonObject {
  const configuration = bucket['iamConfiguration'];
  if (!isObject(configuration)) return {};
  const read = (owner: JsonObject | undefined, name: string): boolean => getMemberAt(owner, `iamConfiguration.${name}.enabled`) === true;
  const [one, other] = accessNames.map((name) => configuration[name]);
  const enabled = accessNames.map((name) => read(bucket, name));
  if (enabled[0] === enabled[1]) return {};
  const changed = accessNames.find((name) => read(bucket, name) !== read(previous, name));
  const source = changed === 'bucketPolicyOnly' ? other : one;
  return isObject(source) ? { iamConfiguration: { ...configuration, uniformBucketLevelAccess: source, bucketPolicyOnly: source } } : {};
}
