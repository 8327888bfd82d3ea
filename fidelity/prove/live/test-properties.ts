/** Tests properties of resources. A property is refuted only by a sequence in which the target accepted each request. */
import { getAt, getText, isObject, toCanonicalText, toObject, type Json, type Pointer } from '../../../generator/lib/json.js';
import type { Method, Resource } from '../../../generator/model/model.js';
import { getItemsField } from '../../../generator/model/schema-lookup.js';
import { listChanges } from '../kinds/resources.js';
import { listMethodsOfOne, listParameters } from '../kinds/whole-resources.js';
import { confirmed, notImplemented, refute, untestable, untested, type LiveTest, type LiveVerdict } from './live-test.js';
import { listRequestFields, type RequestField } from './field-tree.js';
import { listFieldSettings } from './requests.js';
import { describeReply, LiveError, type LiveReply, type Scene, type Setting } from './scene.js';

type TestProperty = (scene: Scene, resource: Resource, test: LiveTest) => Promise<LiveVerdict>;

/** The tests, by the names of the properties. The others need a comparison with a mock. */
export const propertyTests: Readonly<Record<string, TestProperty>> = {
  readsWrites: testReadsWrites,
  keepsAllFields: testAllFields,
  deletedIsGone: testDeleted,
  createdOnce: testCreatedOnce,
  absentIsNotFound: testAbsent,
  parentMustExist: testAbsentParent,
  methodsSucceed: testMethods,
  emptyParameters: testEmptyParameters,
  pagesAreComplete: testPages,
  tokensBelongToLists: testTokens,
  policyIsKept: testPolicy,
  seededIsComplete: () => Promise.resolve(untestable('only mocks can be seeded')),
  quotaLimits: () => Promise.resolve(untestable('only mocks have quotas that a request sets')),
};

const getRead = (scene: Scene, resource: Resource): Method => {
  const read = scene.index.findMethod(resource, 'get');
  if (read === undefined) throw new LiveError('untested', 'no method reads the resource');
  return read;
};

const accepts = (scene: Scene, reply: LiveReply): LiveVerdict =>
  refute(scene, reply, { kind: 'rejected', field: '', expected: reply.status, actual: 404 });

async function testReadsWrites(scene: Scene, resource: Resource, test: LiveTest): Promise<LiveVerdict> {
  const read = getRead(scene, resource);
  const instance = await createFresh(scene, resource);
  const reply = await scene.mustSend(await scene.prepare(read));
  const difference = compareSent(scene, instance.created, reply);
  if (difference !== undefined) return difference;
  for (const method of listChanges(scene.index, resource)) {
    const changed = await changeField(scene, method, test);
    if (changed === undefined) continue;
    const again = await scene.mustSend(await scene.prepare(read));
    const found = compareSent(scene, changed, again);
    if (found !== undefined) return found;
  }
  return confirmed;
}

async function createFresh(scene: Scene, resource: Resource) {
  const instance = await scene.create(resource);
  scene.use(instance);
  return instance;
}

/** Changes one field of the resource, with a mask if the method has one. Returns `undefined` if no known request does. */
async function changeField(scene: Scene, method: Method, test: LiveTest): Promise<LiveReply | undefined> {
  const known = await test.find(method);
  if (known.kind !== 'found') return undefined;
  const mask = method.updateMask;
  const isMasked = mask !== undefined && known.settings.some(({ pointer }) => pointer[0] === mask.name);
  if (isMasked) return scene.mustSend(await scene.prepare(method));
  for (const field of listSettable(scene, method).slice(0, 12))
    for (const setting of listFieldSettings(field, scene.index).slice(0, 2)) {
      const masks =
        mask === undefined ? [] : [{ in: isQuery(method, mask.name) ? 'query' : 'body', pointer: [mask.name], value: field.name } as const];
      const reply = await scene.send(await scene.prepare(method, [setting, ...masks]));
      if (reply.isAccepted) return reply;
    }
  return undefined;
}

const isQuery = ({ parameters }: Method, name: string): boolean =>
  parameters.some((parameter) => parameter.name === name && parameter.location === 'query');

