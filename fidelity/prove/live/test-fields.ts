/** Tests how the target treats fields: output-only ones, defaults, and the values in responses. */
import { toCanonicalText, type Json } from '../../../generator/lib/json.js';
import { findType, toPointer, type SchemaUse } from '../field-paths.js';
import { formatFieldPath, listValuesAt } from '../kinds/targets.js';
import { hasForm } from '../value-form.js';
import { listCandidates } from '../values.js';
import { findCreated } from './call-path.js';
import { confirmed, refute, untestable, untested, type LiveTest, type LiveVerdict } from './live-test.js';
import { describeReply, LiveError, type LiveReply, type Scene } from './scene.js';

const [maxMethods, maxValues] = [3, 4];

/** Sets an output-only field in a request. The target must not return the value. */
export async function testReadOnly(test: LiveTest): Promise<LiveVerdict> {
  const { place } = test.rule;
  if (place.in !== 'schema') return untested('the rule concerns no field');
  const uses = test.index.schemaUses.list(place.schema, 'request').map(({ method, path }) => ({ method, path: [...path, ...place.path] }));
  if (uses.length === 0) return untestable('no request contains the object');
  let last: LiveVerdict | undefined;
  let count = 0;
  for (const use of uses) {
    if (count >= maxMethods) break;
    const known = await test.find(use.method);
    if (known.kind !== 'found') {
      last ??= test.explain(use.method, known);
      continue;
    }
    count += 1;
    const verdict = await test.inScene((scene) => setOutput(test, scene, use));
    if (verdict.kind === 'confirmed' || verdict.kind === 'refuted') return verdict;
    last = verdict;
  }
  return last ?? untested('no method sets the field');
}

async function setOutput(test: LiveTest, scene: Scene, { method, path }: SchemaUse): Promise<LiveVerdict> {
  const { lookup } = test.index;
  const type = findType(method.request, path, lookup);
  const values = listCandidates(type, lookup).filter((value) => hasForm(value, type, lookup) && value !== '');
  const own = method.requestWrap === undefined ? path : path[0] === method.requestWrap ? path.slice(1) : path;
  let echoes: readonly [LiveReply, Json] | undefined;
  let reason = '';
  let count = 0;
  for (const value of values.slice(0, maxValues)) {
    const setting = { in: 'body', pointer: toPointer(path), value } as const;
    let reply = await scene.send(await scene.prepare(method, [setting]));
    if (!reply.isAccepted) {
      const found = await test.search(scene, method, [setting]);
      if (found.kind === 'found') reply = found.reply;
    }
    if (!reply.isAccepted) {
      reason = describeReply(reply);
      continue;
    }
    count += 1;
    const shown = [reply, ...(await readResource(test, scene, reply))].map((each) => [each, listValuesAt(each.body, own)] as const);
    const echo = shown.find(([, found]) => found.some((each) => toCanonicalText(each) === toCanonicalText(value)));
    if (echo === undefined) return confirmed;
    echoes ??= [echo[0], value];
  }
  if (count > 1 && echoes !== undefined)
    return refute(scene, echoes[0], { kind: 'value', field: formatFieldPath(own), expected: echoes[1], actual: null });
  return untested(
    count > 0 ? 'the target could have set the only known value itself' : `the target rejects requests with the field: ${reason}`,
  );
}

/** Reads the resource that a call created or changed. */
async function readResource(test: LiveTest, scene: Scene, reply: LiveReply): Promise<readonly LiveReply[]> {
  const created = findCreated(test.index, reply.call.method);
  const resource = created ?? test.index.getTarget(reply.call.method);
  const read = resource && test.index.findMethod(resource, 'get');
  if (resource === undefined || read === undefined || (await test.find(read)).kind !== 'found') return [];
  try {
    if (created !== undefined) scene.use({ resource, path: scene.toPath(reply, resource), created: reply });
    return [await scene.send(await scene.prepare(read))];
  } catch (error) {
    if (!(error instanceof LiveError)) throw error;
    return [];
  }
}

