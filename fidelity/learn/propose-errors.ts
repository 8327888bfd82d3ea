/** Learns the bodies of errors: for the whole API, for resources with a schema, or for a method. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { groupBy } from '../../generator/lib/group-by.js';
import {
  getList,
  getText,
  isObject,
  type Json,
  type JsonObject,
  getMember,
  mapMembers,
  setMember,
  isEqual,
} from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import type { CallScenario } from './calls.js';
import type { Findings, KeyEntry, Question } from './entry.js';
import { minScenarios, Support } from './evidence.js';
import { listExpressions, isPublishable } from './expressions.js';
import type { ErrorObservation } from './observe-errors.js';

/** The error of one reason, as `x-errors` states it. */
interface ProposedError {
  readonly value: JsonObject;
  readonly support: Support;
}

interface ErrorExample {
  readonly reason: string;
  readonly method: string;
  readonly schema: string | undefined;
  readonly scenario: CallScenario;
  /** The possible ways to state the error, with its message. */
  readonly errors: readonly JsonObject[];
  /** The possible ways to state all but its message. Empty if only the message differs from that of the mock. */
  readonly others: readonly JsonObject[];
  readonly isSame: boolean;
}

export function proposeErrors(api: Api, observations: readonly ErrorObservation[]): Pick<Findings, 'keys' | 'questions'> {
  const keys: KeyEntry[] = [];
  const questions: Question[] = [];
  const envelope = findEnvelope(api, observations);
  if (envelope !== undefined && envelope.value !== api.errors.envelope)
    keys.push({ at: ['x-errors', 'envelope'], id: 'errors:envelope', ...envelope });
  const form = envelope?.value ?? api.errors.envelope;
  const projects = new Set(
    observations.flatMap(({ resource }) =>
      Object.entries(resource?.variables ?? {}).flatMap(([name, text]) => (/project/i.test(name) ? [text] : [])),
    ),
  );
  const examples = observations.flatMap((observation) => toExample(observation, form, projects));
  for (const [reason, own] of [...groupBy(examples, (example) => example.reason)].sort(([left], [right]) => compareText(left, right)))
    new ReasonErrors(reason, own, { keys, questions }).run();
  return { keys, questions };
}

class ReasonErrors {
  constructor(
    private readonly reason: string,
    private readonly examples: readonly ErrorExample[],
    private readonly found: { readonly keys: KeyEntry[]; readonly questions: Question[] },
  ) {}

  run(): void {
    const { examples, reason } = this;
    const common = findCommon(examples);
    const schemas = new Set(examples.map(({ schema }) => schema));
    // The variables of one path say nothing about the resources with other paths.
    if (common !== undefined && (schemas.size > 1 || !JSON.stringify(common.value).includes('{path.'))) {
      if (!examples.every(({ isSame }) => isSame)) this.add(['x-errors', 'messages', reason], `errors:${reason}`, common);
      return;
    }
    const open = [...groupBy(examples, ({ schema }) => schema ?? '')].sort(([left], [right]) => compareText(left, right));
    for (const [schema, own] of open) this.addSchema(schema, own);
  }

  private addSchema(schema: string, examples: readonly ErrorExample[]): void {
    const { reason } = this;
    const common = findCommon(examples);
    if (examples.every(({ isSame }) => isSame)) return;
    if (common !== undefined && schema !== '') {
      this.add(['x-errors', 'schemas', schema, reason], `errors:${schema}.${reason}`, this.borrow(common));
      return;
    }
    for (const [method, own] of [...groupBy(examples, (example) => example.method)].sort(([left], [right]) => compareText(left, right))) {
      if (own.every(({ isSame }) => isSame)) continue;
      const id = `errors:${method}.${reason}`;
      // Another code can be the consequence of another state of the mock. Only the message shows that it isn't.
      const others = own.map((example) => ({ ...example, errors: example.others.filter((error) => !Object.hasOwn(error, 'code')) }));
      const found = findCommon(own) ?? findCommon(others);
      if (found !== undefined) this.add(['x-errors', 'methods', method, reason], id, this.borrow(found));
      else if (others.every(({ errors }) => errors.length > 0)) this.ask(id, others);
    }
  }

  /** Asks about errors that differ from those of the mock in different ways. */
  private ask(id: string, examples: readonly ErrorExample[]): void {
    const support = new Support();
    for (const { scenario } of examples) support.add(scenario);
    const [value = null] = examples.flatMap(({ errors }) => errors);
    this.found.questions.push({ id, value, reason: 'recordings contain several forms', scenarios: support.scenarios });
  }

  /** An error with few examples here has the evidence of all examples with the same template. */
  private borrow(error: ProposedError): ProposedError {
    if (error.support.scenarios >= minScenarios) return error;
    const support = new Support();
    for (const { errors, scenario } of this.examples) if (errors.some((other) => isEqual(other, error.value))) support.add(scenario);
    return { ...error, support };
  }

  private add(at: readonly string[], id: string, { value, support }: ProposedError): void {
    const stated = Object.keys(value).length === 1 && typeof value['message'] === 'string' ? value['message'] : value;
    if (support.scenarios >= minScenarios) this.found.keys.push({ at, id, value: stated, support });
    else
      this.found.questions.push({
        id,
        value: stated,
        reason: `seen in ${support.scenarios} independent scenarios`,
        scenarios: support.scenarios,
      });
  }
}

