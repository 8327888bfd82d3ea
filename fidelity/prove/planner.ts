/** Plans the scenarios of one tested rule. */
import type { AnyMock } from '../../mock/index.js';
import type { ApiIndex } from './api-index.js';
import type { TestedRule } from './tested-rule.js';
import { openReference } from './reference-mock.js';
import type { Scenario } from './scenario.js';
import { findUndoProblem } from './undo.js';
import { ScenarioBuilder, ScenarioError } from './scenario-builder.js';

/** Whether a rule has scenarios. `untestable`: nothing that a client sees depends on the rule. */
export interface Plan {
  readonly kind: 'planned' | 'untested' | 'untestable';
  readonly reason?: string;
}

export interface PlannerOptions {
  readonly index: ApiIndex;
  readonly mock: AnyMock;
  /** The address of the target, because responses contain links. */
  readonly origin: string;
  readonly project: string;
  /** The beginning of the names of all resources of the tested rule. */
  readonly prefix: string;
  /** Whether the target checks credentials. */
  readonly auth: boolean;
  /** Another seed selects other values. */
  readonly seed: number;
  /** Whether what a scenario creates must be deleted. */
  readonly mustUndo?: boolean;
}

/** The token that permits everything, if the target checks credentials. */
const token = 'prove';

export const createBearerHeader = (name: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${name}` });

export class Planner {
  readonly scenarios: Scenario[] = [];
  /** Why scenarios couldn't be built. */
  readonly reasons: string[] = [];

  constructor(
    readonly testedRule: TestedRule,
    readonly options: PlannerOptions,
  ) {}

  get index(): ApiIndex {
    return this.options.index;
  }

  /** Builds a scenario in a new session. Keeps it if `build` returns true. Returns whether it was kept. */
  readonly plan = async (build: (builder: ScenarioBuilder) => Promise<boolean>): Promise<boolean> => {
    const { index, mock, origin, project, prefix, auth, mustUndo } = this.options;
    const name = `${prefix}-${this.scenarios.length + this.reasons.length}`;
    const session = await openReference(mock, name, origin);
    const builder = new ScenarioBuilder({
      index,
      session,
      project,
      prefix: `${prefix}-${this.scenarios.length}`,
      ...(auth && { headers: createBearerHeader(token) }),
    });
    try {
      if (auth) await builder.control('POST', '/__admin/seed', { tokens: { [token]: index.fullGrant } });
      const isKept = await build(builder);
      if (isKept) {
        const { steps, isIsolated } = builder;
        const irreversible = mustUndo ? await findUndoProblem(builder) : undefined;
        this.scenarios.push({ steps, prefix: builder.options.prefix, isIsolated, ...(irreversible !== undefined && { irreversible }) });
      }
      return isKept;
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      this.reasons.push(error.message);
      return false;
    } finally {
      await session.delete();
    }
  };
}
