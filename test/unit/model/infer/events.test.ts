/** Which methods can return their response as server-sent events. */
import { expect, test } from 'vitest';
import { inferEvents } from '../../../../generator/model/infer/responses.js';
import type { Method, Parameter } from '../../../../generator/model/model.js';

const method = { name: 'get', response: { kind: 'ref', schema: 'Answer' }, parameters: [], acceptsMedia: false, returnsMedia: false };
const alt = (...values: string[]): Parameter =>
  ({ name: 'alt', type: { kind: 'string', open: true, enum: values.map((value) => ({ value })) } }) as unknown as Parameter;

test.each<[string, object, Parameter[], boolean]>([
  ['its name begins with stream', { name: 'streamAnswer' }, [], true],
  ['its name begins with streaming', { name: 'streamingRead' }, [], true],
  ['its name contains Streaming', { name: 'serverStreamingPredict' }, [], true],
  ['its name contains Streaming before a noun', { name: 'executeStreamingSql' }, [alt('json', 'media', 'proto')], true],
  ['the API lists sse', {}, [alt('json', 'sse')], true],
  ['the method lists sse', { parameters: [alt('json', 'sse')] }, [alt('json')], true],
  ['only the API lists sse, and the method does not', { parameters: [alt('json')] }, [alt('json', 'sse')], false],
  ['nothing says so', {}, [alt('json', 'media', 'proto')], false],
  ['its name is stream', { name: 'stream' }, [], false],
  ['its name begins with streams', { name: 'streams' }, [], false],
  ['its name contains Stream', { name: 'getStreamState' }, [], false],
  ['it has no response', { name: 'streamAnswer', response: undefined }, [], false],
  ['it is a list', { name: 'streamAnswers', list: { items: 'answers' } }, [alt('sse')], false],
  ['it returns raw content', { name: 'streamRawPredict', returnsMedia: true }, [alt('sse')], false],
  ['it accepts media', { name: 'streamUpload', acceptsMedia: true }, [alt('sse')], false],
])('a method if %s: %j', (_, members, common, expected) => {
  expect(inferEvents({ ...method, ...members } as unknown as Method, common)).toBe(expected);
});
