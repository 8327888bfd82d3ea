/**
 * Five folds by scenario: learns from four of them, and predicts the fifth. Scenarios whose requests differ only in names are in one fold.
 * Counts the leaf fields of successful responses to writes that the request doesn't contain, without generated values and links.
 */
import { groupBy } from '../../generator/lib/group-by.js';
import { isObject, type Json, type JsonObject } from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import { type ObservedCall, isSuccess, isWrite } from '../../fidelity/learn/calls.js';
import { renderExpression, SourceTable } from '../../fidelity/learn/expressions.js';
import { FieldTypes, getAtPath } from '../../fidelity/learn/flatten.js';
import type { FieldFact } from '../../fidelity/learn/field-fact.js';
import { inferFieldFacts } from '../../fidelity/learn/infer-fields.js';
import type { ApiCalls } from '../../fidelity/learn/learn.js';
import { type Observation, observe } from '../../fidelity/learn/observe.js';
import { getGeneratedForm } from '../../fidelity/learn/values.js';
import { countRandomProposals } from './random-values.js';
import { readCalls } from './recorded-calls.js';

const foldCount = 5;
const table = new SourceTable();

interface Counts {
  leaves: number;
  right: number;
  wrong: number;
  /** Predicted fields that the response lacks. */
  extra: number;
}

function measure(inputs: readonly ApiCalls[]): Counts {
  const folds = assignFolds(inputs);
  const observed = inputs.map(({ api, scenarios }) => ({ api, scenarios, observations: observe(api, scenarios) }));
  const counts: Counts = { leaves: 0, right: 0, wrong: 0, extra: 0 };
  for (let fold = 0; fold < foldCount; fold += 1) {
    const facts = inferFieldFacts(
      observed.map(({ api, observations }) => ({
        api,
        observations: observations.filter(({ scenario }) => folds.get(scenario.signature) !== fold),
      })),
    );
    observed.forEach(({ api, scenarios, observations }, index) => {
      const own = facts[index]!.filter(({ question }) => question === undefined);
      const predicted = predict(
        api,
        own,
        observations.filter(({ scenario }) => folds.get(scenario.signature) === fold),
      );
      for (const { signature, calls } of scenarios)
        if (folds.get(signature) === fold)
          for (const call of calls.filter(isCounted)) countCall(call, predicted.get(call) ?? new Map(), counts);
    });
  }
  return counts;
}

/** Assigns scenarios to folds in the order of their names, so that those of an API are in different folds. */
function assignFolds(inputs: readonly ApiCalls[]): ReadonlyMap<string, number> {
  const scenarios = inputs.flatMap((input) => input.scenarios).sort((left, right) => (left.name < right.name ? -1 : 1));
  return new Map([...new Set(scenarios.map(({ signature }) => signature))].map((signature, index) => [signature, index % foldCount]));
}

/** Whether a call is a write that succeeded. Imitations of services complete operations without progress. */
function isCounted(call: ObservedCall): boolean {
  const { method, response } = call;
  const isRead =
    ['getIamPolicy', 'testIamPermissions', 'list', 'get'].includes(method.action.kind) ||
    /^(?:list|get|query|search|aggregated)/.test(method.name);
  const isImitated = isObject(response) && response['status'] === 'DONE' && response['progress'] === 0;
  return isWrite(call) && isSuccess(call) && isObject(response) && !isRead && !isImitated && !method.waits;
}

type Predictions = Map<string, Json>;

function predict(api: Api, facts: readonly FieldFact[], observations: readonly Observation[]): ReadonlyMap<ObservedCall, Predictions> {
  const types = new FieldTypes(api);
  const byAnchor = groupBy(facts, ({ subject }) => subject);
  const predicted = new Map<ObservedCall, Predictions>();
  // What is particular comes last, and replaces what is general.
  const order = (subject: string): number =>
    subject === 'operations' ? 0 : subject.endsWith(' part') ? 1 : subject.startsWith('operation ') ? 2 : 3;
  for (const observation of [...observations].sort((left, right) => order(left.subject) - order(right.subject))) {
    const own = predicted.get(observation.call) ?? new Map<string, Json>();
    predicted.set(observation.call, own);
    for (const fact of byAnchor.get(observation.subject) ?? []) {
      if (!applies(fact, observation, types)) continue;
      const place = observation.at === '' ? fact.field : `${observation.at}.${fact.field}`;
      visitLeaves(evaluate(fact.value, observation), place, (value, path) => own.set(path, value));
    }
  }
  return predicted;
}

