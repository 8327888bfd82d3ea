/** Mirrors the traffic of a proxy into a session of mocks, and compares their responses with those of the services. */
import type { Exchange } from '../traffic/exchange.js';
import type { ExchangeResult } from '../traffic/verify/exchange-result.js';
import { LiveReplay, type ReplayContext } from '../traffic/verify/replay-scenario.js';
import type { SentExchange } from './capture.js';
import { toTapeExchange } from './to-exchange.js';

interface ShadowOptions extends Pick<ReplayContext, 'match'> {
  readonly maxBody: number;
  /** The file to which the line numbers of exchanges refer. */
  readonly file: string;
}

/** Readers of recordings have the same limit. */
const maxExchanges = 20_000;
/** The maximum number of exchanges that wait for the mocks. */
const maxWaiting = 1000;

export class Shadow {
  /** The number of exchanges that weren't mirrored, because they exceeded a limit. */
  omitted = 0;
  readonly #options: ShadowOptions;
  readonly #judgments: ExchangeResult[] = [];
  #count = 0;
  #waiting = 0;
  #work: Promise<void> = Promise.resolve();
  #replay: LiveReplay | undefined;

  constructor(options: ShadowOptions) {
    this.#options = options;
  }

  /** Mirrors exchanges by this function until `finish` is called. */
  start(send: ReplayContext['send']): void {
    const { match } = this.#options;
    this.#replay = new LiveReplay({ recording: { isNormalized: false }, match, messages: false, send });
  }

  /** `line`: that of a tape. Default: the number of the exchange. */
  add(sent: SentExchange, line?: number): void {
    const replay = this.#replay;
    this.#count += 1;
    const exchange = this.#count > maxExchanges || this.#waiting >= maxWaiting ? undefined : toTapeExchange(sent, this.#options.maxBody);
    if (replay === undefined || exchange === undefined) {
      this.omitted += 1;
      return;
    }
    const at = { file: this.#options.file, line: line ?? this.#count, column: 1 };
    const { response, ...others } = exchange;
    this.#waiting += 1;
    this.#work = this.#mirror(this.#work, replay, { ...others, at, ...(response && { response: { ...response, at } }) });
  }

  async #mirror(before: Promise<void>, replay: LiveReplay, exchange: Exchange): Promise<void> {
    await before;
    this.#judgments.push(...(await replay.add(exchange)).map(omitContent));
    this.#waiting -= 1;
  }

  /** Resolves when all exchanges are compared. Rejects if a mock failed. */
  async finish(): Promise<readonly ExchangeResult[]> {
    await this.#work;
    this.#judgments.push(...((await this.#replay?.flush()) ?? []));
    return this.#judgments;
  }
}

/** Keeps what a verdict without samples contains. */
function omitContent(judgment: ExchangeResult): ExchangeResult {
  const { exchange } = judgment;
  const at = { at: exchange.at, request: { method: exchange.request.method, url: exchange.request.url, headers: [] } };
  const response = exchange.response && { at: exchange.response.at, status: exchange.response.status, headers: [] };
  const kept = { ...at, ...(response && { response }) };
  if (judgment.kind === 'skipped') return { ...judgment, exchange: kept };
  const { request, actual } = judgment;
  return { ...judgment, exchange: kept, request: { ...request, headers: {}, body: '' }, actual: { status: actual.status, headers: [] } };
}
