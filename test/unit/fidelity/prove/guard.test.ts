/** The guard of services that aren't loopback addresses. */
import { beforeEach, expect, test } from 'vitest';
import { behavior as dns } from '../../../../generated/dns-v1/src/behavior.js';
import { behavior as osconfig } from '../../../../generated/osconfig-v1beta/src/behavior.js';
import { buildModel } from '../../../../generator/model/build.js';
import type { Method } from '../../../../generator/model/model.js';
import { ApiIndex } from '../../../../fidelity/prove/api-index.js';
import { Guard } from '../../../../fidelity/prove/guard.js';
import { GuardedRun } from '../../../../fidelity/prove/guarded-run.js';
import { prove, type ProveApi } from '../../../../fidelity/prove/prove.js';
import { listRequests } from '../../../../fidelity/prove/dry-run.js';
import { type TargetCall, TargetError } from '../../../../fidelity/prove/target.js';
import type { ActualResponse } from '../../../../fidelity/verify/exchange-result.js';
import { sendToMock } from '../../../../fidelity/verify/mock-session.js';
import { createMockServer, type Mock } from '../../../../mock/index.js';
import { getSpecification, rules } from '../../../rules/support/specifications.js';

const { value, at } = getSpecification('osconfig');
const api = buildModel(value, { variables: {} });
const index = new ApiIndex(api);
const findMethod = (name: string): Method => api.methods.find(({ id }) => id === `osconfig.projects.guestPolicies.${name}`) as Method;
const projects = ['tests'];
const all = ['osconfig.projects.guestPolicies.*'];
const base = '/v1beta/projects/tests/guestPolicies';

const cases = [
  { method: 'get', path: `${base}/a`, reason: undefined },
  { method: 'get', path: '/v1beta/projects/other/guestPolicies/a', reason: "isn't limited to projects" },
  { method: 'get', path: '/v1beta/folders/f/guestPolicies/a', reason: "isn't limited to projects" },
  { method: 'get', path: `${base}/..`, reason: 'malformed path' },
  { method: 'get', path: `${base}/a%2F..%2Fb`, reason: 'malformed path' },
  { method: 'get', path: `${base}/%zz`, reason: 'malformed path' },
  { method: 'create', path: base, reason: "--allow doesn't match" },
  { method: 'create', path: base, allow: all, reason: undefined },
  { method: 'create', path: base, allow: all, body: '{"name":"projects/other/guestPolicies/a"}', reason: "isn't limited to projects" },
  { method: 'create', path: base, allow: ['*.create'], reason: 'that no allowed method deletes' },
  { method: 'patch', path: `${base}/a`, allow: all, reason: "the run hasn't created" },
  { method: 'delete', path: `${base}/own-1`, allow: all, reason: "the run hasn't created" },
  { method: 'delete', path: `${base}/own`, allow: ['osconfig.*.delete'], reason: undefined },
  { method: 'delete', path: `${base}/own`, allow: ['osconfig.*.get', 'delete'], reason: "--allow doesn't match" },
];

test.each(cases)('$method $path with $allow: $reason', ({ method, path, allow = [], body, reason }) => {
  const guard = new Guard(index, { projects, allow });
  guard.created.add(`${base.slice(1)}/own`);
  const rejection = guard.explainRejection({ path, ...(body !== undefined && { body }) }, findMethod(method));
  if (reason === undefined) expect(rejection).toBeUndefined();
  else expect(rejection).toContain(reason);
});

