/**
 * Disables one rule in a mock: the mock behaves as if neither the specification nor a convention stated it, and is otherwise unchanged.
 *
 * - It has no error because of the rule, whether a validator finds it or the engine. It accepts a request that has no other error, and a
 *   seed. If the rule lists some of the possible values, it rejects the last of them.
 * - A field that the server sets because of the rule is like any other: it has the last value of a request, or is absent.
 * - A field that only responses have gets a value that breaks the rule, or is absent if it is required.
 * - A parameter that the rule gives a meaning has none.
 * - What the rule makes the mock do doesn't happen.
 */
import { getMember, getText, isObject, mapMembers, parseJson, type Json, type JsonObject } from '../../../generator/lib/json.js';
import type { Method } from '../../../generator/model/model.js';
import type { ApiIndex } from '../../../fidelity/prove/api-index.js';
import type { TestedRule, RulePath } from '../../../fidelity/prove/tested-rule.js';
import { findType } from '../../../fidelity/prove/field-paths.js';
import { listRequestUses, listResponseUses, listValuesAt } from '../../../fidelity/prove/kinds/targets.js';
import { getBody, isAccepted, listErrors } from '../../../fidelity/prove/reference-mock.js';
import type { HttpCall } from '../../../fidelity/prove/scenario.js';
import type { TargetSession } from '../../../fidelity/prove/target.js';
import { listCandidates } from '../../../fidelity/prove/values.js';
import type { ActualResponse } from '../../../fidelity/verify/exchange-result.js';
import type { ApiBehavior } from '../../../runtime/behavior.js';
import { matchPath } from '../../../runtime/paths/match.js';
import { removeConstraint, removeFormat, removeRule, removeValidation, validatorKeywords } from './remove-rule.js';
import { compileRule } from './build-behavior.js';

export interface RuleContext {
  readonly index: ApiIndex;
  readonly document: JsonObject;
  readonly behavior: ApiBehavior;
}

export type Wrap = (session: TargetSession) => TargetSession;

/** How a mock without the rule differs from the intact one: in the behavior that it interprets, or in what a session does. */
export interface DisabledRule {
  readonly behavior?: ApiBehavior;
  readonly wrap?: Wrap;
}

export function disableRule(testedRule: TestedRule, context: RuleContext): DisabledRule {
  const { key, value } = testedRule;
  switch (key) {
    case 'requestId':
    case 'filter':
    case 'elementSelector':
      return { wrap: ignoreParameters([getText(value, 'parameter')]) };
    case 'orderBy':
      return { wrap: ignoreParameters([getText(value, 'parameter'), getText(value, 'direction')]) };
    case 'pagination':
      return {
        wrap: ignoreParameters([
          getText(value, 'pageToken'),
          getText(getMember(value, 'pageSize'), 'parameter'),
          getText(value, 'partialSuccess'),
        ]),
      };
    case 'update':
      return { behavior: removeRule(testedRule, context.behavior), wrap: ignoreParameters([getText(value, 'mask')]) };
    case 'service':
      // The validators of requests contain the rules of some services, too.
      return { behavior: removeRule(testedRule, context.behavior), wrap: acceptBroken(({ location }) => isInOptions(location, value)) };
    case 'serverDefault':
    case 'derivedFrom':
      return {
        behavior: removeRule(testedRule, context.behavior),
        wrap: treatAsOrdinary(moveInside(testedRule, getText(value, 'field')), context),
      };
    case 'states':
      return {
        behavior: removeRule(testedRule, context.behavior),
        wrap: changeResponses(moveInside(testedRule, getText(value, 'field')), context, (old) => (old === undefined ? old : 'ANOTHER')),
      };
    case 'etag':
      return {
        behavior: removeRule(testedRule, context.behavior),
        wrap: acceptBroken(({ location }) => location === 'If-Match' || location === getText(value, 'field')),
      };
    case 'validation':
      return { behavior: removeValidation(testedRule, context.behavior) };
    case 'required':
    case 'annotations':
      return {
        wrap:
          testedRule.place.in === 'schema' && listRequestUses(testedRule, context.index).length === 0
            ? changeResponses(testedRule, context, () => undefined)
            : acceptBroken(createIsBroken(testedRule, context, (values) => values.length === 0)),
      };
    case 'readOnly':
    case 'x-const':
    case 'x-writeOnly':
    case 'x-immutable':
      return { wrap: combine(acceptBroken(createIsBroken(testedRule, context, () => true)), treatAsOrdinary(testedRule, context)) };
    case 'default':
      return { wrap: testedRule.place.in === 'parameter' ? changeDefault(testedRule) : treatAsOrdinary(testedRule, context) };
    case 'x-omitEmpty':
      return { wrap: changeResponses(testedRule, context, (old, type) => old ?? emptyValues[type ?? ''] ?? '') };
    case 'x-patchable':
      return { wrap: ignorePatchedField(testedRule, context) };
    case 'repeated':
      return { wrap: changeCalls((call) => keepFirst(call, testedRule)) };
    case 'x-format':
      return value === 'domain-name' ? { behavior: removeFormat(testedRule, context.behavior) } : ignoreConstraint(testedRule, context);
    case 'enum': {
      const { behavior, wrap } = ignoreConstraint(testedRule, context);
      return { behavior, wrap: isOpenEnum(testedRule) ? combine(rejectLastValue(testedRule, context), wrap) : wrap };
    }
    default:
      return testedRule.pointer.at(-2) === 'x-rules' || key === 'permission' || key === 'scopes'
        ? { behavior: removeRule(testedRule, context.behavior) }
        : ignoreConstraint(testedRule, context);
  }
}

