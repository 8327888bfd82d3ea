/** Counts the changes of the engine that the proxy of Prism reports. */
import { prismVersion, PrismProxy } from './prism.js';
import { formatResponses, type SentExchange } from './sent-exchange.js';

/** The responses that a change of the engine affects. */
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

/** The maximum number of responses of a change that are validated. */
const maxValidated = 400;

export interface FoundByPrism<Change = unknown> {
  readonly version: string;
  readonly found: ReadonlySet<Change>;
}

/** Returns the changes for which Prism reports a violation that it doesn't report for the same request to the intact mock. */
export async function findWithPrism<Change>(
  changes: ReadonlyMap<Change, readonly ChangedExchange[]>,
): Promise<FoundByPrism<Change> | undefined> {
  if (prismVersion === undefined) return undefined;
  const found = new Set<Change>();
  for (const [start, name] of Object.entries(packages)) {
    const proxy = await PrismProxy.start(name);
    try {
      for (const [change, exchanges] of changes) {
        const own = exchanges.slice(0, maxValidated).filter(({ changed }) => changed.path.startsWith(start));
        if (!found.has(change) && (await hasNewViolation(proxy, own))) found.add(change);
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
