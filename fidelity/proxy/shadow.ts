/** Mirrors the traffic of a proxy into a session of mocks, and compares their responses with those of the services. */
import { defaultLimits } from '../recordings/reader.js';
import type { ExchangeResult } from '../verify/exchange-result.js';
import { LiveReplay, type ReplayContext } from '../verify/replay-scenario.js';
import type { SentExchange } from './capture.js';
import type { TapeExchange } from '../recordings/write-tape.js';
import { toTapeExchange } from './to-exchange.js';

interface ShadowOptions extends Pick<ReplayContext, 'match'> {
  readonly maxBody: number;
  /** The file to which the line numbers of exchanges refer. */
  readonly file: string;
}

interface MirroredExchange {
  readonly exchange: TapeExchange;
  readonly number: number;
  readonly line: Promise<number | undefined> | undefined;
}

/** The maximum number of exchanges that wait for the mocks. */
const maxWaiting = 1000;

export class Shadow {
  /** The number of exchanges that weren't mirrored, because they exceeded a limit. */
  omitted = 0;
  readonly #options: ShadowOptions;
  readonly #results: ExchangeResult[] = [];
  #count = 0;
  #waiting = 0;
  #work: Promise<void> = Promise.resolve();
  #replay: LiveReplay | undefined;

  constructor(options: ShadowOptions) {
    this.#options = options;
  }

  /** Sends exchanges to the mocks with this function until `finish` is called. */
  start(send: ReplayContext['send']): void {
    const { match } = this.#options;
    this.#replay = new LiveReplay({ recording: { isNormalized: false }, match, messages: false, send });
  }

  /** `line`: resolves with the line of the exchange on the tape. Default: the number of the exchange. */
  add(sent: SentExchange, line?: Promise<number | undefined>): void {
    const replay = this.#replay;
    this.#count += 1;
    const exchange =
      this.#count > defaultLimits.exchanges || this.#waiting >= maxWaiting ? undefined : toTapeExchange(sent, this.#options.maxBody);
    if (replay === undefined || exchange === undefined) {
      this.omitted += 1;
      return;
    }
    this.#waiting += 1;
    // `finish` reports a failure. Nobody waits for this promise before.
    this.#work = this.#mirror(this.#work, replay, { exchange, number: this.#count, line });
    this.#work.catch(() => undefined);
  }

  async #mirror(before: Promise<void>, replay: LiveReplay, { exchange, number, line }: MirroredExchange): Promise<void> {
    await before;
    const at = { file: this.#options.file, line: (await line) ?? number, column: 1 };
    const { response, ...others } = exchange;
    const located = { ...others, at, ...(response && { response: { ...response, at } }) };
    this.#results.push(...(await replay.add(located)).map(omitContent));
    this.#waiting -= 1;
  }

  /** Resolves when all exchanges are compared. Rejects if a mock failed. */
  async finish(): Promise<readonly ExchangeResult[]> {
    await this.#work;
    this.#results.push(...((await this.#replay?.flush()) ?? []));
    return this.#results;
  }
}

/** Omits headers and bodies, which only samples in a verdict contain. */
function omitContent(result: ExchangeResult): ExchangeResult {
  const { exchange } = result;
  const { method, url } = exchange.request;
  const response = exchange.response && { at: exchange.response.at, status: exchange.response.status, headers: [] };
  const kept = { at: exchange.at, request: { method, url, headers: [] }, ...(response && { response }) };
  if (result.kind === 'skipped') return { ...result, exchange: kept };
  const { request, actual } = result;
  return { ...result, exchange: kept, request: { ...request, headers: {}, body: '' }, actual: { status: actual.status, headers: [] } };
}
