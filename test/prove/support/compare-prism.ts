/** Finds the mutations for which the proxy of Prism reports a violation. */
import { prismVersion, PrismProxy } from './prism.js';
import { formatResponses, type SentExchange } from './sent-exchange.js';

/** A request whose response a mutation changes. */
export interface ChangedExchange {
  readonly intact: SentExchange | undefined;
  readonly changed: SentExchange;
}

/** Pairs the exchanges of the same requests, and returns those whose responses differ. */
export function listChanged(intact: readonly SentExchange[], changed: readonly SentExchange[]): readonly ChangedExchange[] {
  const [before, after] = [formatResponses(intact), formatResponses(changed)];
  return changed.map((exchange, at) => ({ intact: intact[at], changed: exchange })).filter((_, at) => before[at] !== after[at]);
}

/** The generated packages by the beginning of the paths of their methods. */
const packages: Readonly<Record<string, string>> = {
  '/compute/v1/': 'compute-v1',
  '/dns/v1/': 'dns-v1',
  '/v1beta1/': 'errorreporting-v1beta1',
  '/v1beta/': 'osconfig-v1beta',
};

/** The maximum number of responses that are validated for a mutation. */
const maxValidated = 400;

export interface FoundByPrism<Mutation = unknown> {
  readonly version: string;
  readonly found: ReadonlySet<Mutation>;
}

/** Returns the mutations for which Prism reports a violation that it doesn't report for the same request to the intact mock. */
export async function findWithPrism<Mutation>(
  mutations: ReadonlyMap<Mutation, readonly ChangedExchange[]>,
): Promise<FoundByPrism<Mutation> | undefined> {
  if (prismVersion === undefined) return undefined;
  const found = new Set<Mutation>();
  for (const [start, name] of Object.entries(packages)) {
    const proxy = await PrismProxy.start(name);
    try {
      for (const [mutation, exchanges] of mutations) {
        const own = exchanges.slice(0, maxValidated).filter(({ changed }) => changed.path.startsWith(start));
        if (!found.has(mutation) && (await hasNewViolation(proxy, own))) found.add(mutation);
      }
    } finally {
      proxy.stop();
    }
  }
  return { version: prismVersion, found };
}

async function hasNewViolation(proxy: PrismProxy, exchanges: readonly ChangedExchange[]): Promise<boolean> {
  for (const { intact, changed } of exchanges) {
    const known = intact === undefined ? new Set<string>() : await proxy.listViolations(intact);
    for (const violation of await proxy.listViolations(changed)) if (!known.has(violation)) return true;
  }
  return false;
}
