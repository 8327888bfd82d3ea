/** Types of streaming methods (checked by `npm run check:types`). */
import { expectTypeOf, test } from 'vitest';
import type { Call, Client, EventStream, ParameterlessStreamingMethod, StreamingMethod } from '../../runtime/client/index.js';

interface Answer {
  readonly text?: string;
  readonly index?: number;
}
interface Params {
  readonly model: string;
  readonly alt?: 'json' | 'media' | (string & {}) | undefined;
}

declare const client: Client;
declare const stream: StreamingMethod<Params, Answer>;
declare const streamAnything: ParameterlessStreamingMethod<object, Answer>;

test('alt: sse returns messages, anything else the response', () => {
  expectTypeOf(stream(client, { model: 'm', alt: 'sse' })).toEqualTypeOf<EventStream<Answer>>();
  expectTypeOf(stream(client, { model: 'm' })).toEqualTypeOf<Call<Answer>>();
  expectTypeOf(stream(client, { model: 'm', alt: undefined })).toEqualTypeOf<Call<Answer>>();
  expectTypeOf(stream(client, { model: 'm', alt: 'json' })).toEqualTypeOf<Call<Answer>>();
  expectTypeOf(streamAnything(client)).toEqualTypeOf<Call<Answer>>();
  expectTypeOf(streamAnything(client, { alt: 'sse' })).toEqualTypeOf<EventStream<Answer>>();
});

test('a value that may be sse returns either', () => {
  expectTypeOf(stream(client, { model: 'm', alt: 'sse' as string })).toEqualTypeOf<Call<Answer> | EventStream<Answer>>();
  expectTypeOf(stream(client, { model: 'm', alt: 'sse' as 'sse' | 'json' })).toEqualTypeOf<Call<Answer> | EventStream<Answer>>();
  expectTypeOf(stream(client, { model: 'm', alt: 'sse' as 'sse' | undefined })).toEqualTypeOf<Call<Answer> | EventStream<Answer>>();
});

test('a mask narrows the messages', () => {
  const masked = stream(client, { model: 'm', alt: 'sse', fields: ['text'] });
  expectTypeOf(masked).toEqualTypeOf<EventStream<{ readonly text?: string }>>();
  // @ts-expect-error The message has no such field.
  stream(client, { model: 'm', alt: 'sse', fields: ['nope'] });
});

test('messages are iterated, not awaited', async () => {
  for await (const message of stream(client, { model: 'm', alt: 'sse' })) expectTypeOf(message).toEqualTypeOf<Answer>();
  expectTypeOf<EventStream<Answer>>().not.toExtend<PromiseLike<unknown>>();
  expectTypeOf<Call<Answer>>().not.toExtend<AsyncIterable<unknown>>();
});

test('parameters stay closed', () => {
  // @ts-expect-error The model is required.
  stream(client, { alt: 'sse' });
  // @ts-expect-error There is no such parameter.
  stream(client, { model: 'm', alt: 'sse', modle: 'm' });
});
