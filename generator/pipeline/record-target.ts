/** Records the exchanges with a target as lines of a tape. Each session is a scenario. */
import type { ActualResponse } from '../../fidelity/verify/exchange-result.js';
import { parseJson } from '../lib/json.js';
import type { RecordedBody } from '../../fidelity/recordings/exchange.js';
import { formatTapeLine } from '../../fidelity/recordings/write-tape.js';
import type { HttpCall } from '../../fidelity/prove/scenario.js';
import type { Target } from '../../fidelity/prove/target.js';

export interface RecordOptions {
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Receives a line with its line break. */
  readonly write: (line: string) => void;
  /** The address of the API, which the tape has in place of that of the target. Default: that of the target. */
  readonly address?: string | undefined;
}

/** Sessions without a response leave none. */
export function recordTarget(target: Target, { now, write, address = target.origin }: RecordOptions): Target {
  let count = 0;
  return {
    origin: target.origin,
    async open(name) {
      const session = await target.open(name);
      count += 1;
      const scenario = `${count} ${name}`;
      return {
        ...session,
        ...(session.control && { control: (method, path, body) => session.control!(method, path, body) }),
        delete: () => session.delete(),
        async send(call, effect) {
          const time = now();
          const reply = await session.send(call, effect);
          write(formatTapeLine({ time, ...toExchange(address.replace(/\/$/, ''), call, reply) }, scenario));
          return reply;
        },
      };
    },
  };
}

function toExchange(origin: string, { method, path, headers, body }: HttpCall, reply: ActualResponse) {
  const sent = body === undefined ? undefined : toBody(body);
  const received =
    reply.body === undefined ? undefined : toBody(reply.body.kind === 'json' ? JSON.stringify(reply.body.value) : reply.body.text);
  return {
    request: { method, url: `${origin}${path}`, headers: Object.entries(headers), ...(sent && { body: sent }) },
    response: { status: reply.status, headers: reply.headers, ...(received && { body: received }) },
  };
}

const toBody = (text: string): RecordedBody =>
  parseJson(text) === undefined ? { kind: 'text', text } : ({ kind: 'json', value: parseJson(text), text } as RecordedBody);
