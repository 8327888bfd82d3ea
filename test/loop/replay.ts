/** Replays tapes against the mocks of one variant of the specifications. */
import type { Effects } from '../../generator/lib/effects.js';
import { type Diagnostic, hasErrors } from '../../generator/lib/diagnostics.js';
import { selectSources } from '../../generator/config/select-sources.js';
import type { Api } from '../../generator/model/model.js';
import { findRecordedApis } from '../../generator/pipeline/find-recorded-apis.js';
import { loadBehaviors } from '../../generator/pipeline/mock-apis.js';
import type { Recording, RecordedScenario } from '../../fidelity/recordings/exchange.js';
import { createMatcher, type Match } from '../../fidelity/recordings/match-exchange.js';
import type { ExchangeResult } from '../../fidelity/verify/exchange-result.js';
import { ReplayClock, sendToMock } from '../../fidelity/verify/mock-session.js';
import { replayScenario } from '../../fidelity/verify/replay-scenario.js';
import type { ApiBehavior } from '../../runtime/behavior.js';
import { createMockServer, type AnyMock, type AnySession } from '../../mock/index.js';
import { apiNames, toOrigin } from './tape.js';

export interface LoadedVariant {
  readonly apis: readonly Api[];
  readonly behaviors: readonly ApiBehavior[];
  readonly warnings: readonly Diagnostic[];
}

/** Loads the APIs of a config. Throws if there are errors. */
export async function loadVariant(config: string, effects: Effects): Promise<LoadedVariant> {
  const sources = selectSources([], { config }, effects);
  const { apis, diagnostics } = findRecordedApis(
    sources,
    apiNames.map((name) => `${toOrigin(name)}/`),
    effects,
  );
  if (hasErrors(diagnostics)) throw new Error(`${config}: ${JSON.stringify(diagnostics.slice(0, 5), undefined, 2)}`);
  const { behaviors } = await loadBehaviors(sources, effects);
  return { apis: apis.map(({ api }) => api), behaviors, warnings: diagnostics };
}

export class VariantReplay {
  readonly match: (request: RecordedScenario['exchanges'][number]['request']) => Match;
  readonly #mocks: ReadonlyMap<string, AnyMock>;
  readonly #clock = new ReplayClock();
  #count = 0;

  constructor({ apis, behaviors }: LoadedVariant) {
    this.match = createMatcher(apis);
    const options = { now: this.#clock.now, warn: () => undefined, journal: 1, history: 1 };
    this.#mocks = new Map(behaviors.map((behavior) => [behavior.name, createMockServer(behavior, options)]));
  }

  async run(recording: Recording, scenario: RecordedScenario): Promise<readonly ExchangeResult[]> {
    this.#clock.reset();
    this.#count += 1;
    const used = new Map<string, AnySession>();
    const { results } = await replayScenario(scenario, {
      recording,
      match: this.match,
      messages: true,
      send: async ({ api }, request, exchange) => {
        this.#clock.advance(exchange);
        const session = (this.#mocks.get(api.name) as AnyMock).session(`scenario-${this.#count}`);
        used.set(api.name, session);
        return sendToMock(session, request);
      },
    });
    for (const session of used.values()) await session.delete();
    return results;
  }
}
