/** Redacts exchanges in a thread. It learns what the recorder knows, and returns what it has learned itself. */
import type { Learned } from '../recordings/redact/redactor.js';
import type { SentExchange, SentMessage } from './capture.js';
import { createTapeRedactor, type RedactionSettings } from './tape-redactor.js';
import { createTapeLine, type TapeLine } from './tape-line.js';

/** Plain data for the thread. */
export interface RecordingTask {
  readonly settings: RedactionSettings;
  readonly maxBody: number;
  readonly learned: Learned;
  readonly sent: SentExchange;
}

export interface RecordingResult {
  /** Absent if the exchange exceeds a limit. */
  readonly line: TapeLine | undefined;
  readonly learned: Learned;
}

/** Returns a function that runs the tasks of one recorder. The settings of the first task apply to all. */
export function createRecordingRunner(): (task: RecordingTask) => RecordingResult {
  let redactor: ReturnType<typeof createTapeRedactor> | undefined;
  return ({ settings, maxBody, learned, sent }) => {
    redactor ??= createTapeRedactor(settings);
    redactor.learn(learned);
    const { request, response } = sent;
    const received = { ...sent, request: restoreBody(request), ...(response && { response: restoreBody(response) }) };
    const line = createTapeLine(received, redactor, maxBody);
    return { line, learned: redactor.takeLearned() };
  };
}

/** A thread receives a buffer as an array of bytes. */
function restoreBody<Message extends SentMessage>(message: Message): Message {
  const { body } = message;
  return body === undefined ? message : { ...message, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) };
}
