/** Turns exchanges into lines of a tape. */
import type { Redactor } from '../recordings/redact/redactor.js';
import { formatTapeLine } from '../recordings/write-tape.js';
import type { SentExchange } from './capture.js';
import { toTapeExchange } from './to-exchange.js';

/** The name of the scenario of all exchanges. */
const scenario = 'main';

export interface TapeLine {
  readonly text: string;
  /** The number of bodies that were left out. */
  readonly omittedBodies: number;
  readonly hasResponse: boolean;
}

/** Redacts an exchange. Returns `undefined` if it exceeds a limit. `maxBody`: in bytes. */
export function createTapeLine(sent: SentExchange, redactor: Redactor, maxBody: number): TapeLine | undefined {
  const exchange = toTapeExchange(sent, maxBody);
  if (exchange === undefined) return undefined;
  const redacted = redactor.redact(exchange);
  return {
    text: formatTapeLine(redacted, scenario),
    omittedBodies: [redacted.request, redacted.response].filter((message) => message?.omitted !== undefined).length,
    hasResponse: exchange.response !== undefined,
  };
}
