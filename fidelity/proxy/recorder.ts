/** Writes a tape. Each line is written whole, so that a tape stays readable if the process is killed. */
import type { OutputStream } from '../../generator/lib/effects.js';
import type { Redactor } from '../recordings/redact/redactor.js';
import { formatTapeLine } from '../recordings/write-tape.js';
import type { SentExchange } from './capture.js';
import { toTapeExchange } from './to-exchange.js';

interface RecorderOptions {
  readonly redactor: Redactor;
  readonly maxBody: number;
  readonly tape: OutputStream;
  readonly warn: (message: string) => void;
}

/** The name of the scenario of all exchanges. */
const scenario = 'main';

export class Recorder {
  /** The numbers of exchanges on the tape, of those that exceeded a limit, of those without their response, and of bodies that were left out. */
  readonly counts = { recorded: 0, omitted: 0, withoutResponse: 0, omittedBodies: 0 };
  #hasFailed = false;

  constructor(private readonly options: RecorderOptions) {}

  /** Returns the line of the exchange on the tape, or `undefined` if it exceeded a limit, or can't be written. */
  record(sent: SentExchange): number | undefined {
    if (this.#hasFailed) return undefined;
    try {
      return this.#append(sent);
    } catch (error) {
      // The program can go on without the tape.
      this.#hasFailed = true;
      this.options.warn(`the tape ends here: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  close(): void {
    this.options.tape.close();
  }

  #append(sent: SentExchange): number | undefined {
    const { redactor, maxBody, tape } = this.options;
    const exchange = toTapeExchange(sent, maxBody);
    if (exchange === undefined) {
      this.counts.omitted += 1;
      return undefined;
    }
    const redacted = redactor.redact(exchange);
    tape.write(formatTapeLine(redacted, scenario));
    this.counts.recorded += 1;
    this.counts.omittedBodies += [redacted.request, redacted.response].filter((message) => message?.omitted !== undefined).length;
    if (exchange.response === undefined) this.counts.withoutResponse += 1;
    return this.counts.recorded + 1;
  }
}