/** Buckets are below no project. */
const buckets = buildModel(
  {
    kind: 'discovery#restDescription',
    name: 'buckets',
    version: 'v1',
    servicePath: '',
    schemas: { Bucket: { id: 'Bucket', type: 'object', properties: { name: { type: 'string' } } } },
    resources: {
      b: {
        methods: Object.fromEntries(
          [
            ['insert', 'POST', 'v1/b'],
            ['get', 'GET', 'v1/b/{bucket}'],
            ['delete', 'DELETE', 'v1/b/{bucket}'],
          ].map(([name = '', httpMethod = '', path = '']) => [
            name,
            {
              id: `buckets.b.${name}`,
              httpMethod,
              path,
              parameters: path.includes('{')
                ? { bucket: { type: 'string', location: 'path', required: true } }
                : { project: { type: 'string', location: 'query', required: true } },
              ...(name === 'insert' && { request: { $ref: 'Bucket' } }),
              ...(name !== 'delete' && { response: { $ref: 'Bucket' } }),
            },
          ]),
        ),
      },
    },
  },
  { variables: {} },
);

test.each([
  { method: 'insert', path: '/v1/b?project=tests', isAllowed: true },
  { method: 'insert', path: '/v1/b?project=other', isAllowed: false },
  { method: 'insert', path: '/v1/b', isAllowed: false },
  { method: 'get', path: '/v1/b/own', isAllowed: true },
  { method: 'get', path: '/v1/b/theirs', isAllowed: false },
  { method: 'get', path: '/v1/b/theirs?project=tests', isAllowed: false },
  { method: 'delete', path: '/v1/b/own', isAllowed: true },
  { method: 'delete', path: '/v1/b/own2', isAllowed: false },
])('without projects in paths: $method $path', ({ method, path, isAllowed }) => {
  const guard = new Guard(new ApiIndex(buckets), { projects, allow: ['*'] });
  guard.created.add('v1/b/own');
  const found = buckets.methods.find(({ id }) => id === `buckets.b.${method}`) as Method;
  expect(guard.explainRejection({ path }, found) === undefined).toBe(isAllowed);
});

let service: Mock;
let sent: string[];
beforeEach(() => {
  service = createMockServer(osconfig, {
    warn: () => undefined,
    seed: { resources: { [`${base}/theirs`]: { name: 'projects/tests/guestPolicies/theirs' } } },
  });
  sent = [];
});

const origin = 'https://osconfig.example.com';
const send = ({ method, path, headers, body }: TargetCall) => {
  sent.push(`${method} ${path}`);
  return sendToMock(service, { method, url: `${origin}${path}`, headers, ...(body !== undefined && { body }) });
};
const proven: ProveApi = {
  api,
  document: value,
  rules: rules.filter((rule) => rule.api === 'osconfig'),
  at,
  mock: createMockServer(osconfig, { warn: () => undefined, journal: 1, history: 20 }),
};
const isSelected = ({ id }: { readonly id: string }): boolean =>
  /guestPoliciesId|GuestPolicy\.(?:createTime|etag)|create\(guestPolicyId\)/.test(id);

interface RunOptions {
  readonly allow: readonly string[];
  /** Stops after this number of requests. */
  readonly stopAfter?: number;
  /** Changes a response, or throws. */
  readonly receive?: (call: TargetCall, reply: ActualResponse) => ActualResponse;
}

async function run({ allow, stopAfter = Infinity, receive = (_, reply) => reply }: RunOptions) {
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const counted = async (call: TargetCall) => {
    const reply = await send(call);
    if (sent.length === stopAfter) stop();
    return receive(call, reply);
  };
  const guarded = new GuardedRun({ origin, send: counted }, { projects, allow }, { waitForStop: () => stopped });
  const before = await guarded.start([proven]);
  const openTarget = (own: ApiIndex) => guarded.open(own);
  const options = { origin, openTarget, seed: 1, project: 'tests', auth: false, mustUndo: true, isSelected, isStopped: guarded.isStopped };
  const { testedRules } = await prove([proven], options);
  return { testedRules, leftovers: await guarded.listLeftovers([proven], before) };
}

test('reads only, if no method is allowed', async () => {
  const { testedRules } = await run({ allow: [] });
  expect(sent.filter((line) => !line.startsWith('GET '))).toEqual([]);
  expect(testedRules.filter(({ kind }) => kind === 'refuted')).toEqual([]);
});