/** Lists the fields of the resource that a request can set. */
function listSettable(scene: Scene, method: Method): readonly RequestField[] {
  const wrap = method.requestWrap === undefined ? [] : [method.requestWrap];
  const ids = scene.index.getTarget(method)?.idFields ?? [];
  return listRequestFields(method, scene.index.lookup).filter(
    ({ pointer, in: place, name, isOutput, isDeprecated }) =>
      place === 'body' &&
      !isOutput &&
      !isDeprecated &&
      name !== 'name' &&
      !ids.includes(name) &&
      pointer.length === wrap.length + 1 &&
      wrap.every((key, at) => pointer[at] === key),
  );
}

/** Compares what a request set with what a read returns. */
function compareSent(scene: Scene, sent: LiveReply, read: LiveReply): LiveVerdict | undefined {
  const { method, body } = sent.call;
  const { lookup } = scene.index;
  const resource = toObject(method.requestWrap === undefined ? body : getAt(body ?? {}, [method.requestWrap]));
  const ids = scene.index.getTarget(method)?.idFields ?? [];
  const mask = readMask(sent);
  for (const [name, value] of Object.entries(resource)) {
    if (mask !== undefined && !mask.includes(name)) continue;
    const field = lookup.field(read.call.method.response, name);
    if (field === undefined || field.readOnly || field.writeOnly || ids.includes(name) || name === 'name') continue;
    const found = findLost(value, getAt(read.body ?? {}, [name]), [name]);
    if (found !== undefined)
      return refute(scene, read, {
        kind: found.received === undefined ? 'extra' : 'value',
        field: found.pointer.join('.'),
        ...(found.received !== undefined && { expected: found.received }),
        actual: found.sent,
      });
  }
  return undefined;
}

/** Lists the fields that a change names in its mask. */
function readMask({ call }: LiveReply): readonly string[] | undefined {
  const name = call.method.updateMask?.name ?? '';
  const value = getText(call.body, name) ?? new URLSearchParams(call.http.path.split(/\?(.*)/s)[1] ?? '').get(name);
  return value === null ? undefined : value.split(',');
}

interface LostValue {
  readonly pointer: Pointer;
  readonly sent: Json;
  readonly received: Json | undefined;
}

/** Finds a value that a read doesn't return. A server can add members, and write numbers, times, durations, and names in other ways. */
function findLost(sent: Json, received: Json | undefined, pointer: Pointer): LostValue | undefined {
  if (isEmpty(sent) && (received === undefined || isEmpty(received))) return undefined;
  if (isObject(sent) && isObject(received)) {
    for (const [name, value] of Object.entries(sent)) {
      const lost = findLost(value, getAt(received, [name]), [...pointer, name]);
      if (lost !== undefined) return lost;
    }
    return undefined;
  }
  if (Array.isArray(sent) && Array.isArray(received) && sent.length === received.length) {
    for (const [at, value] of (sent as readonly Json[]).entries()) {
      const lost = findLost(value, (received as readonly Json[])[at], [...pointer, at]);
      if (lost !== undefined) return lost;
    }
    return undefined;
  }
  return received !== undefined && isSameValue(sent, received) ? undefined : { pointer, sent, received };
}

/** Servers omit values that equal the default of their type. */
const isEmpty = (value: Json): boolean =>
  value === '' ||
  value === 0 ||
  value === '0' ||
  value === false ||
  toCanonicalText(value) === '[]' ||
  toCanonicalText(value) === '{}' ||
  String(value).endsWith('_UNSPECIFIED');

function isSameValue(sent: Json, received: Json): boolean {
  if (toCanonicalText(sent) === toCanonicalText(received) || String(sent) === String(received)) return true;
  const [one, other] = [String(sent), String(received)];
  if (/^-?[\d.]+s$/.test(one) && /^-?[\d.]+s$/.test(other)) return Number.parseFloat(one) === Number.parseFloat(other);
  if (/^\d{4}-\d\d-\d\dT/.test(one) && /^\d{4}-\d\d-\d\dT/.test(other)) return Date.parse(one) === Date.parse(other);
  return one !== '' && other.endsWith(`/${one}`);
}

