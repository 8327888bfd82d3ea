/** Formats `docs/mock-support.md`: how the mock supports each method, and which parameters it ignores. */
import type { Api, Method } from '../model/model.js';
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
  const ignoring = api.methods.filter(({ ignored }) => ignored.length > 0).length;
  const levels = [
    [count('implemented'), 'as specified'],
    [count('convention'), 'by convention'],
  ] as const;
  const implemented = levels.filter(([number]) => number > 0);
  const ways = implemented.map(([number, how]) => (implemented.length === 1 ? how : `${number} ${how}`)).join(' and ');
  const unimplemented = count('notImplemented');
  const total = api.methods.length;
  return [
    `The mock implements ${total - unimplemented} of ${total} methods${ways === '' ? '' : `${implemented.length === 1 ? ' ' : ': '}${ways}`}.`,
    ...(unimplemented === 0 ? [] : [`It responds with 501 to ${unimplemented}.`]),
    ...(ignoring === 0 ? [] : [`It ignores some parameters of ${ignoring} methods and reports each use of them.`]),
  ].join(' ');
}

export function formatSupportPage(api: Api): string {
  const { title, version } = api;
  const methods = api.methods.map((method) => ({
    name: formatMethodName(method),
    level: levelTexts[method.support],
    ignored: method.ignored,
  }));
  const texts = new Set(api.methods.flatMap(({ supportNote }) => supportNote ?? []));
  const notes = [...texts].map((text) => ({
    names: api.methods.filter(({ supportNote }) => supportNote === text).map(formatMethodName),
    text,
  }));
  const validateOnly = [...new Set(api.methods.flatMap((method) => method.validateOnly))].sort();
  return fillTemplate('mock-support.hbs', { title, version, summary: summarizeSupport(api), methods, notes, validateOnly });
}
