/** Hides the secrets of recordings in what reports show of them. */
import { getAt, type Json } from '../../generator/lib/json.js';
import { hideSecrets, hideSecretsInUrl, hideSecretsInValue } from '../recordings/redact/hidden-values.js';
import type { RecordedBody } from '../recordings/exchange.js';
import type { Difference } from './difference.js';
import type { ActualResponse, ComparedExchange } from './exchange-result.js';

/** Returns a difference without secrets. `result`: the exchange that shows it, whose other fields can identify a secret. */
export function hideSecretsInDifference(difference: Difference, result: ComparedExchange): Difference {
  const { pointer, field, message, kind } = difference;
  const key = String(pointer?.findLast((segment) => typeof segment === 'string') ?? field.replace(/^.*[.]|\[\]/g, ''));
  const body = kind === 'extra' ? result.actual.body : result.exchange.response?.body;
  const hide = (value: Json | undefined): { readonly value: Json | undefined; readonly isHidden: boolean } => {
    if (value === undefined) return { value, isHidden: false };
    const isOwn = pointer !== undefined && pointer.length > 0 && body?.kind === 'json';
    const shown = (isOwn ? getAt(hideSecretsInValue(body.value), pointer) : undefined) ?? hideSecretsInValue(value, key);
    return { value: shown, isHidden: JSON.stringify(shown) !== JSON.stringify(value) };
  };
  const [one, other] = kind === 'extra' ? [difference.actual, difference.expected] : [difference.expected, difference.actual];
  const main = hide(one);
  const opposite =
    other === undefined ? undefined : main.isHidden && typeof other !== 'object' ? '[hidden]' : hideSecretsInValue(other, key);
  const [expected, actual] = kind === 'extra' ? [opposite, main.value] : [main.value, opposite];
  return {
    ...difference,
    field: hideSecrets(field),
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    ...(message !== undefined && { message: hideSecrets(message) }),
  };
}

/** Returns an exchange without secrets in its URL and in the bodies of its responses. */
export function hideSecretsInExchange(result: ComparedExchange): ComparedExchange {
  const { exchange, actual } = result;
  const { request, response } = exchange;
  return {
    ...result,
    exchange: {
      ...exchange,
      request: { ...request, url: hideSecretsInUrl(request.url) },
      ...(response && { response: { ...response, ...hideBody(response) } }),
    },
    actual: { ...actual, ...hideBody(actual) },
    differences: result.differences.map((difference) => hideSecretsInDifference(difference, result)),
  };
}

function hideBody<Body extends RecordedBody | NonNullable<ActualResponse['body']>>({
  body,
}: {
  readonly body?: Body;
}): { readonly body?: Body } {
  if (body === undefined || body.kind === 'bytes') return body === undefined ? {} : { body };
  if (body.kind === 'text') return { body: { ...body, text: hideSecrets(body.text) } };
  const value = hideSecretsInValue(body.value);
  return { body: { ...body, value, ...('text' in body && { text: JSON.stringify(value) }) } };
}
