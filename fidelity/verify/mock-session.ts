/** Sends recorded requests to a session of a mock. The clock of the mock moves with the recording. */
import type { AnySession } from '../../mock/index.js';
import type { Exchange } from '../recordings/exchange.js';
import type { ActualResponse } from './exchange-result.js';
import { readActualBody } from './read-actual-body.js';
import type { RewrittenRequest } from './rewrite-request.js';

/** The clock of all mocks of a run. */
export class ReplayClock {
  #now = start;
  #recorded: number | undefined;

  /** Starts a scenario. */
  reset(): void {
    this.#now = start;
    this.#recorded = undefined;
  }

  /** Moves to the time of the next request: as far as in the recording, if it says, and at least a second, so that each change has its own time. */
  advance({ time }: Pick<Exchange, 'time'>): void {
    const elapsed = time === undefined || this.#recorded === undefined ? 0 : time - this.#recorded;
    if (time !== undefined) this.#recorded = time;
    this.#now += Math.min(Math.max(elapsed, second), day);
  }

  readonly now = (): number => this.#now;
}

const second = 1000;
const day = 86_400_000;
const start = Date.UTC(2025, 0, 1);

/** Sends a request to a session of a mock that keeps its last request in the journal. */
export async function sendToMock(session: AnySession, request: RewrittenRequest): Promise<ActualResponse> {
  const { method, url, headers, body } = request;
  const { status, headers: received, ...content } = await session.handle({ method, url, headers, ...(body !== undefined && { body }) });
  const { rejection } = session.requests.at(-1) ?? {};
  const text = content.bytes === undefined ? content.body : Buffer.from(content.bytes).toString();
  const names = Object.entries(received).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return {
    status,
    headers: names,
    ...readActualBody(text, names.find(([name]) => name === 'content-type')?.[1] ?? ''),
    ...(rejection && { rejection }),
  };
}