/** Creates a resource with as many fields as the target accepts together, and reads it. */
async function testAllFields(scene: Scene, resource: Resource): Promise<LiveVerdict> {
  const read = getRead(scene, resource);
  const creation = scene.findCreation(resource);
  if (creation === undefined) return untested('no method creates the resource');
  let last = (await createFresh(scene, resource)).created;
  let settings: readonly Setting[] = [];
  for (const field of listSettable(scene, creation))
    for (const setting of listFieldSettings(field, scene.index).slice(0, 2)) {
      const reply = await scene.send(await scene.prepare(creation, [...settings, setting]));
      if (!reply.isAccepted) continue;
      settings = [...settings, setting];
      last = reply;
      break;
    }
  scene.use({ resource, path: scene.toPath(last, resource), created: last });
  return compareSent(scene, last, await scene.mustSend(await scene.prepare(read))) ?? confirmed;
}

async function testDeleted(scene: Scene, resource: Resource): Promise<LiveVerdict> {
  const remove = scene.index.findMethod(resource, 'delete');
  if (remove === undefined) return untested('no method deletes the resource');
  const instance = await createFresh(scene, resource);
  const read = scene.index.findMethod(resource, 'get');
  const readCall = read && (await scene.prepare(read));
  if (readCall !== undefined) await scene.mustSend(readCall);
  await scene.mustSend(await scene.prepare(remove));
  if (readCall === undefined) return untested('no method reads the resource');
  const reply = await scene.send(readCall);
  // Some services keep what is deleted for a while, and say so.
  const isMarked = ['deleteTime', 'deleted', 'expireTime'].some((name) => getAt(reply.body ?? {}, [name]) !== undefined);
  if (reply.isAccepted && !isMarked && !/DELET/.test(getText(reply.body, 'state') ?? '')) return accepts(scene, reply);
  scene.use(instance);
  return confirmed;
}

async function testCreatedOnce(scene: Scene, resource: Resource): Promise<LiveVerdict> {
  const creation = scene.findCreation(resource);
  if (creation === undefined) return untested('no method creates the resource');
  const first = await scene.mustSend(await scene.prepare(creation));
  const second = await scene.send(first.call);
  if (second.missing !== undefined || second.status === 0) return untested(`the second creation got ${describeReply(second)}`);
  if (!second.isAccepted) return confirmed;
  const [name, other] = [first, second].map((reply) => scene.toPath(reply, resource));
  return name === other ? refute(scene, second, { kind: 'rejected', field: '', expected: second.status, actual: 409 }) : confirmed;
}

async function testAbsent(scene: Scene, resource: Resource, test: LiveTest): Promise<LiveVerdict> {
  let count = 0;
  const reasons: LiveVerdict[] = [];
  for (const method of listMethodsOfOne(scene.index, resource)) {
    const known = await test.find(method);
    if (known.kind !== 'found') {
      reasons.push(test.explain(method, known));
      continue;
    }
    if ('acceptsMissing' in method.action && method.action.acceptsMissing === true) continue;
    const instance = await scene.ensure(resource);
    const absent = `${instance.path.slice(0, instance.path.lastIndexOf('/') + 1)}${scene.options.createName()}`;
    const call = await scene.prepare(method);
    const path = call.http.path.replace(`/${instance.path}`, () => `/${absent}`);
    if (path === call.http.path) continue;
    const reply = await scene.send({ ...call, http: { ...call.http, path } });
    if (reply.isAccepted) return accepts(scene, reply);
    if (reply.status > 0 && reply.missing === undefined) count += 1;
  }
  return count > 0 ? confirmed : (reasons[0] ?? untested('no method concerns one resource'));
}

async function testAbsentParent(scene: Scene, resource: Resource): Promise<LiveVerdict> {
  const parent = scene.index.getResource(resource.parent);
  const creation = scene.findCreation(resource);
  if (parent === undefined || creation === undefined) return untested('no method creates the resource');
  const parentCreation = scene.findCreation(parent);
  const known = parentCreation && (await scene.options.findRequest(parentCreation));
  if (parentCreation !== undefined && known?.kind === 'notImplemented') return notImplemented(`${parentCreation.id}: ${known.reason}`);
  const { path } = await scene.ensure(parent);
  const absent = `${path.slice(0, path.lastIndexOf('/') + 1)}${scene.options.createName()}`;
  const call = await scene.prepare(creation);
  const reply = await scene.send({ ...call, http: { ...call.http, path: call.http.path.replace(`/${path}`, () => `/${absent}`) } });
  if (reply.isAccepted) return accepts(scene, reply);
  return reply.status === 0 || reply.missing !== undefined ? untested(describeReply(reply)) : confirmed;
}

