/** The mock of the APIs, whose responses a target must repeat. Each scenario has a session of its own. */
import type { AnyMock, AnySession } from '../../mock/index.js';
import { getList, getMember, getText, type Json } from '../../generator/lib/json.js';
import { sendToMock } from '../verify/mock-session.js';
import type { ActualResponse } from '../verify/exchange-result.js';
import type { HttpCall } from './scenario.js';

/** The time at which each scenario starts. */
export const startTime = '2026-01-01T00:00:00Z';

export interface ReferenceSession {
  send(call: HttpCall): Promise<ActualResponse>;
  /** Sends a call, and undoes its effects. */
  try(call: HttpCall): Promise<ActualResponse>;
  /** Returns whether the mock accepts the request. */
  control(method: string, path: string, body: Json | undefined): Promise<boolean>;
  /** Sends a request to a control route, and undoes its effects. Returns the text of its error, or `undefined` if the mock accepts it. */
  findControlError(method: string, path: string, body: Json | undefined): Promise<string | undefined>;
  delete(): Promise<void>;
}

/** `origin`: the address of the target, because responses contain links. */
export async function openReference(mock: AnyMock, name: string, origin: string): Promise<ReferenceSession> {
  const session = mock.session(name);
  const sendTo = (target: AnySession, { method, path, headers, body }: HttpCall): Promise<ActualResponse> =>
    sendToMock(target, { method, url: `${origin}${path}`, headers, ...(body !== undefined && { body }) });
  const control = (method: string, path: string, body: Json | undefined) =>
    session.handle({
      method,
      url: `${origin}${path}`,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const undo = async <T>(run: () => Promise<T>): Promise<T> => {
    const before = await session.sequence();
    const result = await run();
    if ((await session.sequence()) !== before) await session.rewind(before);
    return result;
  };
  await session.clock.freeze();
  await session.clock.set(startTime);
  return {
    async send(call) {
      if (call.method !== 'GET') await session.clock.advance(1000);
      return sendTo(session, call);
    },
    try: (call) => undo(() => sendTo(session, call)),
    control: async (method, path, body) => (await control(method, path, body)).status < 400,
    findControlError: (method, path, body) =>
      undo(async () => {
        const { status, body: text } = await control(method, path, body);
        return status < 400 ? undefined : text;
      }),
    delete: () => session.delete(),
  };
}

/** An error in a response. */
export interface ReplyError {
  readonly reason: string;
  readonly message: string;
  /** The field or the parameter. Empty if the error names none. */
  readonly location: string;
}

export const isAccepted = ({ status }: Pick<ActualResponse, 'status'>): boolean => status < 400;

export function getBody({ body }: ActualResponse): Json | undefined {
  return body?.kind === 'json' ? body.value : undefined;
}

/** Lists the errors of a response, in the form of Google APIs or with `fieldViolations`. Without either, returns its status and message. */
export function listErrors(reply: ActualResponse): readonly ReplyError[] {
  const error = getMember(getBody(reply), 'error');
  const details = getList(error, 'details').flatMap((detail) => getList(detail, 'fieldViolations'));
  const entries = [...getList(error, 'errors').map(toError), ...details.map(toViolation)];
  if (entries.length > 0) return entries;
  return [{ reason: getText(error, 'status') ?? '', message: getText(error, 'message') ?? '', location: '' }];
}

const toError = (value: Json): ReplyError => ({
  reason: getText(value, 'reason') ?? '',
  message: getText(value, 'message') ?? '',
  location: getText(value, 'location') ?? '',
});

const toViolation = (value: Json): ReplyError => ({
  reason: '',
  message: getText(value, 'description') ?? '',
  location: getText(value, 'field') ?? '',
});
