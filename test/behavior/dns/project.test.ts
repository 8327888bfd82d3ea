/** A DNS project can only be read. */
import { describe, expect, test } from 'vitest';
import { refusalOf, serve } from '../ask.js';

const project = '/dns/v1/projects/p';

describe('the project', () => {
  test('exists without having been created, and is the same each time', async () => {
    const { send } = serve('dns');
    const { status, body } = await send(`GET ${project}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'dns#project', id: 'p' });
    expect((await send(`GET ${project}`)).body).toEqual(body);
  });

  test.each(['POST', 'PATCH', 'PUT', 'DELETE'])('%s is 405: it is read only', async (verb) => {
    expect(refusalOf(await serve('dns').send(`${verb} ${project}`, {}))).toMatchObject({ status: 405, reason: 'methodNotAllowed' });
  });
});
