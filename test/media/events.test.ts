/** Server-sent events between a generated client and its mock. */
import { beforeAll, describe, expect, test } from 'vitest';
import { importPackage, type Answer, type Answers } from './store.js';

let answers: Answers;
beforeAll(async () => {
  answers = await importPackage<Answers>('answers-v1');
});

const id = 'answers.models.streamAnswer';
const question = { model: 'models/m', requestBody: { text: 'why' } };

async function readAll(stream: AsyncIterable<Answer>): Promise<Answer[]> {
  const messages: Answer[] = [];
  for await (const message of stream) messages.push(message);
  return messages;
}

describe('a streaming method', () => {
  test.each<[string, () => unknown]>([
    ['a list', () => [{ text: 'a\nb' }, { text: 'é', index: 1 }]],
    ['a promise of a list', async () => [{ text: 'a\nb' }, { text: 'é', index: 1 }]],
    [
      'a generator',
      function* () {
        yield { text: 'a\nb' };
        yield { text: 'é', index: 1 };
      },
    ],
    [
      'an asynchronous generator',
      async function* () {
        yield { text: 'a\nb' };
        yield { text: 'é', index: 1 };
      },
    ],
  ])('sends the messages of a handler that returns %s, in memory and over HTTP', async (_, handler) => {
    const mock = answers.createMock({ handlers: { [id]: handler as never } });
    const { url, close } = await mock.listen({ port: 0 });
    try {
      for (const options of [{ fetch: mock.fetch }, { rootUrl: url }]) {
        const client = answers.createAnswersClient(options);
        const expected = [{ text: 'a\nb' }, { text: 'é', index: 1 }];
        expect(await readAll(client.models.streamAnswer({ ...question, alt: 'sse' }))).toEqual(expected);
        expect(await readAll(client.models.streamAnswer({ ...question, alt: 'sse', fields: 'index' }))).toEqual([{}, { index: 1 }]);
        expect(await readAll(answers.modelsStreamAnswer(answers.createClient(options), { ...question, alt: 'sse' }))).toEqual(expected);
      }
    } finally {
      await close();
    }
  });

  test('responds with the type of event streams', async () => {
    const mock = answers.createMock({ handlers: { [id]: (() => [{ text: 'a' }, { text: 'b' }]) as never } });
    const body = JSON.stringify({ text: 'why' });
    const response = await mock.handle({ method: 'POST', url: '/v1/models/m:streamAnswer?$alt=sse', headers: {}, body });
    expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } });
    expect(response.body).toBe('data: {"text":"a"}\r\n\r\ndata: {"text":"b"}\r\n\r\n');
  });

  test('sends one event if its handler returns one object, and the object itself without alt: sse', async () => {
    const mock = answers.createMock({ handlers: { [id]: () => ({ text: 'a' }) } });
    const { models } = answers.createAnswersClient({ fetch: mock.fetch });
    expect(await readAll(models.streamAnswer({ ...question, alt: 'sse' }))).toEqual([{ text: 'a' }]);
    expect(await models.streamAnswer(question)).toEqual({ text: 'a' });
  });

  test('fails with 501 if the mock does not implement it, in any format', async () => {
    const { models } = answers.createAnswersClient({ fetch: answers.createMock().fetch });
    await expect(readAll(models.streamAnswer({ ...question, alt: 'sse' }))).rejects.toMatchObject({
      status: 501,
      reason: 'notImplemented',
    });
    await expect(models.streamAnswer(question)).rejects.toMatchObject({ status: 501 });
  });

  test('fails with 501 if its handler streams and the request is not for events', async () => {
    const mock = answers.createMock({ handlers: { [id]: (() => [{ text: 'a' }]) as never } });
    const { models } = answers.createAnswersClient({ fetch: mock.fetch });
    await expect(models.streamAnswer(question)).rejects.toMatchObject({
      status: 501,
      message: `The handler of ${id} responds with a stream. The mock sends it only as server-sent events: send 'alt=sse'.`,
    });
  });

  test('rejects as a whole if its handler rejects, also after a message', async () => {
    const handler = function* (call: { reject(reason: string, message: string): never }): Generator<Answer> {
      yield { text: 'a' };
      call.reject('rateLimitExceeded', 'slow down');
    };
    const mock = answers.createMock({ handlers: { [id]: handler as never } });
    const { models } = answers.createAnswersClient({ fetch: mock.fetch });
    const expected = { status: 429, message: 'slow down' };
    await expect(readAll(models.streamAnswer({ ...question, alt: 'sse' }))).rejects.toMatchObject(expected);
  });

  test.each<[string, () => Iterable<unknown>]>([
    [
      'more than a body can hold',
      function* () {
        for (;;) yield { text: 'x'.repeat(100_000) };
      },
    ],
    ['something else than objects', () => ['text']],
    ['nothing', () => [undefined]],
  ])('fails if its handler returns %s', async (_, handler) => {
    const mock = answers.createMock({ handlers: { [id]: handler as never } });
    const { models } = answers.createAnswersClient({ fetch: mock.fetch });
    await expect(readAll(models.streamAnswer({ ...question, alt: 'sse' }))).rejects.toMatchObject({ status: 500 });
  });
});

test('alt=sse of a method that does not stream is 501, not ignored', async () => {
  const mock = answers.createMock({ handlers: { 'answers.models.answer': () => ({ text: 'a' }) } });
  const { models } = answers.createAnswersClient({ fetch: mock.fetch });
  expect(await models.answer(question)).toEqual({ text: 'a' });
  await expect(models.answer({ ...question, alt: 'sse' })).rejects.toMatchObject({
    status: 501,
    message: "The mock doesn't implement server-sent events for answers.models.answer: it isn't a streaming method.",
  });
});
