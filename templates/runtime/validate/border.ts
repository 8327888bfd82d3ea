/** Validation at a client's border: requests before they leave, answers as they come. */
import { withPageTokenInBody } from '../page-token.js';
import type { Validation } from '../client/validate.js';
import type { MethodDescriptor, ValidationError } from '../descriptor.js';
import { ApiError, ParameterError } from '../errors.js';

interface Judge {
  (value: unknown): boolean;
  errors: readonly ValidationError[] | null;
}

/** Validators of requests and answers, by the ids of their methods. */
export function validationOf(judges: Readonly<Record<string, readonly [request: Judge, response: Judge]>>): Validation {
  const errorsOf = (judge: Judge | undefined, value: unknown): readonly ValidationError[] =>
    !judge || judge(value) ? [] : (judge.errors ?? []);
  const of = (methodId: string): readonly [Judge?, Judge?] => (Object.hasOwn(judges, methodId) ? (judges[methodId] ?? []) : []);
  return (call, { onInvalid = warn, fatal }) =>
    async (method, params, options) => {
      const { id: methodId } = method;
      checkRequest(methodId, errorsOf(of(methodId)[0], asSent(method, { ...params })));
      const response = await call(method, params, options);
      if (method.media) return response;
      const errors = errorsOf(of(methodId)[1], response.body);
      if (errors.length > 0) onInvalid({ methodId, errors });
      if (errors.length === 0 || !fatal) return response;
      const message = `${methodId}: expected an answer as described, received another (${text(errors)})`;
      throw new ApiError({ methodId, response, message, reason: 'invalidResponse', errors: [], details: errors });
    };
}

/** A mask travels as text, the token of a page where the method takes it. */
function asSent(method: MethodDescriptor, values: Record<string, unknown>): object {
  if (Array.isArray(values['fields'])) values['fields'] = values['fields'].join();
  if (method.list?.in === 'body') withPageTokenInBody({ method, values });
  return values;
}

function checkRequest(methodId: string, errors: readonly ValidationError[]): void {
  const [first] = errors;
  if (!first) return;
  const parameter = first.instancePath.split('/')[1] ?? String(first.params['missingProperty'] ?? 'requestBody');
  throw Object.assign(new ParameterError(parameter, `valid (${text(errors)})`, 'something else', methodId), { errors });
}

/** The first few: an answer can be wrong in each of a thousand items. */
function text(errors: readonly ValidationError[]): string {
  const shown = errors.slice(0, 5).map(({ instancePath, message }) => `${instancePath.slice(1)} ${message ?? 'is wrong'}`.trim());
  return [...shown, ...(errors.length > 5 ? [`${errors.length - 5} more`] : [])].join('; ');
}

function warn({ methodId, errors }: { readonly methodId: string; readonly errors: readonly ValidationError[] }): void {
  console.warn(`${methodId}: the answer is not as described: ${text(errors)}`);
}
