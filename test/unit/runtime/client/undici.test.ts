/** `undici.request`, as far as it is used: an answer is plain data, a failure is what it throws. */
import { describe, expect, test } from 'vitest';
import { ApiError, defineMethod, NetworkError } from '../../../../templates/runtime/client/index.js';
import { undiciFetch } from '../../../../templates/runtime/client/undici.js';
import type { UndiciRequest } from '../../../../templates/runtime/client/undici.js';
import { connect, createZone, failure, getZone, zone } from './support.js';
import type { Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);
const create = defineMethod<Values, unknown>(createZone);
type Answer = Awaited<ReturnType<UndiciRequest>>;

function scripted(...answers: (Partial<Answer> | Error)[]): { request: UndiciRequest; sent: { url: string; options: object }[] } {
  const sent: { url: string; options: object }[] = [];
  const request: UndiciRequest = async (url, options) => {
    sent.push({ url, options });
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: { text: async () => '{"name":"z"}' }, ...answer };
  };
  return { request, sent };
}

describe('undiciFetch', () => {
  test('sends what a client sends, with a dispatcher where one is given', async () => {
    const { request, sent } = scripted({});
    const dispatcher = { dispatch: () => true };
    const client = connect(undiciFetch(request, { dispatcher }), { auth: 't' });
    expect(await create(client, { project: 'p', requestBody: { name: 'z' } })).toEqual({ name: 'z' });
    const headers = { accept: 'application/json', 'content-type': 'application/json', authorization: 'Bearer t' };
    expect(sent).toEqual([
      {
        url: 'http://service.test/dns/v1/projects/p/managedZones',
        options: { method: 'POST', headers, body: '{"name":"z"}', dispatcher },
      },
    ]);
  });

  test('tells headers, also those that come more than once', async () => {
    const { request } = scripted({ headers: { etag: 'e', vary: ['Origin', 'X-Origin'], 'set-cookie': ['a=1', 'b=2'], gone: undefined } });
    const { headers } = await get(connect(undiciFetch(request)), zone).withResponse();
    expect(headers).toEqual({ etag: 'e', vary: 'Origin, X-Origin' });
  });

  test('follows a redirect on the same origin alone', async () => {
    const empty = { text: async () => '' };
    const inside = scripted({ statusCode: 307, headers: { location: '/moved' }, body: empty }, {});
    expect(await get(connect(undiciFetch(inside.request)), zone)).toEqual({ name: 'z' });
    expect(inside.sent[1]?.url).toBe('http://service.test/moved');
    const outside = scripted({ statusCode: 307, headers: { location: 'http://other.test/' }, body: empty }, {});
    expect(await failure(ApiError, get(connect(undiciFetch(outside.request)), zone))).toMatchObject({ status: 307 });
  });

  test('fails as the network does, and is tried again', async () => {
    const reset = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
    const mended = scripted(reset, {});
    expect(await get(connect(undiciFetch(mended.request)), zone)).toEqual({ name: 'z' });
    const broken = connect(undiciFetch(scripted(reset).request), { retry: false });
    expect((await failure(NetworkError, get(broken, zone))).message).toContain('other side closed');
  });
});
