import { describe, expect, test } from 'vitest';
import {
  ApiError,
  toApiError,
  DiscogenError,
  NetworkError,
  OperationError,
  ParameterError,
  TimeoutError,
  createInvalidResponseError,
} from '../../../runtime/errors.js';
import { describeValue } from '../../../runtime/error-text.js';
import type { ErrorItem } from '../../../runtime/errors.js';

const request = { methodId: 'm', httpMethod: 'GET', url: 'https://dns.example.com/z' } as const;
const createResponse = (status: number, body: unknown) => ({ status, headers: { 'content-type': 'application/json' }, body });
const errorInfo = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'SERVICE_DISABLED', domain: 'x' };

describe('an error response', () => {
  test.each([
    {
      form: 'errors[]',
      status: 412,
      body: {
        error: { code: 412, message: 'stale', errors: [{ reason: 'conditionNotMet', location: 'If-Match', locationType: 'header' }] },
      },
      expected: {
        reason: 'conditionNotMet',
        message: 'stale',
        errors: [{ reason: 'conditionNotMet', location: 'If-Match', locationType: 'header' }],
      },
    },
    {
      form: 'status',
      status: 404,
      body: { error: { code: 404, message: 'gone', status: 'NOT_FOUND' } },
      expected: { reason: 'notFound', message: 'gone' },
    },
    {
      form: 'status and details',
      status: 403,
      body: { error: { message: 'off', status: 'PERMISSION_DENIED', details: [{ other: 1 }, errorInfo] } },
      expected: { reason: 'serviceDisabled', message: 'off', details: [{ other: 1 }, errorInfo] },
    },
    {
      form: 'errors[] and status',
      status: 400,
      body: {
        error: { message: 'bad', status: 'INVALID_ARGUMENT', errors: [{ reason: 'invalid', message: 'bad' }], details: [errorInfo] },
      },
      expected: { reason: 'invalid', message: 'bad' },
    },
    {
      form: 'message only in errors[]',
      status: 400,
      body: { error: { errors: [{ reason: 'required', message: 'name is missing' }] } },
      expected: { reason: 'required', message: 'name is missing' },
    },
    {
      form: 'an array',
      status: 403,
      body: [{ error: { code: 403, message: 'slow down', errors: [{ reason: 'rateLimitExceeded' }], details: [errorInfo] } }],
      expected: { reason: 'rateLimitExceeded', message: 'slow down', errors: [{ reason: 'rateLimitExceeded' }], details: [errorInfo] },
    },
    {
      form: 'an array that begins with messages',
      status: 500,
      body: [{ answer: 1 }, null, { error: { message: 'cut', status: 'INTERNAL' } }],
      expected: { reason: 'internalError', message: 'cut' },
    },
    {
      form: 'OAuth',
      status: 401,
      body: { error: 'invalid_grant', error_description: 'expired' },
      expected: { reason: 'invalid_grant', message: 'expired' },
    },
    { form: 'OAuth without a text', status: 400, body: { error: 'invalid_scope' }, expected: { message: 'invalid_scope' } },
    {
      form: 'errors[] with codes',
      status: 400,
      body: { error: { status: 'ABORTED', errors: [{ code: 'IN_USE' }], details: [errorInfo] } },
      expected: { reason: 'IN_USE' },
    },
    {
      form: 'HTML',
      status: 502,
      body: '<html>Bad gateway</html>',
      expected: { reason: '', message: 'm: the service returned status 502' },
    },
    {
      form: 'plain text',
      status: 500,
      body: ' overloaded ',
      expected: { reason: '', message: 'm: the service returned status 500: overloaded' },
    },
    { form: 'no body', status: 500, body: {}, expected: { reason: '', message: 'm: the service returned status 500' } },
    { form: 'a list', status: 500, body: [1], expected: { reason: '', message: 'm: the service returned status 500' } },
    { form: 'null', status: 500, body: null, expected: { reason: '', message: 'm: the service returned status 500' } },
    {
      form: 'wrong types',
      status: 500,
      body: { error: { message: 1, errors: {}, details: 'x', status: [] } },
      expected: { reason: '', errors: [], details: [] },
    },
    {
      form: 'a redirect',
      status: 302,
      body: '',
      expected: { message: 'm: the service returned status 302 (a redirect)' },
    },
  ])('is parsed: $form', ({ status, body, expected }) => {
    const error = toApiError(request, createResponse(status, body));
    expect(error).toMatchObject({ status, ...request, response: { status, body }, ...expected });
  });
});