async function testMethods(scene: Scene, resource: Resource, test: LiveTest): Promise<LiveVerdict> {
  const methods = scene.index.listMethods(resource).filter(({ action }) => action.kind !== 'create' && action.kind !== 'createFrom');
  const unknown: LiveVerdict[] = [];
  let count = 0;
  for (const method of methods) {
    const known = await test.find(method);
    if (known.kind === 'found') count += 1;
    else unknown.push(test.explain(method, known));
  }
  const missing = unknown.find(({ kind }) => kind === 'untested');
  if (missing !== undefined) return missing;
  return count > 0 ? confirmed : (unknown[0] ?? untested('no method concerns the resource'));
}

async function testEmptyParameters(scene: Scene, resource: Resource, test: LiveTest): Promise<LiveVerdict> {
  let count = 0;
  const reasons: LiveVerdict[] = [];
  for (const { method, name } of listParameters(scene.index, resource)) {
    const known = await test.find(method);
    if (known.kind !== 'found') {
      reasons.push(test.explain(method, known));
      continue;
    }
    const call = await scene.prepare(method);
    const empty = await scene.prepare(method, [{ in: 'query', pointer: [name], value: '' }]);
    const reply = await scene.send(empty);
    if (reply.status === 0) continue;
    count += 1;
    if (!reply.isAccepted || method.httpMethod !== 'GET') continue;
    const without = await scene.mustSend(call);
    if (toCanonicalText(without.body ?? null) !== toCanonicalText(reply.body ?? null) && toKeys(without.body) !== toKeys(reply.body))
      return refute(scene, reply, { kind: 'value', field: '', expected: reply.body ?? null, actual: without.body ?? null });
  }
  return count > 0 ? confirmed : (reasons[0] ?? untested('the target responds to no request with an empty parameter'));
}

const toKeys = (body: Json | undefined): string => Object.keys(toObject(body)).sort().join();

interface Page {
  readonly names: readonly string[];
  readonly token: string;
  readonly reply: LiveReply;
}

const maxPages = 60;

async function testPages(scene: Scene, resource: Resource, test: LiveTest): Promise<LiveVerdict> {
  const prepared = await prepareList(scene, resource, test);
  if ('verdict' in prepared) return prepared.verdict;
  const { method, own } = prepared;
  const sizes = method.list?.pageSize === undefined ? [undefined] : [undefined, 1, 2];
  const counted = new Set<number>();
  for (const size of sizes) {
    const names: string[] = [];
    let token: string | undefined;
    let page: Page | undefined;
    for (let at = 0; at < maxPages && (page === undefined || page.token !== ''); at += 1) {
      page = await readPage(scene, method, { size, token });
      names.push(...page.names);
      token = page.token;
      if (size !== undefined && page.names.length > size)
        return refute(scene, page.reply, { kind: 'value', field: getItemsField(method), expected: page.names.length, actual: size });
    }
    if (page === undefined || page.token !== '') return untested('the list has too many pages');
    const lost = own.find((name) => !names.some((each) => each.includes(name)));
    if (lost !== undefined) return refute(scene, page.reply, { kind: 'extra', field: getItemsField(method), actual: lost });
    if (new Set(names).size !== names.length)
      return refute(scene, page.reply, { kind: 'value', field: getItemsField(method), expected: names, actual: [...new Set(names)] });
    counted.add(own.length > 0 ? own.length : names.length);
  }
  return counted.size === 1 ? confirmed : untested('the list changed meanwhile');
}

interface PreparedList {
  readonly method: Method;
  /** The last IDs of the resources that the scene created in the list. */
  readonly own: readonly string[];
}

