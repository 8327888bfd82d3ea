/** Proves the rules of APIs against a target. */
import type { AnyMock } from '../../mock/index.js';
import type { Location } from '../../generator/lib/diagnostics.js';
import type { JsonObject, Pointer } from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import { Tally, type Verdict } from '../verify/verdict.js';
import { ApiIndex } from './api-index.js';
import { toClaims, type Claim, type ProvableRule } from './claim.js';
import { listProperties } from './list-properties.js';
import { learnNoise } from './noise.js';
import { planScenarios, runClaim, type ClaimVerdict, type ProvenClaim } from './prove-claim.js';
import type { Target } from './target.js';

/** An API with its rules. */
export interface ProvenApi {
  readonly api: Api;
  /** The specification with its overlays. */
  readonly document: JsonObject;
  readonly rules: readonly ProvableRule[];
  /** Locates a part of the specification. */
  readonly at: (pointer: Pointer) => Location;
  /** The mock with whose responses those of the target are compared. */
  readonly mock: AnyMock;
}

export interface ProveOptions {
  /** The address of the target without a slash at its end. */
  readonly origin: string;
  /** Returns the target as the calls of an API reach it. */
  readonly openTarget: (index: ApiIndex) => Target;
  /** Whether the user wants to stop. */
  readonly isStopped?: () => boolean;
  /** Another seed selects other names and values. */
  readonly seed: number;
  readonly project: string;
  /** Whether the target checks credentials. */
  readonly auth: boolean;
  /** Whether what scenarios create must be deleted. Default: false. */
  readonly mustUndo?: boolean;
  /** The number of rules to prove at the same time. Default: 1. */
  readonly parallel?: number;
  /** Whether to prove a rule. Default: all rules. */
  readonly isSelected?: (rule: { readonly id: string }) => boolean;
}

export interface Proof {
  readonly claims: readonly ClaimVerdict[];
  /** All exchanges with the target, compared with the mock. */
  readonly verdict: Verdict;
}

export async function prove(apis: readonly ProvenApi[], options: ProveOptions, keepsSamples = false): Promise<Proof> {
  const tally = new Tally(keepsSamples);
  const claims: ClaimVerdict[] = [];
  for (const proven of apis) claims.push(...(await proveApi(proven, options, tally)));
  return { claims, verdict: tally.toVerdict() };
}

async function proveApi(
  { api, document, rules, at, mock }: ProvenApi,
  options: ProveOptions,
  tally: Tally,
): Promise<readonly ClaimVerdict[]> {
  const {
    origin,
    openTarget,
    seed,
    project,
    auth,
    mustUndo = false,
    isSelected = () => true,
    isStopped = () => false,
    parallel = 1,
  } = options;
  const index = new ApiIndex(api);
  const target = openTarget(index);
  const claims = [...listProperties(index, at), ...toClaims(rules, api, document)].filter(isSelected);
  const planning = { index, mock, origin, project, auth, seed, mustUndo };
  const isNoise = await learnNoise(claims, planning, { api, target });
  const verdicts: ClaimVerdict[] = [];
  const proveClaim = async (claim: Claim, number: number): Promise<ProvenClaim> => {
    if (isStopped()) return { verdict: { claim, kind: 'untested', reason: 'the run was stopped', requests: 0 }, exchanges: [] };
    const prefix = `p${seed}-${number}`;
    const planned = await planScenarios(claim, { ...planning, prefix });
    return runClaim(planned, `${api.name}-${prefix}`, { api, target, isNoise });
  };
  for (let start = 0; start < claims.length; start += parallel) {
    const proven = await Promise.all(claims.slice(start, start + parallel).map((claim, at) => proveClaim(claim, start + at)));
    for (const { verdict, exchanges } of proven) {
      if (exchanges.length > 0) tally.addScenario(exchanges);
      verdicts.push(verdict);
    }
  }
  return verdicts;
}
