/** Each rule of small specifications, proven against their own mock and against mocks that break a rule. */
import { beforeAll, expect, test } from 'vitest';
import { behavior as osconfig } from '../../../../generated/osconfig-v1beta/src/behavior.js';
import type { JsonObject } from '../../../../generator/lib/json.js';
import { setAt } from '../../../../fidelity/prove/field-paths.js';
import { openReference } from '../../../../fidelity/prove/reference-mock.js';
import { prove, type ProveReport } from '../../../../fidelity/prove/prove.js';
import type { Target, TargetSession } from '../../../../fidelity/prove/target.js';
import { formatProveText } from '../../../../fidelity/prove/reports/format-text.js';
import type { ActualResponse } from '../../../../fidelity/verify/exchange-result.js';
import type { ApiBehavior } from '../../../../runtime/behavior.js';
import { createMockServer, type Mock } from '../../../../mock/index.js';
import { buildFullBehavior } from '../../../prove/support/build-behavior.js';
import { getSpecification, rules } from '../../../rules/support/specifications.js';

const origin = 'http://localhost';
const api = 'osconfig';
const specification = getSpecification(api);
const ownRules = rules.filter((rule) => rule.api === api);
/** Some of each sort. `npm run prove` tests all rules. */
const isTested = ({ id }: { readonly id: string }): boolean =>
  /guestPoliciesId|GuestPolicy\.|create\(|list\(pageSize\)|scopes$|update$/.test(id);

const createMock = (behavior: ApiBehavior): Mock =>
  createMockServer(behavior, { auth: 'on', warn: () => undefined, journal: 1, history: 20 });
const toTarget = (mock: Mock): Target => ({ origin, open: (name) => openReference(mock, name, origin) });

function proveAgainst(target: Target, isSelected: (rule: { readonly id: string }) => boolean = isTested): Promise<ProveReport> {
  const { value } = specification;
  const proven = {
    ...buildFullBehavior(value, osconfig),
    document: value,
    rules: ownRules,
    at: specification.at,
    mock: createMock(osconfig),
  };
  return prove([proven], { origin, openTarget: () => target, seed: 1, project: 'p', auth: true, isSelected });
}

let intact: ProveReport;
beforeAll(async () => {
  intact = await proveAgainst(toTarget(createMock(osconfig)));
});

test('confirms the rules of a mock, and finds no difference', () => {
  expect(intact.testedRules.filter(({ kind }) => kind !== 'confirmed').map(({ testedRule }) => testedRule.id)).toEqual([]);
  expect(intact.verdict.methods.flatMap(({ differences }) => differences)).toEqual([]);
  expect(intact.testedRules.map(({ testedRule }) => testedRule.id)).toContain(
    'osconfig projects/{projectsId}/guestPolicies/{guestPoliciesId} readsWrites',
  );
});

const removed = [
  'osconfig projects.guestPolicies.create(guestPolicyId) pattern',
  'osconfig projects.zones.instances.lookupEffectiveGuestPolicy scopes',
  'osconfig GuestPolicy.etag etag',
  'osconfig GuestPolicy.createTime readOnly',
];

/** Proves a rule against a mock that lacks it. */
function proveWithout(id: string): Promise<ProveReport> {
  const rule = ownRules.find((each) => each.id === id);
  const document = setAt(specification.value, rule?.pointer ?? [], undefined) as JsonObject;
  const target = toTarget(createMock(buildFullBehavior(document, osconfig).behavior));
  return proveAgainst(target, (each) => each.id === id);
}

test.each(removed)('refutes %s if the mock lacks it', async (id) => {
  const { testedRules } = await proveWithout(id);
  expect(testedRules.map(({ kind }) => kind)).toEqual(['refuted']);
});

test('shows a refuted rule with its place and its requests', async () => {
  const text = formatProveText(await proveWithout(removed[0] ?? ''), { origin });
  expect(text).toMatch(
    /^refuted: osconfig projects\.guestPolicies\.create\(guestPolicyId\) pattern\n {2}The entire value must match .*\n {2}specs\/.*:\d+:\d+\n/,
  );
  expect(text).toContain('the target accepts a request that the rule rejects: expected 400, received 200');
  expect(text).toMatch(/\n {4}curl -X POST 'http:\/\/localhost\/v1beta\/projects\/p\/guestPolicies\?guestPolicyId=.*' -H .* -d '\{\}'\n/);
  expect(text).toMatch(
    /\n {4}await client\.projects\.guestPolicies\.create\(\{ parent: 'projects\/p', guestPolicyId: '.*', requestBody: \{\} \}\);\n/,
  );
});

test('refutes the rules of a target that responds with an empty object to everything', async () => {
  const response = { status: 200, headers: [], body: { kind: 'json', value: {} } } as const;
  const session = { send: () => Promise.resolve(response), control: () => Promise.resolve(true), delete: () => Promise.resolve() };
  const { testedRules } = await proveAgainst({ origin, open: () => Promise.resolve(session) }, ({ id }) => removed.includes(id));
  expect(testedRules.map(({ kind }) => kind)).toEqual(removed.map(() => 'refuted'));
});

test('refutes a rule of a mock whose error names another parameter', async () => {
  const mock = createMock(osconfig);
  const open = async (name: string): Promise<TargetSession> => {
    const session = await openReference(mock, name, origin);
    const rename = (text: string): string => text.replaceAll('"field":"guestPolicyId"', '"field":"parent"');
    return { ...session, send: async (call) => JSON.parse(rename(JSON.stringify(await session.send(call)))) as ActualResponse };
  };
  const { testedRules } = await proveAgainst({ origin, open }, ({ id }) => id === removed[0]);
  expect(testedRules.map(({ refutation }) => refutation?.difference.field)).toEqual(['error.details[0].fieldViolations[0].field']);
});

test('depends on the seed only', async () => {
  const proveSome = (): Promise<ProveReport> => proveAgainst(toTarget(createMock(osconfig)), ({ id }) => removed.includes(id));
  expect(JSON.stringify(await proveSome())).toBe(JSON.stringify(await proveSome()));
});
