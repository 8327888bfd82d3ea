/** The etags of secrets and versions, which each change replaces, even one without an effect. */
import { getTextMember, type CompleteContext, type HandlerCall, type JsonObject } from '../../mock/service.js';

export const createEtag = (_: JsonObject, { newId }: CompleteContext): JsonObject => ({ etag: `"${BigInt(newId()).toString(16)}"` });

/** Throws 400 if the request states another etag than that of the resource. */
export function requireEtag(call: HandlerCall, resource: JsonObject | undefined, requested: unknown): void {
  if (typeof requested !== 'string' || requested === '' || resource === undefined) return;
  const current = getTextMember(resource, 'etag');
  if (requested === current) return;
  call.reject(
    'failedPrecondition',
    `The etag ${requested} doesn't match the etag ${current ?? ''} of [${getTextMember(resource, 'name') ?? ''}].`,
  );
}