/** Whether the rule lists some of the possible values. */
const isOpenEnum = ({ sentence }: TestedRule): boolean => sentence.endsWith('Other values are possible.');

/** Concerns a field of the object that has the rule. */
const moveInside = (testedRule: TestedRule, field = ''): TestedRule =>
  testedRule.place.in === 'schema'
    ? { ...testedRule, place: { ...testedRule.place, path: [...testedRule.place.path, ...field.split('.')] } }
    : testedRule;

/** Whether an error is about a field that the options of a rule name. */
const isInOptions = (location: string, rule: Json): boolean =>
  JSON.stringify(getMember(rule, 'options') ?? {}).includes(`"${location.split(/[.[]/, 1)[0] ?? ''}`);

const emptyValues: Readonly<Record<string, Json>> = { array: [], map: {}, object: {}, string: '', boolean: false, integer: 0, number: 0 };

/** A constraint of values: those of requests, and those that the server makes. */
function ignoreConstraint(testedRule: TestedRule, context: RuleContext): Required<DisabledRule> {
  const breaks = compileRule(testedRule, context.document);
  const behavior = removeConstraint(testedRule, context.behavior);
  // Some constraints are in the engine, too, such as the form of request IDs.
  const accept = acceptBroken(
    createIsBroken(testedRule, context, (values) => values.some(breaks)),
    isOfEngine,
  );
  if (testedRule.place.in === 'parameter') return { behavior, wrap: accept };
  const candidates = [...listCandidates(findFieldType(testedRule, context), context.index.lookup), '\u00c4 ?', -99_999, '', {}, []];
  const broken = candidates.find(breaks);
  const wrap: Wrap = (session) => {
    const sent = new Set<string>();
    const changed = changeResponses(testedRule, context, (old) => (old === undefined || sent.has(JSON.stringify(old)) ? old : broken))(
      session,
    );
    return accept(observeRequests(testedRule, context, (value) => sent.add(JSON.stringify(value)))(changed));
  };
  return { behavior, wrap };
}

/** Whether the engine rejects a request, and not a validator. */
const isOfEngine = ({ rejection }: ActualResponse): boolean => !validatorKeywords.has(rejection?.rule ?? '');

/** Rejects the last of the listed values, which doesn't exclude others. */
function rejectLastValue(testedRule: TestedRule, context: RuleContext): Wrap {
  const last = Array.isArray(testedRule.value) ? (testedRule.value as readonly Json[]).at(-1) : undefined;
  const hasLast = createIsBroken(testedRule, context, (values) => values.some((value) => String(value) === last));
  const error = { location: '', message: '' };
  return changeReplies((reply, call, method) =>
    hasLast(error, call, method) ? withBody({ ...reply, status: 400 }, { error: { code: 400, status: 'INVALID_ARGUMENT' } }) : reply,
  );
}

