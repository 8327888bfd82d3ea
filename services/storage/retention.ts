/** Holds and retention periods, which keep objects from being deleted and replaced. */
import { getMemberAt, getTextMember, parseInstant, type JsonObject } from '../../mock/service.js';
import { requireBucket, type ObjectName, type StorageCall } from './call.js';

/** Throws 403 if a hold or a retention period protects a version of an object. */
export function requireDeletable(call: StorageCall, { bucket, name }: ObjectName, resource: JsonObject): void {
  const object = `Object '${bucket}/${name}'`;
  const consequence = 'cannot be deleted, overwritten or archived until';
  if (resource['temporaryHold'] === true)
    call.reject('forbidden', `${object} is under active Temporary hold and ${consequence} hold is removed.`);
  if (resource['eventBasedHold'] === true)
    call.reject('forbidden', `${object} is under active Event-Based hold and ${consequence} hold is removed.`);
  const expiry = findRetentionExpiry(resource, requireBucket(call, bucket));
  if (expiry !== undefined && call.now < expiry)
    call.reject('forbidden', `${object} is subject to bucket's retention policy and ${consequence} ${new Date(expiry).toISOString()}`);
  const until = parseInstant(getMemberAt(resource, 'retention.retainUntilTime'));
  if (until !== undefined && call.now < until)
    call.reject('forbidden', `${object} is subject to its object retention and ${consequence} ${new Date(until).toISOString()}`);
}

/** Returns when the retention period that the bucket sets is over, in milliseconds since 1970. An object under an event-based hold has no such time. */
function findRetentionExpiry(resource: JsonObject, bucket: JsonObject): number | undefined {
  const period = Number(getMemberAt(bucket, 'retentionPolicy.retentionPeriod') ?? 0);
  const start = parseInstant(getTextMember(resource, 'timeCreated') ?? '');
  return period > 0 && start !== undefined && resource['eventBasedHold'] !== true ? start + period * 1000 : undefined;
}

/** Returns the field with the end of the retention period, if there is one. */
export function computeRetentionFields(resource: JsonObject, bucket: JsonObject): JsonObject {
  const expiry = findRetentionExpiry(resource, bucket);
  return expiry === undefined ? {} : { retentionExpirationTime: new Date(expiry).toISOString() };
}

/** Throws 403 if a change of a bucket removes its locked retention policy or shortens its period. */
export function requireLockedPolicy(call: StorageCall, before: JsonObject, after: JsonObject): void {
  if (getMemberAt(before, 'retentionPolicy.isLocked') !== true) return;
  const name = getTextMember(before, 'name') ?? '';
  const [oldPeriod, newPeriod] = [before, after].map((bucket) => Number(getMemberAt(bucket, 'retentionPolicy.retentionPeriod') ?? 0));
  if (newPeriod === 0) call.reject('forbidden', `Cannot remove locked Retention Policy for bucket '${name}'.`);
  if ((newPeriod as number) < (oldPeriod as number))
    call.reject('forbidden', `Cannot reduce retention duration of a locked Retention Policy for bucket '${name}'.`);
}