describe('each error', () => {
  const failure = { ...request, response: createResponse(400, {}), reason: 'r', message: 'said', errors: [], details: [] };
  test.each([
    { error: new ApiError(failure), name: 'ApiError', message: 'said' },
    { error: new OperationError({ name: 'op' }, failure), name: 'OperationError', message: 'said' },
    {
      error: createInvalidResponseError(request, { ...createResponse(200, '<p>'), headers: { 'content-type': 'text/html' } }, 'JSON'),
      name: 'ApiError',
      message: 'm: the response must be JSON (received text/html)',
    },
    {
      error: new ParameterError('zone', 'text', describeValue(undefined), 'm'),
      name: 'ParameterError',
      message: 'm: zone must be text (received nothing)',
    },
    {
      error: new ParameterError('zone', 'text', describeValue(null)),
      name: 'ParameterError',
      message: 'zone must be text (received null)',
    },
    {
      error: new NetworkError(request, new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') })),
      name: 'NetworkError',
      message: 'm: the request failed: connect ECONNREFUSED 127.0.0.1:1',
    },
    {
      error: new NetworkError(
        request,
        new TypeError('fetch failed', { cause: Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }) }),
      ),
      name: 'NetworkError',
      message: 'm: the request failed: ECONNREFUSED',
    },
    {
      error: new NetworkError(request, new TypeError('fetch failed', { cause: {} })),
      name: 'NetworkError',
      message: 'm: the request failed: fetch failed',
    },
    { error: new NetworkError(request, 'odd'), name: 'NetworkError', message: 'm: the request failed: no message' },
    {
      error: new TimeoutError({ ...request, milliseconds: 5, subject: 'the call' }),
      name: 'TimeoutError',
      message: 'm: the call took longer than 5 ms',
    },
  ])('$name has its name, its message, and the common base class', ({ error, name, message }) => {
    expect({ name: error.name, message: error.message }).toEqual({ name, message });
    expect(error).toBeInstanceOf(DiscogenError);
    expect(String(error)).toBe(`${name}: ${message}`);
  });

  test.each([null, undefined, 0, 'ApiError', { name: 'ApiError' }, { isDiscogenError: true }, new TypeError('odd')])(
    'does not include %o',
    (value) => expect([value instanceof ApiError, value instanceof DiscogenError]).toEqual([false, false]),
  );

  test('of a custom class matches that class and its base class', () => {
    class CustomError extends ApiError {}
    const customError = new CustomError(failure);
    expect([customError instanceof CustomError, customError instanceof ApiError, customError instanceof ParameterError]).toEqual([
      true,
      true,
      false,
    ]);
    expect(new ApiError(failure) instanceof CustomError).toBe(false);
  });

  test('of another package matches the class with the same name', () => {
    class Base extends Error {
      get isDiscogenError(): true {
        return true;
      }
    }
    class OtherApiError extends Base {
      override get name(): string {
        return 'ApiError';
      }
    }
    const otherError = new OtherApiError();
    expect([otherError instanceof ApiError, otherError instanceof ParameterError]).toEqual([true, false]);
  });

  test('has its data as members', () => {
    const parameter = new ParameterError('zone', 'text', '5', 'm');
    expect(parameter).toMatchObject({ parameter: 'zone', expected: 'text', received: '5' });
    const timeout = new TimeoutError({ ...request, milliseconds: 5, subject: 'the call' }, { cause: parameter });
    expect(timeout).toMatchObject({ ...request, milliseconds: 5, cause: parameter });
    expect(new NetworkError(request, undefined)).toMatchObject(request);
  });

  test('is an ApiError with the operation if it is an OperationError', () => {
    const error = new OperationError({ name: 'op' }, failure);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ operation: { name: 'op' }, status: 400, reason: 'r' });
  });

  test('has the codes of its list if it is an OperationError', () => {
    const errors = [{ code: 'IN_USE' }, {}, null as unknown as ErrorItem, { code: 5 as unknown as string }, { code: 'QUOTA_EXCEEDED' }];
    expect(new OperationError({}, { ...failure, errors }).codes).toEqual(['IN_USE', 'QUOTA_EXCEEDED']);
  });

  test('of a successful response that is not JSON has its own reason', () => {
    expect(createInvalidResponseError(request, { ...createResponse(200, '<p>'), headers: {} }, 'JSON')).toMatchObject({
      reason: 'invalidResponse',
      message: 'm: the response must be JSON (received no content type)',
    });
  });
});

test.each([
  [undefined, 'nothing'],
  ['a "b"', 'the string "a \\"b\\""'],
  ['', 'the string ""'],
  ['x'.repeat(70), `the string "${'x'.repeat(60)}…"`],
  [-5, 'the number -5'],
  [Number.NaN, 'the number NaN'],
  [5n, 'the bigint 5'],
  [true, 'the boolean true'],
  [null, 'null'],
  [[1], 'an array'],
  [Object.create(null), 'an object'],
  [() => 1, 'a function'],
])('formats %o as %s', (value, text) => {
  expect(describeValue(value)).toBe(text);
});