test('deletes what it created, and nothing else', async () => {
  const { testedRules, leftovers } = await run({ allow: all });
  expect(testedRules.filter(({ kind }) => kind === 'refuted').map(({ testedRule }) => testedRule.id)).toEqual([]);
  expect(testedRules.filter(({ kind }) => kind === 'confirmed').length).toBeGreaterThan(4);
  expect(leftovers).toEqual([]);
  expect(Object.keys((await service.state()).resources ?? {})).toEqual([`${base}/theirs`]);
});

test('deletes what it created if the user stops it', async () => {
  const { testedRules, leftovers } = await run({ allow: all, stopAfter: 12 });
  expect(testedRules.at(-1)).toMatchObject({ kind: 'untested', reason: 'the run was stopped' });
  expect(leftovers).toEqual([]);
  expect(Object.keys((await service.state()).resources ?? {})).toEqual([`${base}/theirs`]);
});

test.each<[string, (reply: ActualResponse) => ActualResponse]>([
  [
    'gets lost',
    () => {
      throw new TargetError('the connection broke');
    },
  ],
  ['is an error of the server', () => ({ status: 503, headers: [] })],
])('deletes what it may have created if the response %s', async (_, fail) => {
  let creations = 0;
  const { leftovers } = await run({
    allow: all,
    receive: (call, reply) => (call.method === 'POST' && reply.status < 400 && ++creations % 2 === 0 ? fail(reply) : reply),
  });
  expect(creations).toBeGreaterThan(4);
  expect(leftovers).toEqual([]);
  expect(Object.keys((await service.state()).resources ?? {})).toEqual([`${base}/theirs`]);
});

test('deletes a resource again if the first attempt fails', async () => {
  const failed = new Set<string>();
  const isFirst = ({ method, path }: TargetCall): boolean => method === 'DELETE' && !failed.has(path) && failed.add(path).size === 1;
  const { leftovers } = await run({
    allow: all,
    receive: (call, reply) => (isFirst(call) ? { status: 503, headers: [] } : reply),
  });
  expect(failed.size).toBeGreaterThan(1);
  expect(leftovers).toEqual([]);
});

test('sends nothing that it could not undo', async () => {
  const specification = getSpecification('dns');
  const zones: ProveApi = {
    api: buildModel(specification.value, { variables: {} }),
    document: specification.value,
    rules: [],
    at: specification.at,
    mock: createMockServer(dns, { warn: () => undefined, journal: 1, history: 20 }),
  };
  const guarded = new GuardedRun({ origin, send }, { projects, allow: ['dns.*'] }, { waitForStop: () => new Promise(() => undefined) });
  const { testedRules } = await prove([zones], {
    origin,
    openTarget: (own) => guarded.open(own),
    seed: 1,
    project: 'tests',
    auth: false,
    mustUndo: true,
    // The record sets of a change stay in the zone, which then can't be deleted.
    isSelected: ({ id }) => id.endsWith('changes/{changeId} readsWrites'),
  });
  expect(testedRules).toMatchObject([
    { kind: 'untested', reason: expect.stringContaining("dns.managedZones.delete can't delete") as unknown },
  ]);
  expect(sent).toEqual([]);
});

test('lists the requests without sending any', async () => {
  const lines: string[] = [];
  const createGuard = (own: ApiIndex) => new Guard(own, { projects, allow: [] });
  for await (const line of listRequests([proven], { origin, seed: 1, project: 'tests', isSelected, createGuard })) lines.push(line);
  expect(sent).toEqual([]);
  expect(lines).toContain('osconfig projects/{projectsId}/guestPolicies/{guestPoliciesId} readsWrites');
  expect(lines.filter((line) => line.startsWith(`  curl -X POST '${origin}${base}?`))).not.toEqual([]);
  expect(lines).toContain("  # not sent: --allow doesn't match osconfig.projects.guestPolicies.create");
});
