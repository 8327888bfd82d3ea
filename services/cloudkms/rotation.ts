/** New versions of keys, also those of the rotation. */
import { formatInstant, getMember, getTextMember, parseInstant, type HandlerCall, type JsonObject } from '../../mock/service.js';
import { readSeconds } from '../durations.js';
import { getId, getVersionPath, requireResource, requireText } from './call.js';

/** Creates the next version of a key with the algorithm of its template. `at`: the time of its creation. */
export function createVersion(
  call: HandlerCall,
  key: string,
  { at, state = 'ENABLED' }: { readonly at: number; readonly state?: string },
): { readonly name?: string } & JsonObject {
  const numbers = call.state.list(`${key}/cryptoKeyVersions`).map((version) => Number(getId(requireText(version, 'name'))));
  const template = call.state.get(key)?.['versionTemplate'];
  const time = formatInstant(at);
  return call.state.put(getVersionPath(key, String(Math.max(0, ...numbers) + 1)), {
    state,
    algorithm: getMember(template, 'algorithm') ?? 'GOOGLE_SYMMETRIC_ENCRYPTION',
    protectionLevel: getMember(template, 'protectionLevel') ?? 'SOFTWARE',
    createTime: time,
    generateTime: time,
  }) as { readonly name?: string } & JsonObject;
}

const day = 86_400_000;

/** Creates the versions that are due at the times of rotation, and returns the key. Throws 404. */
export function rotateKey(call: HandlerCall, path: string): JsonObject {
  let key = requireResource(call, path);
  const period = (readSeconds(getTextMember(key, 'rotationPeriod')) ?? 0) * 1000;
  for (;;) {
    const at = parseInstant(getTextMember(key, 'nextRotationTime'));
    if (at === undefined || at > call.now || period < day) return key;
    const { name } = createVersion(call, path, { at });
    key = call.state.put(path, { ...key, primary: { name: name ?? '' }, nextRotationTime: formatInstant(at + period) });
  }
}
