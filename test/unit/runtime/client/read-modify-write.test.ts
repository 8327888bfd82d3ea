import { describe, expect, test, vi } from 'vitest';
import { ApiError, defineMethod, OperationError, ParameterError, readModifyWrite } from '../../../../runtime/client/index.js';
import { connect, catchError, getZone, script, zone } from './support.js';
import type { Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);
const createError = (status: number): Promise<ApiError> =>
  catchError(ApiError, get(connect(script({ status }).fetch, { retry: false }), zone));

interface Subnetwork {
  readonly fingerprint?: string;
  role?: string;
}
/** A resource that another client changes during the given number of attempts. */
function createContendedResource(times: number): {
  get: () => Subnetwork;
  send: (body: Subnetwork) => Promise<string>;
  sent: Subnetwork[];
} {
  let version = 1;
  const sent: Subnetwork[] = [];
  return {
    sent,
    get: () => ({ fingerprint: `f${version}`, role: 'BACKUP' }),
    async send(body) {
      sent.push(body);
      if ((version += 1) > times + 1) return 'done';
      throw await createError(412);
    },
  };
}

describe('readModifyWrite', () => {
  test('sends the change with the fingerprint that it read', async () => {
    const resource = createContendedResource(0);
    expect(await readModifyWrite({ ...resource, change: () => ({ role: 'ACTIVE' }) })).toBe('done');
    expect(resource.sent).toEqual([{ fingerprint: 'f1', role: 'ACTIVE' }]);
  });

  test('sends the fingerprint even if the change sets it to undefined', async () => {
    const resource = createContendedResource(0);
    await readModifyWrite({ ...resource, change: () => ({ role: 'ACTIVE', fingerprint: undefined }) });
    expect(resource.sent).toEqual([{ fingerprint: 'f1', role: 'ACTIVE' }]);
  });

  test('reads again after a 412 and changes the new state', async () => {
    const resource = createContendedResource(2);
    const change = vi.fn((current: Subnetwork) => ({ role: `not ${current.role}` }));
    await readModifyWrite({ ...resource, change });
    expect(resource.sent.map(({ fingerprint }) => fingerprint)).toEqual(['f1', 'f2', 'f3']);
    expect(change).toHaveBeenCalledTimes(3);
  });

  test.each([
    [undefined, 5],
    [2, 2],
    [1, 1],
  ])('stops after %s attempts', async (attempts, count) => {
    const resource = createContendedResource(99);
    const modification = { ...resource, change: () => ({ role: 'ACTIVE' }), attempts };
    expect(await catchError(ApiError, readModifyWrite(modification))).toMatchObject({ status: 412 });
    expect(resource.sent).toHaveLength(count);
  });

  test('retries if the operation fails with a conflict', async () => {
    const operationError = new OperationError(
      {},
      {
        methodId: 'm',
        httpMethod: 'GET',
        url: 'https://h/',
        message: 'm',
        reason: 'r',
        errors: [],
        details: [],
        response: { status: 412, headers: {}, body: {} },
      },
    );
    const send = vi.fn<() => Promise<string>>().mockRejectedValueOnce(operationError).mockResolvedValueOnce('done');
    expect(await readModifyWrite({ get: () => ({ fingerprint: 'f' }), change: () => ({}), send })).toBe('done');
  });

  test('sends nothing if the change is undefined', async () => {
    const resource = createContendedResource(0);
    expect(await readModifyWrite({ ...resource, change: () => undefined })).toBeUndefined();
    expect(resource.sent).toEqual([]);
  });

  test.each<[object, object]>([
    [{ fingerprint: 'f', labelFingerprint: 'l', etag: 'e' }, { fingerprint: 'f' }],
    [{ etag: 'e' }, { etag: 'e' }],
    [{ labelFingerprint: 'l' }, { labelFingerprint: 'l' }],
    [{ fingerprint: undefined }, {}],
    [{}, {}],
  ])('reads %j and sends %j', async (resource, expectedBody) => {
    expect(await readModifyWrite({ get: () => resource, change: () => ({}), send: (body) => body })).toStrictEqual(expectedBody);
  });

  test('accepts the name of the etag field, and prefers the value in the change', async () => {
    const get = (): { fingerprint: string; labelFingerprint: string } => ({ fingerprint: 'f', labelFingerprint: 'l' });
    const send = (body: object): object => body;
    expect(await readModifyWrite({ get, change: () => ({}), send, guard: 'labelFingerprint' })).toEqual({ labelFingerprint: 'l' });
    expect(await readModifyWrite({ get, change: () => ({ fingerprint: 'own' }), send })).toEqual({ fingerprint: 'own' });
  });

  test('sends the named etag field and requires it in types', async () => {
    interface Disk {
      readonly fingerprint?: string;
      readonly labelFingerprint?: string;
    }
    interface LabelsRequest {
      readonly labels: Readonly<Record<string, string>>;
      readonly labelFingerprint: string;
    }
    const send = (body: LabelsRequest): LabelsRequest => body;
    const change = (): Pick<LabelsRequest, 'labels'> => ({ labels: { a: 'b' } });
    const read = (disk: Disk) => readModifyWrite({ get: () => disk, change, send, guard: 'labelFingerprint' });
    expect(await read({ fingerprint: 'f', labelFingerprint: 'l' })).toEqual({ labels: { a: 'b' }, labelFingerprint: 'l' });
    const expectedError = {
      parameter: 'guard',
      expected: 'a field of the resource that was read',
      received: 'the string "labelFingerprint"',
    };
    expect(await catchError(ParameterError, read({ fingerprint: 'f' }))).toMatchObject(expectedError);
  });

  test.each([
    [409, 'etag', 2],
    [409, 'fingerprint', 1],
    [403, 'fingerprint', 1],
    [404, 'etag', 1],
  ])('after %d for a resource with %s, sends the change %d times in total', async (status, field, count) => {
    const send = vi.fn(async (): Promise<never> => Promise.reject(await createError(status)));
    await catchError(ApiError, readModifyWrite({ get: () => ({ [field]: 'x' }), change: () => ({}), send, attempts: 2 }));
    expect(send).toHaveBeenCalledTimes(count);
  });

  test('stops with the reason when it is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('left');
    const resource = createContendedResource(99);
    const change = (): object => (resource.sent.length === 1 && controller.abort(reason), {});
    await expect(readModifyWrite({ ...resource, change, signal: controller.signal })).rejects.toBe(reason);
    expect(resource.sent).toHaveLength(1);
  });

  test('reads nothing if the signal is already aborted', async () => {
    const read = vi.fn(() => ({}));
    const modification = { get: read, change: () => ({}), send: () => 'done', signal: AbortSignal.abort('left') };
    await expect(readModifyWrite(modification)).rejects.toBe('left');
    expect(read).not.toHaveBeenCalled();
  });

  test('does not read again if it is aborted during the request', async () => {
    const controller = new AbortController();
    const read = vi.fn(() => ({ fingerprint: 'f' }));
    const send = async (): Promise<never> => {
      controller.abort('left');
      throw await createError(412);
    };
    await expect(readModifyWrite({ get: read, change: () => ({}), send, signal: controller.signal })).rejects.toBe('left');
    expect(read).toHaveBeenCalledOnce();
  });

  test('accepts an asynchronous change', async () => {
    const resource = createContendedResource(0);
    await readModifyWrite({ ...resource, change: async () => ({ role: 'ACTIVE' }) });
    expect(resource.sent).toEqual([{ fingerprint: 'f1', role: 'ACTIVE' }]);
    expect(await readModifyWrite({ ...resource, change: async () => undefined })).toBeUndefined();
    expect(resource.sent).toHaveLength(1);
  });

  test.each([0, NaN, -1])('rejects %d attempts', async (attempts) => {
    expect(
      await catchError(ParameterError, readModifyWrite({ ...createContendedResource(0), change: () => ({}), attempts })),
    ).toMatchObject({
      parameter: 'attempts',
    });
  });
});