/** Passes the values of the field in requests to a function. */
function observeRequests(testedRule: TestedRule, context: RuleContext, observe: (value: Json) => unknown): Wrap {
  const uses = listRequestUses(testedRule, context.index);
  return (session) => ({
    ...toSession(session),
    send: (call, effect) => {
      const body = parseJson(call.body ?? '');
      for (const { method, path } of uses) if (method.id === effect.method.id) for (const value of listValuesAt(body, path)) observe(value);
      return session.send(call, effect);
    },
  });
}

const findFieldType = ({ place }: TestedRule, { index }: RuleContext) =>
  place.in === 'schema' ? findType({ kind: 'ref', schema: place.schema }, place.path, index.lookup) : undefined;

interface ErrorPlace {
  readonly location: string;
  readonly message: string;
}

type IsBroken = (error: ErrorPlace, call: HttpCall, method: Method) => boolean;

/** Whether a request breaks the rule with its values of the parameter or the field, and an error is about them. */
function createIsBroken(testedRule: TestedRule, context: RuleContext, areBroken: (values: readonly Json[]) => boolean): IsBroken {
  const { place } = testedRule;
  const name =
    place.in === 'parameter'
      ? place.parameter.name
      : place.in === 'schema'
        ? (place.path.findLast((step) => !/^[[{]/.test(step)) ?? '')
        : '';
  const uses = listRequestUses(testedRule, context.index);
  return ({ location, message }, call, method) => {
    const isPlaced =
      location
        .replace(/\[\d+\]/g, '')
        .split('.')
        .includes(name) ||
      message.includes(`'${name}'`) ||
      location === '';
    if (!isPlaced) return false;
    if (place.in === 'parameter') return areBroken(readParameter(call, method, name));
    const body = parseJson(call.body ?? '');
    return uses.some((use) => use.method.id === method.id && areBroken(listValuesAt(body, use.path)));
  };
}

function readParameter({ path: whole }: HttpCall, { route, parameters }: Method, name: string): readonly Json[] {
  const [path = '', query = ''] = whole.split(/\?(.*)/s);
  const inPath = matchPath(route, path)?.[name];
  const texts = inPath === undefined ? new URLSearchParams(query).getAll(name) : [inPath];
  const kind = parameters.find((parameter) => parameter.name === name)?.type.kind;
  return texts.map((text) => (kind === 'string' ? text : (parseJson(text) ?? text)));
}

/** Omits the errors that a request has because it breaks the rule, and accepts it if there are no others. */
const acceptBroken = (isBroken: IsBroken, isConcerned: (reply: ActualResponse) => boolean = () => true): Wrap =>
  changeReplies((reply, call, method) => {
    if (isAccepted(reply) || !isConcerned(reply)) return reply;
    const isKept = (error: ErrorPlace): boolean => !isBroken(error, call, method);
    const errors = listErrors(reply);
    const kept = errors.filter(isKept);
    if (kept.length === errors.length) return reply;
    return kept.length === 0 ? withBody({ ...reply, status: 200 }, {}) : withBody(reply, omitErrors(getBody(reply) ?? {}, isKept));
  });

/** Omits some errors from the lists of errors, in both forms. */
function omitErrors(body: Json, isKept: (error: ErrorPlace) => boolean): Json {
  const keep = (value: Json): boolean =>
    isKept({
      location: getText(value, 'location') ?? getText(value, 'field') ?? '',
      message: getText(value, 'message') ?? getText(value, 'description') ?? '',
    });
  const omit = (value: Json, path: RulePath): Json =>
    changeAt(value, path, (list) => (Array.isArray(list) ? (list as readonly Json[]).filter(keep) : undefined));
  return omit(omit(body, ['error', 'errors']), ['error', 'details', '[]', 'fieldViolations']);
}

/** Lets a field have the last value that a request of the session had, or none. */
function treatAsOrdinary(testedRule: TestedRule, context: RuleContext): Wrap {
  return (session) => {
    let last: Json | undefined;
    const changed = changeResponses(testedRule, context, () => last)(session);
    return observeRequests(testedRule, context, (value) => (last = value))(changed);
  };
}

type ChangeValue = (value: Json | undefined, type: string | undefined) => Json | undefined;

/** Changes the field of the rule in all responses that can have it. */
function changeResponses(testedRule: TestedRule, context: RuleContext, change: ChangeValue): Wrap {
  const uses = listResponseUses(testedRule, context.index);
  const type = context.index.lookup.resolve(findFieldType(testedRule, context))?.kind;
  return changeReplies((reply, _, method) => {
    const own = uses.filter((use) => use.method.id === method.id);
    const body = getBody(reply);
    if (!isAccepted(reply) || body === undefined || own.length === 0) return reply;
    return withBody(
      reply,
      own.reduce<Json>((value, { path }) => changeAt(value, path, (old) => change(old, type)), body),
    );
  });
}

/** Changes the values at a path: those of all elements of lists, and of all members of maps. */
function changeAt(value: Json, [step, ...rest]: RulePath, change: (old: Json | undefined) => Json | undefined): Json {
  if (step === undefined) return change(value) ?? value;
  if (step === '[]') return Array.isArray(value) ? (value as readonly Json[]).map((item) => changeAt(item, rest, change)) : value;
  if (!isObject(value)) return value;
  if (step === '{}') return mapMembers(value, (member) => changeAt(member, rest, change));
  const old = getMember(value, step);
  if (rest.length > 0) return old === undefined ? value : { ...value, [step]: changeAt(old, rest, change) };
  const { [step]: _, ...others } = value;
  const changed = change(old);
  return changed === undefined ? others : { ...others, [step]: changed };
}

/** Lets a patch not change the field. */
function ignorePatchedField(testedRule: TestedRule, context: RuleContext): Wrap {
  const uses = listRequestUses(testedRule, context.index).filter(({ method }) => method.action.kind === 'patch');
  return (session) => ({
    ...toSession(session),
    send: (call, effect) => {
      const use = uses.find(({ method }) => method.id === effect.method.id);
      const body = parseJson(call.body ?? '');
      if (use === undefined || body === undefined) return session.send(call, effect);
      return session.send({ ...call, body: JSON.stringify(changeAt(body, use.path, () => undefined)) }, effect);
    },
  });
}

/** Lets an absent parameter mean something else than its default. */
const changeDefault = ({ place, value }: TestedRule): Wrap =>
  changeCalls((call) => {
    const name = place.in === 'parameter' ? place.parameter.name : '';
    if (call.method !== 'GET' || call.path.includes(`${name}=`)) return call;
    const other = typeof value === 'boolean' ? String(!value) : String(Math.max(1, Number(value) - 1));
    return { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}${name}=${other}` };
  });

const ignoreParameters = (names: readonly (string | undefined)[]): Wrap =>
  changeCalls((call) => {
    const [path = '', query = ''] = call.path.split(/\?(.*)/s);
    const rest = query.split('&').filter((pair) => pair !== '' && !names.includes(pair.split('=', 1)[0]));
    const body = parseJson(call.body ?? '');
    const kept = isObject(body) ? Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))) : undefined;
    return { ...call, path: rest.length === 0 ? path : `${path}?${rest.join('&')}`, ...(kept && { body: JSON.stringify(kept) }) };
  });

/** Keeps the first value of a repeated parameter. */
function keepFirst(call: HttpCall, { place }: TestedRule): HttpCall {
  const name = place.in === 'parameter' ? place.parameter.name : '';
  const [path = '', query = ''] = call.path.split(/\?(.*)/s);
  const pairs = query.split('&');
  const first = pairs.findIndex((pair) => pair.startsWith(`${name}=`));
  return { ...call, path: `${path}?${pairs.filter((pair, at) => at === first || !pair.startsWith(`${name}=`)).join('&')}` };
}

const combine =
  (one: Wrap, other: Wrap): Wrap =>
  (session) =>
    other(one(session));

const changeCalls =
  (change: (call: HttpCall) => HttpCall): Wrap =>
  (session) => ({ ...toSession(session), send: (call, effect) => session.send(change(call), effect) });

const changeReplies =
  (change: (reply: ActualResponse, call: HttpCall, method: Method) => ActualResponse): Wrap =>
  (session) => ({ ...toSession(session), send: async (call, effect) => change(await session.send(call, effect), call, effect.method) });

const withBody = (reply: ActualResponse, value: Json): ActualResponse => ({
  status: reply.status,
  headers: reply.headers,
  body: { kind: 'json', value },
});

/** The members of a session without those of its class. */
const toSession = (session: TargetSession): TargetSession => ({
  send: (call, effect) => session.send(call, effect),
  ...(session.control && { control: session.control }),
  delete: () => session.delete(),
});
