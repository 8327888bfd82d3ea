/** Validates one request with the package's validator and sends it to a fresh mock. */
import { buildMessage, findValidator } from '../conformance/check-response.js';
import type { GeneratedPackage } from '../conformance/world.js';
import type { ValidationError } from '../../runtime/descriptor.js';
import { findKnownDifference, rejectedByMock, rejectedByValidators } from './known.js';
import type { Request } from './requests.js';

export type Package = Pick<GeneratedPackage<unknown>, 'name' | 'behavior' | 'createMock' | 'validators'>;

interface ComparedResult {
  readonly status: number;
  /** The rule of the mock that rejects the request, and its message. */
  readonly rejection: { readonly rule: string; readonly message: string } | undefined;
  readonly errors: readonly ValidationError[];
}

export async function callBoth(api: Package, { method, httpMethod, target, body, options }: Request): Promise<ComparedResult> {
  const url = new URL(target, 'https://service.example.com');
  const text = body === undefined ? undefined : JSON.stringify(body);
  const mock = api.createMock({ now: () => Date.parse('2026-01-01T00:00:00Z'), randomSeed: 1, warn: () => undefined, ...options });
  const headers = { 'content-type': 'application/json' };
  const { status } = await mock.handle({ method: httpMethod, url: url.href, headers, ...(text !== undefined && { body: text }) });
  const validate = findValidator(api as GeneratedPackage<unknown>, method.method.id, 'Request');
  const isValid = validate(
    buildMessage(method, { method: httpMethod, url, requestBody: text, status, responseBody: '', expectation: 'valid' }),
  );
  return { status, rejection: mock.requests[0]?.rejection, errors: isValid ? [] : (validate.errors as readonly ValidationError[]) };
}

/** Describes a difference between validator and mock that is not in the list of known differences; `undefined` if they agree. */
export async function findDifference(api: Package, request: Request): Promise<string | undefined> {
  const { status, rejection, errors } = await callBoth(api, request);
  const call = `${request.method.method.id}, ${request.change}`;
  if (status >= 500) return `${call}: the mock responds with ${status}`;
  if (status === 400 && errors.length === 0) {
    const { rule = '', message = '' } = rejection ?? {};
    return findKnownDifference(rejectedByMock, request, rule) === undefined
      ? `${call}: only the mock rejects it (${rule}): ${message}`
      : undefined;
  }
  const unexplained =
    status < 300 ? errors.find(({ keyword }) => findKnownDifference(rejectedByValidators, request, keyword) === undefined) : undefined;
  return (
    unexplained &&
    `${call}: only the validator rejects it (${unexplained.keyword}): ${unexplained.instancePath} ${unexplained.message ?? ''}`
  );
}
