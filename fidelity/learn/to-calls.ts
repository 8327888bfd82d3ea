/** Converts recordings to the calls of APIs. */
import type { Api } from '../../generator/model/model.js';
import type { Exchange, Recording, RecordedScenario } from '../recordings/exchange.js';
import type { Match } from '../recordings/match-exchange.js';
import type { ExchangeResult } from '../verify/exchange-result.js';
import type { ObservedCall, CallScenario } from './calls.js';
import { resolvePlaceholders } from './resolve-placeholders.js';
import { getSignature } from './signature.js';

/** Returns the calls of a scenario by API. `results` are in the order of the exchanges. */
export function toCalls(
  {
    recording,
    scenario,
    results,
  }: { readonly recording: Recording; readonly scenario: RecordedScenario; readonly results: readonly ExchangeResult[] },
  match: (request: Exchange['request']) => Match,
): ReadonlyMap<Api, CallScenario> {
  const calls = new Map<Api, ObservedCall[]>();
  scenario.exchanges.forEach((exchange, index) => {
    const { request, response } = exchange;
    const found = match(request);
    if (found.kind !== 'match' || response === undefined || response.isBodyUnknown || found.media !== undefined) return;
    const result = results[index];
    const own = calls.get(found.api) ?? [];
    calls.set(found.api, own);
    own.push({
      method: found.method,
      path: /^https?:\/\/[^/]*\/([^?]*)/.exec(request.url)?.[1] ?? '',
      query: Object.fromEntries([...found.queryParameters].map(([name, [value = '']]) => [name, value])),
      ...(request.body?.kind === 'json' && { request: request.body.value }),
      status: response.status,
      ...(response.body?.kind === 'json' && { response: response.body.value }),
      ...(result?.kind === 'compared' && { differences: result.differences, assumed: result.values.assumed, actual: result.actual }),
    });
  });
  const common = {
    digest: recording.digest,
    name: `${recording.digest} ${scenario.name}`,
    isNormalized: recording.isNormalized,
    signature: getSignature(scenario, match),
  };
  return new Map([...calls].map(([api, own]) => [api, { ...common, calls: recording.isNormalized ? resolvePlaceholders(api, own) : own }]));
}
