/** Tests the pattern of a path parameter: the target finds the method at a path that fits it, and not at one that doesn't. */
import { matchPath } from '../../../runtime/paths/match.js';
import { isPatternMatch } from '../../../generator/lib/pattern.js';
import type { Method } from '../../../generator/model/model.js';
import { confirmed, refute, untested, type LiveTest, type LiveVerdict } from './live-test.js';
import type { LiveCall, Scene } from './scene.js';

export async function testPathPattern(test: LiveTest): Promise<LiveVerdict> {
  const { place } = test.rule;
  const method = place.in === 'parameter' ? place.method : undefined;
  if (place.in !== 'parameter' || method === undefined) return untested('the rule concerns no method');
  const known = await test.find(method);
  if (known.kind !== 'found') return test.explain(method, known);
  const value = matchPath(method.route, decodeURIComponent(known.reply.call.http.path.split('?', 1)[0] ?? ''))?.[place.parameter.name];
  if (value === undefined || !isPatternMatch(String(test.rule.value), value)) return untested('the path of the known request differs');
  return test.inScene((scene) => tryOtherPaths(test, scene, { method, value }));
}

interface PathValue {
  readonly method: Method;
  readonly value: string;
}

async function tryOtherPaths(test: LiveTest, scene: Scene, { method, value }: PathValue): Promise<LiveVerdict> {
  const call = await scene.prepare(method);
  const [encoded = ''] = call.http.path.split('?', 1);
  const path = decodeURIComponent(encoded);
  const own = matchPath(method.route, path)?.[test.rule.place.in === 'parameter' ? test.rule.place.parameter.name : ''] ?? value;
  let count = 0;
  for (const other of listOtherValues(own).filter((each) => !isPatternMatch(String(test.rule.value), each))) {
    const changed = path.replace(own, () => other);
    if (changed === path || test.index.api.methods.some((each) => each.httpMethod === method.httpMethod && matchPath(each.route, changed)))
      continue;
    const reply = await scene.send(withPath(call, `${encodePath(changed)}${call.http.path.slice(encoded.length)}`));
    if (reply.isAccepted) return refute(scene, reply, { kind: 'rejected', field: '', expected: reply.status, actual: 404 });
    if (reply.status > 0) count += 1;
  }
  return count > 0 ? confirmed : untested('no other path is known that no method has');
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/').replaceAll('%3A', ':');

const withPath = (call: LiveCall, path: string): LiveCall => ({ ...call, http: { ...call.http, path } });

/** Changes a collection, and adds and removes a segment. */
function listOtherValues(value: string): readonly string[] {
  const segments = value.split('/');
  return [
    ...segments.flatMap((segment, at) => (at % 2 === 0 && at > 0 ? [segments.with(at, `${segment}x`).join('/')] : [])),
    `${value}/other`,
    segments.slice(0, -1).join('/'),
  ].filter((each) => each !== '');
}