function applies({ when, field, isForced }: FieldFact, observation: Observation, types: FieldTypes): boolean {
  const { sent, facets, type } = observation;
  const holds = Object.entries(when ?? {}).every(([path, values]) =>
    values.some((value) => isConditionValue(value, facets?.[path] ?? getAtPath(sent, path))),
  );
  if (!holds) return false;
  return isForced || (sent === undefined ? types.find(type, field)?.readOnly === true : getAtPath(sent, field) === undefined);
}

const isConditionValue = (stated: Json, value: Json | undefined): boolean =>
  stated === '{present}' ? value !== undefined && value !== null : JSON.stringify(stated) === JSON.stringify(value ?? null);

function evaluate(value: Json, observation: Observation): Json {
  if (Array.isArray(value)) return value.map((element: Json) => evaluate(element, observation));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, evaluate(inner, observation)]));
  return typeof value === 'string' && value.includes('{') ? (renderExpression(value, observation, table) ?? '{unknown}') : value;
}

function countCall({ request, response }: ObservedCall, predicted: Predictions, counts: Counts): void {
  const sent = new Set<string>();
  visitLeaves(request ?? {}, '', (_, path) => sent.add(path).add(path.replace(/^[^.]*\./, '')));
  const isSent = (path: string): boolean => sent.has(path) || sent.has(path.replace(/^(?:response|metadata)\./, ''));
  const present = new Set<string>();
  visitLeaves(response as JsonObject, '', (value, path) => {
    present.add(path);
    if (isSent(path) || isLeftOut(value, path)) return;
    counts.leaves += 1;
    if (!predicted.has(path)) return;
    if (JSON.stringify(predicted.get(path)) === JSON.stringify(value)) counts.right += 1;
    else counts.wrong += 1;
  });
  for (const [path, value] of predicted) if (!present.has(path) && !isSent(path) && !isLeftOut(value, path)) counts.extra += 1;
}

/** Whether a value is generated, or a link. */
function isLeftOut(value: Json, path: string): boolean {
  const name = path
    .replace(/\[\d+\]/g, '')
    .split('.')
    .at(-1) as string;
  if (
    /^(?:etag|.*fingerprint|uid|uniqueId|user|gatewayAddress|generation|metageneration|revisionId|creationTimestampMs|serverCaCert|sha1Fingerprint|.*(?:link|url|uri))$/i.test(
      name,
    )
  )
    return true;
  return (
    getGeneratedForm(value, name) !== undefined ||
    (typeof value === 'string' &&
      /^https?:\/\/|^\d{1,3}(?:\.\d{1,3}){3}$|\$\{(?!projectId|projectNumber|uniqueId)|\{(?:now|generated)/.test(value))
  );
}

/** Calls `visit` for each leaf. Empty objects and lists are leaves. */
function visitLeaves(value: Json, path: string, visit: (value: Json, path: string) => void): void {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (members.length === 0) return visit(value, path);
  for (const [key, inner] of members)
    visitLeaves(inner as Json, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`, visit);
}

const [folder = '', option, runs] = process.argv.slice(2);
const inputs = readCalls(folder);
const { leaves, right, wrong, extra } = measure(inputs);
const share = (part: number, whole: number): string => (part / whole).toFixed(4);
process.stdout.write(`${leaves} leaf fields: ${right} right, ${wrong} wrong; ${extra} predicted fields that responses lack\n`);
process.stdout.write(
  `precision ${share(right, right + wrong)} (${share(right, right + wrong + extra)} if fields that responses lack count as wrong), recall ${share(right, leaves)}\n`,
);
if (option === '--random') for (const line of countRandomProposals(inputs, Number(runs ?? '10'))) process.stdout.write(`${line}\n`);
