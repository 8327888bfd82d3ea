/** Learns facts about APIs from recorded calls. */
import type { Api } from '../../generator/model/model.js';
import type { CallScenario } from './calls.js';
import type { Findings, ListEntry } from './entry.js';
import type { FieldFact } from './field-fact.js';
import { inferFieldFacts } from './infer-fields.js';
import { nameEnumValues } from './name-enum-values.js';
import { observeErrors } from './observe-errors.js';
import { observe } from './observe.js';
import { findEnumNumbers, proposeEnumNumbers } from './propose-enum-numbers.js';
import { proposeConstants } from './propose-constants.js';
import { proposeErrors } from './propose-errors.js';
import { proposeKeys } from './propose-keys.js';
import { proposeFields } from './propose-fields.js';
import { findFieldsMissingFromOperations, proposeOmitted } from './propose-omitted.js';
import { getMethodPath, proposeOperations } from './propose-operations.js';
import { proposeOwned } from './propose-owned.js';
import { proposeProjectNumbers } from './propose-project-numbers.js';
import { proposeResourceUrls } from './propose-resource-urls.js';
import { askAboutStates, proposeStates } from './propose-states.js';
import { proposeStatuses } from './propose-statuses.js';

/** The recorded calls of one API. */
export interface ApiCalls {
  readonly api: Api;
  readonly scenarios: readonly CallScenario[];
}

/** Returns the findings about each API. What several APIs have in common is evidence for each of them. */
export function learn(apis: readonly ApiCalls[]): Findings[] {
  const observed = apis.map(({ api, scenarios }) => {
    const recorded = observe(api, scenarios);
    const enumNumbers = findEnumNumbers(api, recorded);
    return { api, scenarios, enumNumbers, observations: nameEnumValues(api, recorded, enumNumbers) };
  });
  const facts = inferFieldFacts(observed);
  return observed.map(({ api, scenarios, observations, enumNumbers }, index) => {
    const numbers = proposeProjectNumbers(api, observations);
    const own = facts[index]!.filter((fact) => !isNumberedName(fact, numbers));
    const states = proposeStates(api, observations);
    const fields = proposeFields(
      api,
      own.filter(({ subject, field }) => !states.some((state) => state.schema === subject && state.field === field)),
    );
    const operations = proposeOperations(api, own);
    const isKnown = (schema: string, path: string): boolean =>
      [...own, ...states.map((state) => ({ subject: state.schema, ...state }))].some(
        ({ subject, field }) => subject === schema && field === path,
      );
    const openStates = askAboutStates(api, observations, isKnown);
    const omitted = proposeOmitted(api, observations);
    const owned = proposeOwned(api, scenarios);
    const errors = proposeErrors(api, observeErrors(api, scenarios));
    const statuses = proposeStatuses(api, scenarios);
    const rules = [
      ...numbers,
      ...proposeResourceUrls(api, observations),
      ...fields.rules,
      ...states.flatMap(({ rules: found }) => found),
      ...omitted.rules,
      ...owned.rules,
      ...addOmitted(api, operations.rules, findFieldsMissingFromOperations(observations)),
    ];
    return {
      rules,
      keys: [
        ...proposeEnumNumbers(api, enumNumbers),
        ...errors.keys,
        ...proposeConstants(api, scenarios),
        ...proposeKeys(api, scenarios),
        ...statuses.keys,
      ],
      questions: [
        ...fields.questions,
        ...states.flatMap(({ questions }) => questions),
        ...openStates,
        ...operations.questions,
        ...omitted.questions,
        ...owned.questions,
        ...errors.questions,
        ...statuses.questions,
      ],
      alreadySo: fields.alreadySo + operations.alreadySo,
    };
  });
}

/** Whether a rule `projectNumber` states the field of a fact. */
const isNumberedName = ({ subject, field }: FieldFact, numbers: readonly ListEntry[]): boolean =>
  numbers.some(({ at, content }) => at[1] === subject && (content['fields'] as readonly string[]).includes(field));

function addOmitted(
  api: Api,
  rules: readonly ListEntry[],
  omitted: ReturnType<typeof findFieldsMissingFromOperations>,
): readonly ListEntry[] {
  const present = rules.map((rule) => {
    const own = omitted.get(rule.id.replace(/:operation$/, ''));
    return own === undefined ? rule : { ...rule, content: { ...rule.content, omitted: own.fields } };
  });
  const ids = new Set(rules.map(({ id }) => id));
  const others = api.methods.flatMap((method): ListEntry[] => {
    const own = omitted.get(method.id);
    const id = `${method.id}:operation`;
    return own === undefined || ids.has(id)
      ? []
      : [{ at: [...getMethodPath(method), 'x-rules'], id, content: { kind: 'operation', omitted: own.fields }, support: own.support }];
  });
  return [...present, ...others];
}
