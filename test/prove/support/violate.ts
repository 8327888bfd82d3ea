/** A mock that doesn't follow one rule, although its specification states the same elsewhere or a convention implies it. */
import { getAt, getMember, isObject, type Json } from '../../../generator/lib/json.js';
import type { Claim, FieldPath } from '../../../generator/traffic/prove/claim.js';
import { setAt, toPointer } from '../../../generator/traffic/prove/field-paths.js';
import { getBody, isAccepted, listErrors } from '../../../generator/traffic/prove/reference-mock.js';
import type { HttpCall } from '../../../generator/traffic/prove/scenario.js';
import type { TargetSession } from '../../../generator/traffic/prove/target.js';
import type { ActualResponse } from '../../../generator/traffic/verify/exchange-result.js';
import type { Wrap } from './apis.js';

/** The fields of the claim in the responses of the scenario: paths as its probes name them. */
export interface ViolationOptions {
  readonly claim: Claim;
  readonly fields: ReadonlySet<string>;
}

/** The rejecting rules that belong to a key of a specification. */
const messages: Readonly<Record<string, RegExp>> = {
  minimum: />= |between|from/,
  maximum: /<= |between|from/,
  'x-notIn': /must not be|UUID|request/i,
  required: /missing|required|etag|fingerprint/i,
};

/** Returns what makes a session break the rule, or `undefined` if no client could see that. */
export function createViolation({ claim, fields }: ViolationOptions): Wrap | undefined {
  const { key, place } = claim;
  switch (key) {
    case 'requestId':
      return changeCalls((call) => dropParameter(call, String(getMember(claim.value, 'parameter'))));
    case 'operation':
      return changeReplies((reply) => (isAccepted(reply) ? withBody(reply, {}) : reply));
    case 'pagination':
      return changeCalls((call) =>
        dropParameter(
          dropParameter(call, String(getMember(claim.value, 'pageToken'))),
          String(getMember(getMember(claim.value, 'pageSize'), 'parameter')),
        ),
      );
    case 'etag':
      return rejectNothing(() => true);
    case 'default':
      if (place.in === 'parameter')
        return changeCalls((call) => (call.method !== 'GET' ? call : addParameter(call, place.parameter.name, otherThan(claim.value))));
      return changeFields(fields, () => undefined);
    case 'changeRecord':
      return changeReplies((reply) => (isAccepted(reply) ? withBody(reply, {}) : reply));
    case 'update':
    case 'states':
    case 'serverDefault':
    case 'derivedFrom':
    case 'x-const':
    case 'x-patchable':
      return changeFields(fields, () => undefined);
    case 'x-immutable':
    case 'readOnly':
    case 'x-omitEmpty':
      return changeFields(fields, breakValue);
    case 'validation':
      return rejectNothing((message) => message.includes(String(getMember(claim.value, 'message'))));
    default:
      return combine(
        rejectNothing((message, location) => isAbout(claim, message, location)),
        changeFields(fields, breakValue),
      );
  }
}

/** Whether an error is about the place of the rule. */
function isAbout({ place, key }: Claim, message: string, location: string): boolean {
  const name =
    place.in === 'parameter'
      ? place.parameter.name
      : place.in === 'schema'
        ? (place.path.findLast((step) => step !== '[]' && step !== '{}') ?? '')
        : '';
  return (
    (location
      .replace(/\[\d+\]/g, '')
      .split('.')
      .includes(name) ||
      message.includes(`'${name}'`)) &&
    (messages[key]?.test(message) ?? true)
  );
}

const combine =
  (one: Wrap, other: Wrap): Wrap =>
  (session) =>
    other(one(session));

const changeCalls =
  (change: (call: HttpCall) => HttpCall): Wrap =>
  (session) => ({ ...toSession(session), send: (call, effect) => session.send(change(call), effect) });

const changeReplies =
  (change: (reply: ActualResponse) => ActualResponse): Wrap =>
  (session) => ({ ...toSession(session), send: async (call, effect) => change(await session.send(call, effect)) });

/** Accepts a request that a rule rejects. */
const rejectNothing = (isOwn: (message: string, location: string) => boolean): Wrap =>
  changeReplies((reply) => {
    if (isAccepted(reply) || !listErrors(reply).some(({ message, location }) => isOwn(message, location))) return reply;
    return withBody({ ...reply, status: 200 }, {});
  });

/** Replaces the values of fields in responses. `undefined` removes them. */
const changeFields = (fields: ReadonlySet<string>, change: (value: Json) => Json | undefined): Wrap =>
  changeReplies((reply) => {
    const body = getBody(reply);
    if (!isAccepted(reply) || body === undefined) return reply;
    const changed = [...fields].reduce<Json>((value, field) => changeAt(value, parseField(field), change), body);
    return withBody(reply, changed);
  });

function changeAt(value: Json, path: FieldPath, change: (value: Json) => Json | undefined): Json {
  const pointer = toPointer(path);
  const at = getAt(value, pointer);
  return at === undefined || path.length === 0 ? value : setAt(value, pointer, change(at));
}

const parseField = (field: string): FieldPath =>
  field
    .replaceAll('[]', '.[]')
    .replaceAll('*', '{}')
    .split('.')
    .filter((step) => step !== '');

/** Another value, of another form. */
function breakValue(value: Json): Json {
  if (typeof value === 'number') return -99_999;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return '\u00c4 ?';
  return isObject(value) ? { unexpected: true } : ['unexpected'];
}

function dropParameter(call: HttpCall, name: string): HttpCall {
  const [path = '', query = ''] = call.path.split(/\?(.*)/s);
  const rest = query.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
  return { ...call, path: rest.length === 0 ? path : `${path}?${rest.join('&')}` };
}

const addParameter = (call: HttpCall, name: string, value: string): HttpCall =>
  call.path.includes(`${name}=`) ? call : { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}${name}=${value}` };

const otherThan = (value: Json): string => (typeof value === 'boolean' ? String(!value) : String(Math.max(1, Number(value) - 1)));

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
