/** Finds the state of new resources, and the transitions that custom methods cause. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { groupBy } from '../../generator/lib/group-by.js';
import type { Api } from '../../generator/model/model.js';
import { isAlreadySo } from './differences.js';
import type { Findings, ListEntry, Question } from './entry.js';
import { getChance, isSufficient, minScenarios, Support } from './evidence.js';
import { isCustomMethod, listStates, observeStates, type StateField, type StatePeriod } from './observe-states.js';
import type { Observation } from './observe.js';

/** What is known about the states of a field. */
interface StateFindings extends Pick<Findings, 'rules' | 'questions'> {
  readonly schema: string;
  readonly field: string;
}

/**
 * Proposes a rule `states` where the mock doesn't implement a custom method that causes transitions, and otherwise the state of a new resource.
 * Fields whose state never changes are left to other proposals.
 */
export const proposeStates = (api: Api, observations: readonly Observation[]): readonly StateFindings[] =>
  observeStates(api, observations)
    .sort((left, right) => compareText(`${left.schema} ${left.field}`, `${right.schema} ${right.field}`))
    .map((state) => new StateProposals(state).propose());

/** Asks about states that no proposal or question is about. */
export function askAboutStates(
  api: Api,
  observations: readonly Observation[],
  isKnown: (schema: string, field: string) => boolean,
): readonly Question[] {
  const open = listStates(api, observations).filter(({ schema, field }) => !isKnown(schema, field));
  return open.flatMap(({ schema, field, values, observations: own }): Question[] => {
    if (isAlreadySo(own, field)) return [];
    const support = new Support();
    for (const { scenario } of own) support.add(scenario);
    return [
      { id: `${schema}.${field}:default`, value: values[0] ?? null, reason: `it is ${values.join(' or ')}`, scenarios: support.scenarios },
    ];
  });
}

class StateProposals {
  private readonly questions: Question[] = [];
  private readonly id: string;

  constructor(private readonly state: StateField) {
    this.id = `${state.schema}.${state.field}`;
  }

  propose(): StateFindings {
    const { schema, field } = this.state;
    return { schema, field, rules: this.findRules(), questions: this.questions };
  }

  private findRules(): readonly ListEntry[] {
    const { schema, field, periods, readOnly } = this.state;
    const changing = periods.find(
      ({ cause, from, to, isUnsteady }) => isUnsteady || (!isCustomMethod(cause.method) && from !== undefined && from !== to),
    );
    const created = periods.filter(({ cause }) => cause.method.action.kind === 'create');
    const initial = this.findInitialState(created, changing);
    const stated = [...groupBy(periods, ({ cause }) => cause.method)]
      .filter(([method, own]) => isCustomMethod(method) && own.some(isTransition) && !own.every((period) => isSame(period, field)))
      .sort(([left], [right]) => compareText(left.id, right.id))
      .flatMap(([{ id }, own]) => this.findTransitions(id, own, changing) ?? []);
    const askAboutTransitions = (reason: string): void => {
      for (const { method, changes, support } of stated) this.ask(`${this.id}:after ${method}`, reason, { to: changes[0]!.to, support });
    };
    if (initial === undefined) {
      askAboutTransitions('the state of a new resource is open');
      return [];
    }
    const at = ['schemas', schema, 'x-rules'];
    if (stated.length === 0 || field.includes('.') || !readOnly) {
      askAboutTransitions('no rule can state it');
      const content = { kind: 'serverDefault', field, value: initial.to };
      return created.every((period) => isSame(period, field)) ? [] : [{ at, id: `${this.id}:default`, content, support: initial.support }];
    }
    const [weakest] = [initial, ...stated].map(({ support }) => support).sort((left, right) => left.scenarios - right.scenarios);
    const seen = periods.flatMap(({ from, to }) => [...(from === undefined ? [] : [from]), to]);
    const content = {
      kind: 'states',
      field,
      values: [...new Set([initial.to, ...this.state.values, ...seen])],
      transitions: stated.flatMap(({ method, changes }) => changes.map((change) => ({ ...change, method }))),
    };
    return [{ at, id: `${this.id}:states`, content, support: weakest! }];
  }

  /** The state in which all new resources are, unless it stays open. */
  private findInitialState(periods: readonly StatePeriod[], changing: StatePeriod | undefined): KnownState | undefined {
    const [first] = periods;
    if (first === undefined) return undefined;
    const support = toSupport(periods);
    const states = [...new Set(periods.map(({ to }) => to))].sort(compareText);
    const count = this.state.values.length > 1 ? this.state.values.length : 1e6;
    const isByChance = !isSufficient(support.scenarios, getChance(count, support.scenarios));
    const reason = describeOpen(changing, states, support) ?? (isByChance ? 'can agree by chance' : undefined);
    if (reason === undefined) return { to: first.to, support };
    this.ask(`${this.id}:default`, reason, { to: first.to, support });
    return undefined;
  }

  /** The state after a method for each state before it, unless one stays open. A method has one effect, whatever the request is. */
  private findTransitions(method: string, periods: readonly StatePeriod[], changing: StatePeriod | undefined): Transitions | undefined {
    const support = toSupport(periods.filter(isTransition));
    const known = periods.flatMap(({ from, to }) => (from === undefined ? [] : [{ from, to }]));
    const changes = [...groupBy(known, ({ from }) => from)].sort(([left], [right]) => compareText(left, right));
    const unclear =
      changes.map(([, own]) => [...new Set(own.map(({ to }) => to))].sort(compareText)).find(({ length }) => length > 1) ?? [];
    const reason = describeOpen(changing, unclear, support);
    if (reason === undefined) return { method, changes: changes.map(([, [change]]) => change), support };
    this.ask(`${this.id}:after ${method}`, reason, { to: periods.find(isTransition)!.to, support });
    return undefined;
  }

  private ask(id: string, reason: string, { to, support }: KnownState): void {
    this.questions.push({ id, value: to, reason, scenarios: support.scenarios });
  }
}

interface KnownState {
  readonly to: string;
  readonly support: Support;
}

interface Transitions {
  readonly method: string;
  readonly changes: readonly { readonly from: string; readonly to: string }[];
  readonly support: Support;
}

const isTransition = ({ from, to }: StatePeriod): boolean => from !== undefined && from !== to;

function toSupport(periods: readonly StatePeriod[]): Support {
  const support = new Support();
  for (const { scenario } of periods) support.add(scenario);
  return support;
}

/** Why a state stays open. `states` are those in which it can be. */
function describeOpen(changing: StatePeriod | undefined, states: readonly string[], { scenarios }: Support): string | undefined {
  if (changing !== undefined) return describeChange(changing);
  if (states.length > 1) return `it is ${states.join(' or ')}`;
  return scenarios < minScenarios ? `seen in ${scenarios} independent scenarios` : undefined;
}

const describeChange = ({ cause, isUnsteady }: StatePeriod): string =>
  isUnsteady ? 'it changes without a request' : `${cause.method.id} changes it, too`;

const isSame = ({ evidence }: StatePeriod, field: string): boolean => isAlreadySo(evidence, field);
