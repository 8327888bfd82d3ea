/** The test of one rule against a target that isn't a mock of discogen: what it can use, and its verdict. */
import type { Method } from '../../../generator/model/model.js';
import type { Difference } from '../../verify/difference.js';
import type { ApiIndex } from '../api-index.js';
import { findType } from '../field-paths.js';
import type { VerdictKind } from '../run-rule-plan.js';
import type { Refutation } from '../run-scenario.js';
import type { TestedRule } from '../tested-rule.js';
import type { KnownRequest, LiveReply, Scene, Setting } from './scene.js';

export interface LiveVerdict {
  readonly kind: VerdictKind;
  readonly reason?: string;
  readonly refutation?: Refutation;
}

export interface LiveTest {
  readonly rule: TestedRule;
  readonly index: ApiIndex;
  readonly find: (method: Method) => Promise<KnownRequest>;
  /** Searches for a request that contains some settings. */
  readonly search: (scene: Scene, method: Method, fixed: readonly Setting[]) => Promise<KnownRequest>;
  /** Runs a test in a new scene. */
  readonly inScene: (run: (scene: Scene) => Promise<LiveVerdict>) => Promise<LiveVerdict>;
  /** Lists the methods that read one resource, of which a valid request is known. */
  readonly listReads: () => Promise<readonly Method[]>;
  /** Lists the replies of methods so far. */
  readonly listReplies: (method: Method) => readonly LiveReply[];
  /** The verdict if no valid request of a method is known. */
  readonly explain: (method: Method, known: KnownRequest) => LiveVerdict;
}

/** Whether a rule concerns a field that only responses contain. */
export function isOutput({ place }: TestedRule, { lookup }: ApiIndex): boolean {
  if (place.in !== 'schema') return false;
  return place.path.some((name, at) => {
    const outer = findType({ kind: 'ref', schema: place.schema }, place.path.slice(0, at), lookup);
    return lookup.field(outer, name)?.readOnly === true;
  });
}

export const confirmed: LiveVerdict = { kind: 'confirmed' };

export const untested = (reason: string): LiveVerdict => ({ kind: 'untested', reason });

export const untestable = (reason: string): LiveVerdict => ({ kind: 'untestable', reason });

export const notImplemented = (reason: string): LiveVerdict => ({ kind: 'notImplemented', reason });

/** Refutes a rule by a reply. Of the difference, `expected` is what the target sent, and `actual` what the rule demands. */
export const refute = (scene: Scene, { call }: LiveReply, difference: Difference): LiveVerdict => ({
  kind: 'refuted',
  refutation: {
    method: call.method,
    setup: scene.calls.slice(0, scene.calls.lastIndexOf(call.http)),
    call: call.http,
    difference,
  },
});
