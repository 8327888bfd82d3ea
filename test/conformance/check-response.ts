/** Validates recorded exchanges with the generated validators. */
import { expect } from 'vitest';
import type { MethodBehavior } from '../../runtime/behavior.js';
import { matchPath } from '../../runtime/paths/match.js';
import { parseParameter } from '../../mock/catalog/read-parameters.js';
import type { Exchange, GeneratedPackage, World } from './world.js';

interface Validator {
  (value: unknown): boolean;
  errors?: unknown;
}

/** `dns.managedZones.get` -> `validateManagedZonesGet` */
export function validatorName(methodId: string, kind: 'Request' | 'Response'): string {
  const words = methodId.split('.').slice(1);
  return `validate${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}${kind}`;
}

export function findValidator(api: GeneratedPackage<unknown>, methodId: string, kind: 'Request' | 'Response'): Validator {
  const name = validatorName(methodId, kind);
  const validator = api.validators[name];
  expect(validator, `${api.name} has no validator ${name}`).toBeTypeOf('function');
  return validator as Validator;
}

/** Expects valid requests and all successful responses to pass. */
export function validateExchanges<Client>(api: GeneratedPackage<Client>, world: World<Client>): void {
  for (const exchange of world.exchanges) {
    const behavior = api.behavior.methods.find(({ method }) => method.id === world.findMethodId(exchange));
    // Operations have their own address, which is not an API method.
    if (!behavior) continue;
    validateRequest(api, behavior, exchange);
    if (exchange.status === 200) validateResponse(api, behavior, exchange);
  }
}

function validateRequest<Client>(api: GeneratedPackage<Client>, behavior: MethodBehavior, exchange: Exchange): void {
  if (exchange.expectation === 'invalid') return;
  const validate = findValidator(api, behavior.method.id, 'Request');
  const message = buildMessage(behavior, exchange);
  expect({ message, valid: validate(message), errors: validate.errors ?? null }, `request of ${behavior.method.id}`).toMatchObject({
    valid: true,
  });
}

function validateResponse<Client>(api: GeneratedPackage<Client>, behavior: MethodBehavior, { responseBody }: Exchange): void {
  const validate = findValidator(api, behavior.method.id, 'Response');
  const body: unknown = JSON.parse(responseBody);
  expect({ body, valid: validate(body), errors: validate.errors ?? null }, `response of ${behavior.method.id}`).toMatchObject({
    valid: true,
  });
}

/** Builds the input of a request validator: typed parameters and the body. */
export function buildMessage({ method }: MethodBehavior, { url, requestBody }: Exchange): Record<string, unknown> {
  const path = matchPath(method.path, url.pathname);
  expect(path, `${url.pathname} fits ${method.path}`).toBeDefined();
  const message: Record<string, unknown> = { ...path };
  for (const name of new Set(url.searchParams.keys())) {
    const descriptor = method.parameters?.[name];
    const values = url.searchParams.getAll(name).map((text) => parseParameter(text, descriptor) ?? text);
    message[name] = descriptor?.repeated ? values : values[0];
  }
  if (requestBody !== undefined) message['requestBody'] = JSON.parse(requestBody);
  return message;
}
