/**
 * Writes a tape. Each line is written whole, so that a tape stays readable if the process is killed. A small exchange is on the tape before the
 * client has its whole response. A thread redacts large ones, and those that follow before it is done, so that no client waits for it.
 */
import type { OutputStream, Thread } from '../../generator/lib/effects.js';
import { isChunk } from '../recordings/redact/chunked-uploads.js';
import type { Redactor } from '../recordings/redact/redactor.js';
import type { SentExchange, SentMessage } from './capture.js';
import type { RecordingResult, RecordingTask } from './recording-thread.js';
import { createTapeLine, type TapeLine } from './tape-line.js';
import { createTapeRedactor, type RedactionSettings } from './tape-redactor.js';

interface RecorderOptions {
  readonly settings: RedactionSettings;
  /** In bytes. */
  readonly maxBody: number;
  readonly tape: OutputStream;
  readonly warn: (message: string) => void;
  /** Absent if there are no threads. */
  readonly startThread?: (() => Thread) | undefined;
}

/** The size of the bodies from which a thread redacts an exchange, in bytes. Smaller ones take about a millisecond. */
const minThreadSize = 32 * 1024;
/** How much larger a compressed body can be, usually at most. */
const compressionFactor = 16;
/** How many bodies of the maximum size can wait for the thread. */
const maxWaitingBodies = 4;

export class Recorder {
  /** The numbers of exchanges on the tape, of those that exceeded a limit, of those without their response, and of bodies that were left out. */
  readonly counts = { recorded: 0, omitted: 0, withoutResponse: 0, omittedBodies: 0 };
  readonly #options: RecorderOptions;
  readonly #redactor: Redactor;
  #thread: Thread | undefined;
  /** What the thread does, in the order of the exchanges. */
  #work: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #waitingBytes = 0;
  #resumeForwarding: (() => void)[] = [];
  #hasFailed = false;

  /** Throws if a pattern of the settings isn't an RE2 expression. */
  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#redactor = createTapeRedactor(options.settings);
  }

  /** Resolves with the line of the exchange on the tape, or with `undefined` if it exceeded a limit, or can't be written. */
  async record(sent: SentExchange): Promise<number | undefined> {
    const size = countBytes(sent.request) + countBytes(sent.response);
    const { startThread } = this.#options;
    // The hashes of an upload are in one place.
    const isSmall = !isChunk(sent.request.headers) && estimateSize(sent.request) + estimateSize(sent.response) < minThreadSize;
    if (startThread === undefined || (this.#waiting === 0 && isSmall))
      return this.#append(() => createTapeLine(sent, this.#redactor, this.#options.maxBody));
    this.#waiting += 1;
    this.#waitingBytes += size;
    const work = this.#work.then(() => this.#recordInThread(sent, startThread));
    this.#work = work;
    const line = await work;
    this.#waiting -= 1;
    this.#waitingBytes -= size;
    if (!this.#isFull) for (const resume of this.#resumeForwarding.splice(0)) resume();
    return line;
  }

  /** Returns a promise that resolves when fewer bytes wait for the thread, or `undefined` if there is space for another exchange. */
  waitForSpace(): Promise<void> | undefined {
    return this.#isFull ? new Promise((resolve) => void this.#resumeForwarding.push(resolve)) : undefined;
  }

  get #isFull(): boolean {
    return this.#waitingBytes > maxWaitingBodies * this.#options.maxBody;
  }

  /** Resolves when all exchanges are on the tape. */
  async finish(): Promise<void> {
    await this.#work;
  }

  /** Closes the tape. Exchanges that the thread hasn't redacted are lost; call `finish` before. */
  async close(): Promise<void> {
    this.#hasFailed = true;
    this.#options.tape.close();
    await this.#thread?.stop();
  }

  async #recordInThread(sent: SentExchange, startThread: () => Thread): Promise<number | undefined> {
    if (this.#hasFailed) return undefined;
    const { settings, maxBody } = this.#options;
    try {
      this.#thread ??= startThread();
      const task: RecordingTask = { settings, maxBody, learned: this.#redactor.takeLearned(), sent };
      const { line, learned } = (await this.#thread.run(task, () => undefined)) as RecordingResult;
      this.#redactor.learn(learned);
      return this.#append(() => line);
    } catch (error) {
      return this.#fail(error);
    }
  }

  #append(create: () => TapeLine | undefined): number | undefined {
    if (this.#hasFailed) return undefined;
    try {
      const line = create();
      if (line === undefined) {
        this.counts.omitted += 1;
        return undefined;
      }
      this.#options.tape.write(line.text);
      this.counts.recorded += 1;
      this.counts.omittedBodies += line.omittedBodies;
      if (!line.hasResponse) this.counts.withoutResponse += 1;
      return this.counts.recorded + 1;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** The program can go on without the tape. */
  #fail(error: unknown): undefined {
    if (!this.#hasFailed) this.#options.warn(`the tape ends here: ${error instanceof Error ? error.message : String(error)}`);
    this.#hasFailed = true;
  }
}

const countBytes = (message: SentMessage | undefined): number => message?.body?.length ?? 0;

const estimateSize = (message: SentMessage | undefined): number =>
  countBytes(message) * (message?.headers.some(([name]) => name === 'content-encoding') === true ? compressionFactor : 1);
