/** Validates the requests and responses of a client. */
import { wrapSend, type RequestBuilder, type OptionNames, type ValidationOptions, type Validation } from '../client/client-types.js';
import type { UploadOptions } from '../client/media-content.js';
import { addPageTokenToBody } from '../client/call-steps.js';
import { describeFailedRequest } from '../client/redaction.js';
import type { MethodDescriptor, ValidationError } from '../descriptor.js';
import { describeType } from '../error-text.js';
import { ApiError, ParameterError, createUnknownNameError, type FailedRequest } from '../errors.js';
import { formatMessageWithType, formatErrorLocation } from './value-types.js';

interface ClientValidator {
  (value: unknown, options?: { readonly media?: boolean }): boolean;
  errors: readonly ValidationError[] | null;
}

/** Creates the validation of a client from the request and response validators of its methods, by method ID. */
export function createValidation(
  validators: Readonly<Record<string, readonly [request: ClientValidator, response: ClientValidator]>>,
): Validation {
  const listErrors = (validator: ClientValidator | undefined, value: unknown, media = false): readonly ValidationError[] =>
    !validator || validator(value, { media }) ? [] : (validator.errors ?? []);
  const findValidators = (methodId: string): readonly [ClientValidator?, ClientValidator?] =>
    Object.hasOwn(validators, methodId) ? (validators[methodId] ?? []) : [];
  return (call, validate) => {
    checkValidationOptions(validate);
    const { onInvalid, fatal } = validate;
    return async (method, params, options) => {
      const { id: methodId } = method;
      const wireValues = toWireValues(method, { ...params });
      const sendsMedia = (options as UploadOptions | undefined)?.media !== undefined;
      checkRequest(methodId, listErrors(findValidators(methodId)[0], wireValues, sendsMedia), wireValues);
      let request: (() => FailedRequest) | undefined;
      const captureRequest = (builder: RequestBuilder): void =>
        wrapSend(builder, (send) => (prepared, given) => {
          request = () => describeFailedRequest(prepared, { url: builder.transport.rootUrl + prepared.path });
          return send(prepared, given);
        });
      const response = await call(fatal ? { ...method, steps: [...(method.steps ?? []), captureRequest] } : method, params, options);
      if (method.media) return response;
      const errors = listErrors(findValidators(methodId)[1], response.body);
      if (errors.length === 0) return response;
      const message = `${methodId}: the response does not match the description: ${formatErrors(errors, response.body)}`;
      if (onInvalid) onInvalid({ methodId, errors });
      else console.warn(message);
      if (!fatal || !request) return response;
      throw new ApiError({ ...request(), response, message, reason: 'invalidResponse', errors: [], details: errors });
    };
  };
}

const optionNames: OptionNames<ValidationOptions & { readonly validators: unknown }> = { validators: 1, onInvalid: 1, fatal: 1 };

/** The exports of a validator module, which may be passed as the options, and what bundlers add to it. */
const moduleExport = /^(?:validate[\w$]*|default|__esModule|module\.exports)$/;

/** Throws `ParameterError` for an unknown option. */
function checkValidationOptions(validate: object): void {
  const isKnown = (name: string): boolean => Object.hasOwn(optionNames, name) || moduleExport.test(name);
  const name = Object.keys(validate).find((each) => !isKnown(each));
  if (name === undefined) return;
  const known = Object.keys(optionNames).map((each) => `validate.${each}`);
  throw createUnknownNameError('createClient', { kind: 'option', name: `validate.${name}`, known });
}

/** Converts the mask to text and moves the page token to where the method expects it, as the client does before sending. */
function toWireValues(method: MethodDescriptor, values: Record<string, unknown>): object {
  if (Array.isArray(values['fields'])) values['fields'] = values['fields'].join();
  if (method.list?.in === 'body') addPageTokenToBody({ method, values });
  return values;
}

function checkRequest(methodId: string, errors: readonly ValidationError[], value: object): void {
  const [first] = errors;
  if (!first) return;
  const parameter = first.instancePath.split('/')[1] ?? String(first.params['missingProperty'] ?? 'requestBody');
  const message = formatErrors(errors, value);
  const received = describeType((value as Readonly<Record<string, unknown>>)[parameter]);
  throw Object.assign(new ParameterError(parameter, `valid (${message})`, received, methodId, { message }), { errors });
}

/** Formats the first five errors, each with the field and the type of the rejected value. The number is limited because each of a thousand items may be invalid. */
function formatErrors(errors: readonly ValidationError[], value: unknown): string {
  const messages = errors
    .slice(0, 5)
    .map((error) => `${formatErrorLocation(error.instancePath)} ${formatMessageWithType(error, value)}`.trim());
  return [...messages, ...(errors.length > 5 ? [`${errors.length - 5} more`] : [])].join('; ');
}