/** Checks the values of a field in all responses so far. */
export function checkResponses(test: LiveTest): LiveVerdict {
  const { rule, index } = test;
  const { place } = rule;
  if (place.in !== 'schema') return untested('the rule concerns no field');
  const type = findType({ kind: 'ref', schema: place.schema }, place.path, index.lookup);
  if (index.schemaUses.list(place.schema, 'request').length === 0 && index.schemaUses.list(place.schema, 'response').length === 0)
    return untestable('no described request or response contains the object');
  let count = 0;
  let reason: LiveVerdict | undefined;
  for (const { method, path } of index.schemaUses.list(place.schema, 'response')) {
    const whole = [...path, ...place.path];
    const replies = test.listReplies(method);
    for (const reply of replies.filter(({ isAccepted }) => isAccepted))
      for (const part of Array.isArray(reply.body) ? (reply.body as readonly Json[]) : [reply.body])
        for (const value of listValuesAt(part, whole)) {
          if (hasForm(value, type, index.lookup) && isListed(rule.value, value, rule.key)) count += 1;
          else
            return {
              kind: 'refuted',
              refutation: {
                method,
                setup: [],
                call: reply.call.http,
                difference: { kind: 'value', field: formatFieldPath(whole), expected: value, actual: rule.value },
              },
            };
        }
    const missing = replies.find((each) => each.missing !== undefined);
    if (missing !== undefined) reason ??= { kind: 'notImplemented', reason: `${method.id}: ${missing.missing ?? ''}` };
    else if (replies.length > 0) reason = untested('no response of the target contains the field');
  }
  return count > 0 ? confirmed : (reason ?? untested('no response of the target contains the field'));
}

const isListed = (stated: Json, value: Json, key: string): boolean =>
  key !== 'enum' || !Array.isArray(stated) || (stated as readonly Json[]).includes(value);

/** Calls a method with the default of a parameter and without it. */
export async function testParameterDefault(test: LiveTest): Promise<LiveVerdict> {
  const { place } = test.rule;
  if (place.in !== 'parameter') return untested('no known request tests the rule');
  const [method] = place.method === undefined ? await test.listReads() : [place.method];
  if (method === undefined || method.httpMethod !== 'GET') return untested('no known request tests the rule');
  const known = await test.find(method);
  if (known.kind !== 'found') return test.explain(method, known);
  return test.inScene(async (scene) => {
    const without = await scene.mustSend(await scene.prepare(method));
    const given = await scene.mustSend(
      await scene.prepare(method, [{ in: 'query', pointer: [place.parameter.name], value: test.rule.value }]),
    );
    return toCanonicalText(without.body ?? null) === toCanonicalText(given.body ?? null)
      ? confirmed
      : untested('the two responses differ, which can have other reasons');
  });
}

/** Sends a repeatable parameter twice. */
export async function testRepeated(test: LiveTest): Promise<LiveVerdict> {
  const { place } = test.rule;
  const method = place.in === 'parameter' ? place.method : undefined;
  if (place.in !== 'parameter' || method === undefined) return untested('the rule concerns no parameter');
  const known = await test.find(method);
  if (known.kind !== 'found') return test.explain(method, known);
  const { parameter } = place;
  const values = listCandidates(parameter.type, test.index.lookup).filter((value) => hasForm(value, parameter.type, test.index.lookup));
  return test.inScene(async (scene) => {
    let reason = 'no two values are known';
    for (const [at, value] of values.slice(0, maxValues).entries()) {
      const other = values[at + 1];
      if (other === undefined) break;
      const reply = await scene.send(await scene.prepare(method, [{ in: 'query', pointer: [parameter.name], value: [value, other] }]));
      if (reply.isAccepted) return confirmed;
      reason = `the target rejects two values: ${describeReply(reply)}`;
    }
    return untested(reason);
  });
}
