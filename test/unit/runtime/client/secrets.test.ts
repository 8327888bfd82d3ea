import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ApiError, defineMethod, NetworkError, withSecrets } from '../../../../templates/runtime/client/index.js';
import type { MethodDescriptor } from '../../../../templates/runtime/descriptor.js';
import { connect, createZone, failure, getZone, script, zone } from './support.js';
import type { Answer, Values } from './support.js';

const descriptor: MethodDescriptor = { ...createZone, secrets: ['privateKey', 'rawKey', 'rsaEncryptedKey'] };
const create = defineMethod<Values, unknown>(descriptor, withSecrets);
const get = defineMethod<Values, unknown>(getZone);
const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
const privateKey = `-----BEGIN PRIVATE KEY-----\n${line}\n${line.toLowerCase()}\n-----END PRIVATE KEY-----\n`;
const body = { privateKey, disk: { keys: [{ rawKey: 'c2VjcmV0LWtleQ==' }, { rsaEncryptedKey: 'ZW5jcnlwdGVk' }] }, name: 'shown' };
const secret = new RegExp([line, line.toLowerCase(), 'c2VjcmV0', 'ZW5jcnlw', 'secret-token'].map((text) => text.slice(0, 12)).join('|'));

/** All that a program could print of a failure. */
function printed(error: unknown): string {
  return inspect(error, { depth: 20, showHidden: true, getters: true }) + JSON.stringify(error);
}

describe('no error shows a secret', () => {
  test.each<[string, (sent: string) => Answer]>([
    ['repeats the body', (sent) => ({ status: 400, body: { error: { message: `Invalid value: ${sent}`, errors: [{ message: sent }] } } })],
    ['repeats a line of a key', () => ({ status: 400, body: { error: { message: `bad key near ${line}`, details: [{ value: line }] } } })],
    ['repeats the key as text', () => ({ status: 400, body: `no such key: ${privateKey}`, headers: { 'content-type': 'text/plain' } })],
    ['repeats the token', () => ({ status: 401, body: { error: { message: 'Invalid Credentials: secret-token' } } })],
  ])('where the service %s', async (_, answer) => {
    const seen: unknown[] = [];
    const { fetch } = script(answer(JSON.stringify(body)));
    const note = (what: unknown): void => void seen.push(what);
    const client = connect(fetch, { auth: 'secret-token', retry: false, onResponse: note, onError: note });
    const error = await failure(ApiError, create(client, { project: 'p', requestBody: body }));
    expect(printed([error, seen])).not.toMatch(secret);
    expect(printed(error)).toContain('[hidden]');
  });

  test('what is no secret is shown', async () => {
    const { fetch } = script({ status: 400, body: { error: { message: 'the name shown is taken' } } });
    expect((await failure(ApiError, create(connect(fetch), { project: 'p', requestBody: body }))).message).toBe('the name shown is taken');
  });

  test('where the platform names the address and a key stands in it', async () => {
    const named = script(
      new TypeError('error sending request for url (http://service.test/dns/v1/projects/p/managedZones/z?key=secret-token)'),
    );
    const error = await failure(NetworkError, get(connect(named.fetch, { retry: false }), { ...zone, key: 'secret-token' }));
    expect(printed(error)).not.toMatch(/secret-token/);
  });

  test('an answer of success is left as it is', async () => {
    const { fetch } = script({ body: { note: line } });
    expect(await create(connect(fetch), { project: 'p', requestBody: body })).toEqual({ note: line });
  });
});
