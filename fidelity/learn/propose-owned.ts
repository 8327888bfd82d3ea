/** Finds the resources that the server creates with another resource. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { groupBy } from '../../generator/lib/group-by.js';
import type { JsonObject } from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import { type ObservedCall, type CallScenario, isSuccess } from './calls.js';
import { getBodyDifferences } from './differences.js';
import type { Findings, ListEntry, Question } from './entry.js';
import { isSufficient, minScenarios, Support } from './evidence.js';
import { FieldTypes } from './flatten.js';
import { formatCondition } from './propose-fields.js';
import { type ConditionField, findCondition, getChanceOfGroup } from './find-condition.js';
import { type OwnedResources, ResourceTracker } from './track-resources.js';
import { isPrivateText, isSecretField } from './values.js';

/** The first list of a collection below a new resource. */
export interface FirstList extends OwnedResources {
  readonly call: ObservedCall;
  readonly scenario: CallScenario;
  /** What requests set in the owner. */
  readonly sent: JsonObject;
}

/** The number of lists of names that a server can choose from. */
const nameLists = 1e6;

/** Proposes the rule `ownedResources` where several scenarios show the same resources. */
export function proposeOwned(api: Api, scenarios: readonly CallScenario[]): Pick<Findings, 'rules' | 'questions'> {
  const lists = collectFirstLists(api, scenarios);
  const byCollection = groupBy(lists, ({ owner, template }) => `${owner.template.schema} ${template.path}`);
  const found = [...byCollection].sort(([left], [right]) => compareText(left, right)).map(([, own]) => proposeCollection(api, own));
  return { rules: found.flatMap(({ rules }) => rules), questions: found.flatMap(({ questions }) => questions) };
}

export const collectFirstLists = (api: Api, scenarios: readonly CallScenario[]): readonly FirstList[] =>
  scenarios.flatMap((scenario) => collectFromScenario(api, scenario));

function collectFromScenario(api: Api, scenario: CallScenario): FirstList[] {
  const tracker = new ResourceTracker(api);
  return scenario.calls.filter(isSuccess).flatMap((call) => {
    tracker.apply(call);
    const owned = tracker.addOwned(call);
    return owned === undefined ? [] : [{ ...owned, call, scenario, sent: owned.owner.sent }];
  });
}

function proposeCollection(api: Api, lists: readonly FirstList[]): { readonly rules: ListEntry[]; readonly questions: Question[] } {
  const rules: ListEntry[] = [];
  const questions: Question[] = [];
  const fields = listFields(api, lists);
  for (const [, own] of groupBy(lists, ({ names }) => JSON.stringify(names))) {
    const [{ names, owner, template }] = own;
    const { schema } = owner.template;
    if (schema === undefined || names.length === 0 || !isPublishable(names) || own.every(({ call }) => isSame(call))) continue;
    const others = lists.filter((list) => !own.includes(list));
    const when = findCondition(own, others, fields);
    const support = new Support();
    for (const { scenario } of own) support.add(scenario);
    const collection =
      template.path
        .split('/')
        .filter((part) => !part.startsWith('{'))
        .at(-1) ?? '';
    const condition = when === undefined || others.length === 0 ? undefined : when;
    const id = `${schema}:owned.${collection}${formatCondition(condition)}`;
    const isShown = when !== undefined && isSufficient(support.scenarios, getChanceOfGroup(nameLists, own, others));
    if (isShown)
      rules.push({
        at: ['schemas', schema, 'x-rules'],
        id,
        content: { kind: 'ownedResources', members: template.path, each: names, ...(condition !== undefined && { when: condition }) },
        support,
      });
    else
      questions.push({
        id,
        value: names,
        reason:
          support.scenarios < minScenarios ? `seen in ${support.scenarios} independent scenarios` : 'no condition explains the others',
        scenarios: support.scenarios,
      });
  }
  return { rules, questions };
}

const isSame = (call: ObservedCall): boolean => getBodyDifferences(call)?.length === 0;

const isPublishable = (names: readonly JsonObject[]): boolean =>
  names.every((name) =>
    Object.entries(name).every(([key, text]) => typeof text === 'string' && !isSecretField(key) && !isPrivateText(text)),
  );

/** The fields that requests set in the owners. */
function listFields(api: Api, lists: readonly FirstList[]): readonly ConditionField[] {
  const types = new FieldTypes(api);
  const isPublic = new Map<string, boolean>();
  for (const { sent, owner } of lists)
    types.visit(sent, { kind: 'ref', schema: owner.template.schema ?? '' }, (path, value) =>
      isPublic.set(path, (isPublic.get(path) ?? !isSecretField(path)) && (typeof value !== 'string' || !isPrivateText(value))),
    );
  return [...isPublic].map(([path, own]) => ({ path, isPublic: own })).sort((left, right) => compareText(left.path, right.path));
}
