/** Validates one request with the package's validator and sends it to a fresh mock. */
import { buildMessage, findValidator } from '../conformance/check-response.js';
import type { GeneratedPackage } from '../conformance/world.js';
import type { ValidationError } from '../../templates/runtime/descriptor.js';
import { findKnownDifference, rejectedByMock, rejectedByValidators } from './known.js';
import type { Request } from './requests.js';

export type Package = Pick<GeneratedPackage<unknown>, 'name' | 'behavior' | 'createMock' | 'validators'>;

interface ComparedResult {
  readonly status: number;
  /** The rule by which the mock rejected the request, and its message. */
  readonly rejection: { readonly rule: string; readonly message: string } | undefined;
  readonly errors: readonly ValidationError[];
}

export async function callBoth(api: Package, { method, httpMethod, target, body, options }: Request): Promise<ComparedResult> {
  const url = new URL(target, 'https://service.example.com');
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const mock = api.createMock({ now: () => Date.parse('2026-01-01T00:00:00Z'), randomSeed: 1, ...options });
  const headers = { 'content-type': 'application/json' };
  const { status } = await mock.handle({ method: httpMethod, url: url.href, headers, ...(sent !== undefined && { body: sent }) });
  const validate = findValidator(api as GeneratedPackage<unknown>, method.method.id, 'Request');
  const isValid = validate(
    buildMessage(method, { method: httpMethod, url, requestBody: sent, status, responseBody: '', expectation: 'valid' }),
  );
  return { status, rejection: mock.requests[0]?.rejection, errors: isValid ? [] : (validate.errors as readonly ValidationError[]) };
}

/** Describes an unexplained difference between validator and mock; `undefined` if they agree. */
export async function findDifference(api: Package, request: Request): Promise<string | undefined> {
  const { status, rejection: refused, errors } = await callBoth(api, request);
  const told = `${request.method.method.id}, ${request.change}`;
  if (status >= 500) return `${told}: the mock answers ${status}`;
  if (status === 400 && errors.length === 0) {
    const { rule = '', message = '' } = refused ?? {};
    return findKnownDifference(rejectedByMock, request, rule) === undefined
      ? `${told}: the mock alone refuses it (${rule}): ${message}`
      : undefined;
  }
  const unknown =
    status < 300 ? errors.find(({ keyword }) => findKnownDifference(rejectedByValidators, request, keyword) === undefined) : undefined;
  return unknown && `${told}: the validator alone refuses it (${unknown.keyword}): ${unknown.instancePath} ${unknown.message ?? ''}`;
}
