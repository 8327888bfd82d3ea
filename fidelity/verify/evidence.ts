/** The evidence of a comparison: what is known of each method, without the text of the traffic. */
import type { MethodEvidence } from '../../runtime/behavior.js';
import { compareText } from '../../generator/lib/diagnostics.js';
import type { MethodVerdict, Verdict } from './verdict.js';

export interface EvidenceFile {
  /** The version of the form. */
  readonly evidence: 1;
  /** The version of discogen, whose runtime the mocks use. */
  readonly discogen: string;
  /** The SHA-256 digests of the recordings, sorted. */
  readonly recordings: readonly string[];
  readonly apis: readonly EvidenceOfApi[];
}

export interface EvidenceOfApi {
  readonly name: string;
  readonly version: string;
  /** The SHA-256 digest of the specification and its overlays. */
  readonly specification: string;
  readonly methods: Readonly<Record<string, MethodEvidence>>;
}

export interface EvidenceContext {
  readonly discogen: string;
  readonly recordings: readonly string[];
  readonly apis: readonly Pick<EvidenceOfApi, 'name' | 'version' | 'specification'>[];
}

export function createEvidence({ methods }: Verdict, { discogen, recordings, apis }: EvidenceContext): EvidenceFile {
  return {
    evidence: 1,
    discogen,
    recordings: [...new Set(recordings)].sort(),
    apis: [...apis]
      .sort((one, other) => compareText(one.name, other.name) || compareText(one.version, other.version))
      .map((api) => {
        const own = methods.filter((method) => method.compared > method.assumed && method.api === `${api.name} ${api.version}`);
        return { ...api, methods: Object.fromEntries(own.map((verdict) => [verdict.method, toEvidence(verdict)])) };
      }),
  };
}

/** What was assumed is no evidence. */
function toEvidence({ scenarios, compared, assumed, agree, differences }: MethodVerdict): MethodEvidence {
  const fields = differences.flatMap(({ field }) => (field === '' ? [] : field));
  const outcomes = differences.flatMap(({ field, kind }) => (field === '' ? kind : []));
  return { scenarios, compared: compared - assumed, agree, differs: [...new Set(fields)].sort(), outcomes: [...new Set(outcomes)].sort() };
}
