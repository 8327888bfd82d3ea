/** A DNS project is read-only. */
import { describe, expect, test } from 'vitest';
import { summarizeError, startMock } from '../request.js';

const project = '/dns/v1/projects/p';

describe('the project', () => {
  test('exists without being created and stays the same', async () => {
    const { send } = startMock('dns');
    const { status, body } = await send(`GET ${project}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'dns#project', id: 'p' });
    expect((await send(`GET ${project}`)).body).toEqual(body);
  });

  test.each(['POST', 'PATCH', 'PUT', 'DELETE'])('rejects %s with 405, because it is read-only', async (verb) => {
    expect(summarizeError(await startMock('dns').send(`${verb} ${project}`, {}))).toMatchObject({
      status: 405,
      reason: 'methodNotAllowed',
    });
  });
});
