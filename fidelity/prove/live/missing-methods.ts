/** Recognizes a response that says that the target lacks a method, and not that it rejects the request. */
import { getAt, getText, type Json } from '../../../generator/lib/json.js';
import type { ActualResponse } from '../../verify/exchange-result.js';
import { getBody } from '../reference-mock.js';
import type { HttpCall } from '../scenario.js';

export type SendCall = (call: HttpCall) => Promise<ActualResponse>;

/** Returns why the target doesn't implement what a call asks for, or `undefined` if it does. */
export type ExplainMissing = (call: HttpCall, reply: ActualResponse) => string | undefined;

/** The code of `UNIMPLEMENTED` in a google.rpc.Status. */
const unimplemented = 12;

/** A sentence such as "The emulator does not support updating instances." */
const unsupported = /\b(?:not (?:yet )?(?:support|implement|available)\w*|n't support\w*|unimplemented|unsupported)/i;

/** Learns how the target responds to a path that no method has. `canChange`: whether to send other calls than reads, too. */
export async function learnMissingRoute(send: SendCall, canChange: boolean): Promise<ExplainMissing> {
  const replies = new Map<string, string>();
  for (const method of ['GET', ...(canChange ? ['POST', 'PUT', 'PATCH', 'DELETE'] : [])]) {
    const path = '/v1/noSuchCollection/noSuchName';
    const reply = await send({ method, path, headers: {} });
    if (reply.status === 404 || reply.status === 405) replies.set(method, toKey(path, reply));
  }
  return (call, reply) => {
    const message = readErrorMessage(reply);
    if (reply.status === 501 || readErrorCode(reply) === unimplemented) return message || 'the target responded with 501';
    if (reply.status < 400) return undefined;
    if (/\bunknown (?:field|name)\b/i.test(message)) return message;
    if (/\bemulator\b/i.test(message) && unsupported.test(message)) return message;
    const [path = ''] = call.path.split('?', 1);
    return replies.get(call.method) === toKey(path, reply) ? 'the target has no such route' : undefined;
  };
}

/** The status and the body without the path, which the message can contain. */
const toKey = (path: string, { status, body }: ActualResponse): string =>
  `${status} ${JSON.stringify(body ?? null).replaceAll(JSON.stringify(path).slice(1, -1), '')}`;

/** Returns the message of an error in the forms of Google APIs, or its text. */
export function readErrorMessage(reply: ActualResponse): string {
  const body = getBody(reply);
  const first = Array.isArray(body) ? (body as readonly Json[])[0] : body;
  if (reply.body?.kind === 'text') return reply.body.text.trim().slice(0, 500);
  return getText(first === undefined ? undefined : getAt(first, ['error']), 'message') ?? getText(first, 'message') ?? '';
}

function readErrorCode(reply: ActualResponse): number | undefined {
  const body = getBody(reply);
  const first = Array.isArray(body) ? (body as readonly Json[])[0] : body;
  if (first === undefined) return undefined;
  if (getAt(first, ['error', 'status']) === 'UNIMPLEMENTED') return unimplemented;
  const code = getAt(first, ['code']);
  return reply.status >= 400 && typeof code === 'number' ? code : undefined;
}
