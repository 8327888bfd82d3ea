/** Finds the state of new resources, and the transitions that custom methods cause. */
import { compareText } from '../../lib/diagnostics.js';
import { groupBy } from '../../lib/group-by.js';
import type { Api } from '../../model/model.js';
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
    const initial = this.findState(created, `${this.id}:default`, changing);
    const transitions = [...groupBy(periods, ({ cause }) => cause.method)]
      .filter(([method]) => isCustomMethod(method))
      .sort(([left], [right]) => compareText(left.id, right.id))
      .flatMap(([{ id }, own]) => {
        if (own.every((period) => isSame(period, field))) return [];
        const found = this.findState(own, `${this.id}:after ${id}`, changing);
        const from = [...new Set(own.map((period) => period.from))].filter((state) => state !== undefined).sort(compareText);
        return found === undefined ? [] : [{ ...found, method: id, from }];
      });
    if (initial === undefined) {
      for (const { method, to, support } of transitions)
        this.ask(`${this.id}:after ${method}`, to, support, 'the state of a new resource is open');
      return [];
    }
    const at = ['schemas', schema, 'x-rules'];
    const stated = transitions.filter(({ from }) => from.length > 0);
    const isStates = stated.length > 0 && !field.includes('.') && readOnly;
    if (!isStates)
      for (const { method, to, support } of stated) this.ask(`${this.id}:after ${method}`, to, support, 'no rule can state it');
    if (!isStates)
      return created.every((period) => isSame(period, field))
        ? []
        : [{ at, id: `${this.id}:default`, content: { kind: 'serverDefault', field, value: initial.to }, support: initial.support }];
    const [least] = [initial, ...stated].map(({ support }) => support).sort((left, right) => left.scenarios - right.scenarios);
    const content = {
      kind: 'states',
      field,
      values: [
        ...new Set([initial.to, ...this.state.values, ...periods.flatMap(({ from, to }) => [...(from === undefined ? [] : [from]), to])]),
      ],
      transitions: stated.flatMap(({ from, to, method }) => from.map((state) => ({ from: state, to, method }))),
    };
    return [{ at, id: `${this.id}:states`, content, support: least! }];
  }

  /** The state in which all periods are, unless it stays open. */
  private findState(
    periods: readonly StatePeriod[],
    id: string,
    changing: StatePeriod | undefined,
  ): { readonly to: string; readonly support: Support } | undefined {
    const [first] = periods;
    if (first === undefined) return undefined;
    const support = new Support();
    for (const { scenario } of periods) support.add(scenario);
    const states = [...new Set(periods.map(({ to }) => to))].sort(compareText);
    const count = this.state.values.length > 1 ? this.state.values.length : 1e6;
    const reason =
      changing !== undefined
        ? describeChange(changing)
        : states.length > 1
          ? `it is ${states.join(' or ')}`
          : support.scenarios < minScenarios
            ? `seen in ${support.scenarios} independent scenarios`
            : isSufficient(support.scenarios, getChance(count, support.scenarios))
              ? undefined
              : 'can agree by chance';
    if (reason === undefined) return { to: first.to, support };
    this.ask(id, first.to, support, reason);
    return undefined;
  }

  private ask(id: string, value: string, { scenarios }: Support, reason: string): void {
    this.questions.push({ id, value, reason, scenarios });
  }
}

const describeChange = ({ cause, isUnsteady }: StatePeriod): string =>
  isUnsteady ? 'it changes without a request' : `${cause.method.id} changes it, too`;

const isSame = ({ evidence }: StatePeriod, field: string): boolean => isAlreadySo(evidence, field);