/** Creates resources, and finds the method that lists them. */
async function prepareList(scene: Scene, resource: Resource, test: LiveTest): Promise<PreparedList | { readonly verdict: LiveVerdict }> {
  const methods = scene.index.listMethods(resource).filter(({ action, list }) => action.kind === 'list' && list !== undefined);
  const known: Method[] = [];
  let verdict = untested('no method lists the resource');
  for (const method of methods) {
    const found = await test.find(method);
    if (found.kind === 'found') known.push(method);
    else verdict = test.explain(method, found);
  }
  const [first] = known;
  const creation = scene.findCreation(resource);
  if (first === undefined || creation === undefined || (await test.find(creation)).kind !== 'found')
    return first === undefined ? { verdict } : { method: first, own: [] };
  const paths: string[] = [];
  for (let count = 0; count < 3; count += 1) paths.push((await scene.create(resource)).path);
  const parent = paths[0]?.slice(0, paths[0].lastIndexOf('/'));
  for (const method of known) {
    const { http } = await scene.prepare(method);
    if (decodeURIComponent(http.path.split('?', 1)[0] ?? '') === `/${parent}`)
      return { method, own: paths.map((path) => path.split('/').at(-1) ?? '') };
  }
  return { verdict: untested('no method lists what the scene creates') };
}

async function readPage(
  scene: Scene,
  method: Method,
  { size, token }: { readonly size: number | undefined; readonly token: string | undefined },
): Promise<Page> {
  const { pageSize = '', pageToken = '', nextPageToken = '', in: place = 'query' } = method.list ?? {};
  const reply = await scene.mustSend(
    await scene.prepare(method, [
      ...(size === undefined ? [] : [{ in: place, pointer: [pageSize], value: size }]),
      ...(token === undefined ? [] : [{ in: place, pointer: [pageToken], value: token }]),
    ]),
  );
  const items = getAt(reply.body ?? {}, [getItemsField(method)]);
  const names = Array.isArray(items)
    ? (items as readonly Json[]).map((item) => (isObject(item) ? (getText(item, 'name') ?? toCanonicalText(item)) : String(item)))
    : [];
  return { names, token: getText(reply.body, nextPageToken) ?? '', reply };
}

/** Changes the token of a page. */
async function testTokens(scene: Scene, resource: Resource, test: LiveTest): Promise<LiveVerdict> {
  const prepared = await prepareList(scene, resource, test);
  if ('verdict' in prepared) return prepared.verdict;
  const { method } = prepared;
  if (method.list?.pageSize === undefined) return untested('the list has no page size');
  const first = await readPage(scene, method, { size: 1, token: undefined });
  if (first.token === '') return untested('the list of the target has only one page');
  const second = await readPage(scene, method, { size: 1, token: first.token });
  if (toCanonicalText(second.names) === toCanonicalText(first.names))
    return refute(scene, second.reply, { kind: 'value', field: getItemsField(method), expected: second.names, actual: null });
  const { pageToken, in: place } = method.list;
  const { pageSize } = method.list;
  const changed = await scene.send(
    await scene.prepare(method, [
      { in: place, pointer: [pageSize], value: 1 },
      { in: place, pointer: [pageToken], value: `x${first.token}x` },
    ]),
  );
  if (changed.status === 0) return untested('the target does not respond to a changed page token');
  return changed.isAccepted ? refute(scene, changed, { kind: 'rejected', field: '', expected: changed.status, actual: 400 }) : confirmed;
}

/** Sets an access policy, and reads it. */
async function testPolicy(scene: Scene, resource: Resource, test: LiveTest): Promise<LiveVerdict> {
  const [set, get] = [scene.index.findMethod(resource, 'setIamPolicy'), scene.index.findMethod(resource, 'getIamPolicy')];
  for (const method of [set, get]) {
    const known = method && (await test.find(method));
    if (method !== undefined && known !== undefined && known.kind !== 'found') return test.explain(method, known);
  }
  if (set === undefined || get === undefined) return untested('no method sets and reads the policy');
  const policy = { bindings: [{ role: 'roles/viewer', members: ['user:one@example.com'] }] };
  const isBare = 'isBare' in set.action && set.action.isBare === true;
  await scene.mustSend(
    await scene.prepare(
      set,
      isBare ? [{ in: 'body', pointer: ['bindings'], value: policy.bindings }] : [{ in: 'body', pointer: ['policy'], value: policy }],
    ),
  );
  const reply = await scene.mustSend(await scene.prepare(get));
  const lost = findLost(policy, reply.body, []);
  return lost === undefined ? confirmed : refute(scene, reply, { kind: 'extra', field: lost.pointer.join('.'), actual: lost.sent });
}
