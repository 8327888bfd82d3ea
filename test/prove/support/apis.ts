/** The four specifications, their claims, and mocks of them in memory. */
import { behavior as compute } from '../../../generated/compute-v1/src/behavior.js';
import { behavior as dns } from '../../../generated/dns-v1/src/behavior.js';
import { behavior as errorreporting } from '../../../generated/errorreporting-v1beta1/src/behavior.js';
import { behavior as osconfig } from '../../../generated/osconfig-v1beta/src/behavior.js';
import type { JsonObject } from '../../../generator/lib/json.js';
import { ApiIndex } from '../../../fidelity/prove/api-index.js';
import { toClaims, type Claim } from '../../../fidelity/prove/claim.js';
import { listProperties } from '../../../fidelity/prove/list-properties.js';
import { planScenarios, runClaim, type PlannedClaim, type ProvenClaim } from '../../../fidelity/prove/prove-claim.js';
import { openReference } from '../../../fidelity/prove/reference-mock.js';
import type { TargetSession } from '../../../fidelity/prove/target.js';
import type { ApiBehavior } from '../../../runtime/behavior.js';
import { createMockServer, type Mock } from '../../../mock/index.js';
import { getSpecification, rules, type ApiName } from '../../rules/support/specifications.js';
import { buildFullBehavior } from './build-behavior.js';
import type { Wrap } from './disable-rule.js';

export const origin = 'http://localhost';
const behaviors: Readonly<Record<ApiName, ApiBehavior>> = { compute, dns, errorreporting, osconfig };

export interface TestedApi {
  readonly name: ApiName;
  readonly index: ApiIndex;
  readonly document: JsonObject;
  readonly behavior: ApiBehavior;
  /** All rules of the specification. */
  readonly claims: readonly Claim[];
  readonly properties: readonly Claim[];
  readonly plan: (claim: Claim, seed: number) => Promise<PlannedClaim>;
  /** Runs a planned claim against a mock. `wrap`: changes what the mock does. */
  readonly run: (planned: PlannedClaim, mock: Mock, wrap?: Wrap) => Promise<ProvenClaim>;
  /** Creates a mock of the specification, or one with a changed behavior. */
  readonly createMock: (behavior?: ApiBehavior) => Mock;
}

export const createMock = (behavior: ApiBehavior): Mock =>
  createMockServer(behavior, { auth: 'on', warn: () => undefined, journal: 1, history: 20, maxSessions: 10 });

export function createTestedApi(name: ApiName): TestedApi {
  const { value: document, at } = getSpecification(name);
  const { api, behavior } = buildFullBehavior(document, behaviors[name]);
  const index = new ApiIndex(api);
  const reference = createMock(behavior);
  const claims = toClaims(
    rules.filter((rule) => rule.api === name),
    api,
    document,
  );
  const numbers = new Map<Claim, number>();
  const all = [...listProperties(index, (pointer) => at(pointer, 'key')), ...claims];
  for (const [number, claim] of all.entries()) numbers.set(claim, number);
  return {
    name,
    index,
    document,
    behavior,
    claims,
    properties: all.slice(0, all.length - claims.length),
    plan: (claim, seed) =>
      planScenarios(claim, {
        index,
        mock: reference,
        origin,
        project: 'p',
        auth: true,
        seed,
        prefix: `p${seed}-${numbers.get(claim) ?? 0}`,
      }),
    run: (planned, mock, wrap = (session) => session) => {
      const open = async (session: string): Promise<TargetSession> => wrap(await openReference(mock, session, origin));
      return runClaim(planned, 'target', { api, target: { origin, open }, isNoise: () => false });
    },
    createMock: (changed) => createMock(changed ?? behavior),
  };
}

/** Counts by kind, as lines of text. */
export function formatTally(tally: ReadonlyMap<string, number>): string {
  return [...tally]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, count]) => `  ${String(count).padStart(5)} ${key}`)
    .join('\n');
}

export function count(tally: Map<string, number>, key: string): void {
  tally.set(key, (tally.get(key) ?? 0) + 1);
}
