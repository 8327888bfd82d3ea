/** Formats `docs/mock-support.md`: how the mock supports each method, and which parameters it ignores. */
import type { Api, Method } from '../model/model.js';
import { formatCount } from '../lib/format-count.js';
import { formatMethodName } from './provenance-page.js';
import { fillTemplate } from './templates.js';

const levelTexts: Readonly<Record<Method['support'], string>> = {
  implemented: 'implemented',
  convention: 'by convention',
  notImplemented: '501',
};

/** Summarizes the number of methods at each support level, and of methods with ignored parameters. */
export function summarizeSupport(api: Api): string {
  const count = (support: Method['support']): number => api.methods.filter((method) => method.support === support).length;
  const rejecting = api.methods.filter(({ selectors }) => Object.keys(selectors).length > 0).length;
  const ignoring = api.methods.filter(({ ignored, selectors }) => ignored.length > Object.keys(selectors).length).length;
  const levels = [
    [count('implemented'), 'as specified'],
    [count('convention'), 'by convention'],
  ] as const;
  const implemented = levels.filter(([number]) => number > 0);
  const ways = implemented.map(([number, how]) => (implemented.length === 1 ? how : `${number} ${how}`)).join(' and ');
  const unimplemented = count('notImplemented');
  const total = api.methods.length;
  return [
    `The mock implements ${total - unimplemented} of ${formatCount(total, 'method')}${ways === '' ? '' : `${implemented.length === 1 ? ' ' : ': '}${ways}`}.`,
    ...(unimplemented === 0 ? [] : [`It responds with 501 to ${unimplemented}.`]),
    ...(rejecting === 0
      ? []
      : [
          `It responds with 501 to some parameters of ${formatCount(rejecting, 'method')}, which select what the response contains or the request changes.`,
        ]),
    ...(ignoring === 0 ? [] : [`It ignores some parameters of ${formatCount(ignoring, 'method')} and reports each use of them.`]),
  ].join(' ');
}

export function formatSupportPage(api: Api): string {
  const { title, version } = api;
  const methods = api.methods.map((method) => ({
    name: formatMethodName(method),
    level: levelTexts[method.support],
    ignored: method.ignored.filter((name) => !Object.hasOwn(method.selectors, name)),
    rejected: Object.keys(method.selectors),
    comparison: describeComparison(api, method),
  }));
  const texts = new Set(api.methods.flatMap(({ supportNote }) => supportNote ?? []));
  const notes = [...texts].map((text) => ({
    names: api.methods.filter(({ supportNote }) => supportNote === text).map(formatMethodName),
    text,
  }));
  const validateOnly = [...new Set(api.methods.flatMap((method) => method.validateOnly))].sort();
  const { evidence } = api;
  const hasIgnored = methods.some(({ ignored }) => ignored.length > 0);
  const hasRejected = methods.some(({ rejected }) => rejected.length > 0);
  const summary = summarizeSupport(api);
  const comparison = evidence && { isOutdated: evidence.isOutdated ?? false };
  return fillTemplate('mock-support.hbs', { title, version, summary, methods, hasIgnored, hasRejected, notes, validateOnly, comparison });
}

interface EvidenceSummary {
  readonly summary: string;
  /** The fields that differ. */
  readonly fields: readonly string[];
}

/** Describes what comparing a method with recordings showed. Returns `undefined` if the API has no evidence. */
function describeComparison({ evidence }: Api, { id }: Method): EvidenceSummary | undefined {
  if (evidence === undefined) return undefined;
  const known = Object.hasOwn(evidence.methods, id) ? evidence.methods[id] : undefined;
  if (known === undefined) return { summary: 'never compared', fields: [] };
  const { scenarios, differs, outcomes } = known;
  const compared = `compared with ${formatCount(scenarios, 'recorded scenario')}`;
  return { summary: [compared, ...outcomes.map((outcome) => outcomeTexts[outcome] ?? outcome)].join('; '), fields: differs };
}

const outcomeTexts: Readonly<Record<string, string>> = {
  rejected: 'rejects requests that the service accepted',
  accepted: 'accepts requests that the service rejected',
  notImplemented: 'responds with 501',
};