/** Finds the way to state an error that fits all examples. */
function findCommon(examples: readonly ErrorExample[]): ProposedError | undefined {
  const [first] = examples;
  const value = first?.errors.find((error) => examples.every(({ errors }) => errors.some((other) => isEqual(other, error))));
  if (value === undefined) return undefined;
  const support = new Support();
  for (const { scenario } of examples) support.add(scenario);
  return { value, support };
}

/** The envelope of all errors, if they have the same one. */
function findEnvelope(
  api: Api,
  observations: readonly ErrorObservation[],
): { readonly value: string; readonly support: Support } | undefined {
  const support = new Map<string, Support>();
  for (const { error, scenario } of observations) {
    const form = getErrorForm(error);
    support.set(form, support.get(form) ?? new Support());
    support.get(form)!.add(scenario);
  }
  const [best, ...others] = [...support].sort(([, left], [, right]) => right.scenarios - left.scenarios);
  // Single errors can have another envelope, which is stated with them.
  if (best === undefined || best[1].scenarios < minScenarios || others.some(([, other]) => other.scenarios * 3 > best[1].scenarios))
    return undefined;
  return { value: best[0], support: best[1] };
}

/** The envelope of an error. */
export function getErrorForm(error: JsonObject): 'status' | 'errors' | 'both' {
  const hasErrors = getMember(error, 'errors') !== undefined;
  return hasErrors ? (getMember(error, 'status') === undefined ? 'errors' : 'both') : 'status';
}

function toExample(observation: ErrorObservation, envelope: string, projects: ReadonlySet<string>): ErrorExample[] {
  const { error, reason, call, scenario, resource, actual } = observation;
  if (reason === undefined) return [];
  const { details, ...stated } = describeError(observation, envelope);
  const others = (details === undefined ? [{}] : explainDetails(details, observation).map((own) => ({ details: own })))
    .map((own): JsonObject => ({ ...stated, ...own }))
    .filter((value) => isPublishable(value, projects));
  const messages = explainMessage(getText(error, 'message') ?? '', observation);
  const errors = messages
    .flatMap((message) => others.map((own): JsonObject => ({ message, ...own })))
    .filter((value) => isPublishable(value, projects));
  return [
    {
      reason,
      method: call.method.id,
      schema: resource?.template.schema,
      scenario,
      errors,
      others: others.filter((own) => Object.keys(own).length > 0),
      isSame: isEqual(normalize(error), normalize(actual)),
    },
  ];
}

const normalize = (error: JsonObject): Json => JSON.parse(JSON.stringify(error)) as Json;

/** What an error has otherwise than the mock. */
function describeError({ error, actual, reason }: ErrorObservation, envelope: string): JsonObject {
  const [first] = getList(error, 'errors');
  // In an envelope without `errors`, the mock has none to compare.
  const [own = { domain: 'global', reason: reason ?? '' }] = getList(actual, 'errors');
  const result: Record<string, Json> = {};
  const form = getErrorForm(error);
  if (form !== envelope) result['envelope'] = form;
  if (getMember(error, 'code') !== getMember(actual, 'code')) setMember(result, 'code', getMember(error, 'code') ?? 0);
  const status = getMember(error, 'status');
  if (form !== 'errors' && status !== undefined && status !== getMember(actual, 'status') && getMember(actual, 'status') !== undefined)
    result['status'] = status;
  for (const key of ['reason', 'domain'])
    if (getMember(first, key) !== undefined && getMember(own, key) !== undefined && getMember(first, key) !== getMember(own, key))
      setMember(result, key, getMember(first, key)!);
  const details = getList(error, 'details').filter((detail) => getText(detail, '@type') !== 'type.googleapis.com/google.rpc.DebugInfo');
  if (details.length > 0 && !isEqual(details, getList(actual, 'details'))) result['details'] = details;
  else if (details.length === 0 && (getList(actual, 'details').length > 0 || (form !== 'errors' && Object.hasOwn(result, 'code'))))
    result['details'] = [];
  return result;
}

/** The ways to state details: as recorded, and with the parts of the URL that their texts repeat. */
function explainDetails(details: Json, observation: ErrorObservation): readonly Json[] {
  const toTemplates = (value: Json): Json => {
    if (Array.isArray(value)) return value.map((element: Json) => toTemplates(element));
    if (isObject(value)) return mapMembers(value, (inner, key) => (key === '@type' ? inner : toTemplates(inner)));
    if (typeof value !== 'string') return value;
    // The longest explanation leaves the fewest constant parts.
    const [best = value] = [...explainMessage(value, observation)].sort((left, right) => countTokens(right) - countTokens(left));
    return best;
  };
  const templates = toTemplates(details);
  return isEqual(templates, details) ? [details] : [details, templates];
}

const countTokens = (text: string): number => text.split('{').length;

/** The templates of a message. The name of the resource is `{name}` in them. */
function explainMessage(message: string, observation: ErrorObservation): readonly string[] {
  if (message === '') return [];
  const found = listExpressions(message, { name: 'message', path: 'message' }, observation.observation).map(({ value }) =>
    String(value).replaceAll('{resourceName}', '{name}'),
  );
  return found.filter((text) => !/\{(?:api|method|schema|resource|parameter)\./.test(text));
}
