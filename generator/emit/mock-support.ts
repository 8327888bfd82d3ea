/** `docs/mock-support.md`: what the mock of a package does of each method, and what it ignores. */
import type { Api } from '../model/model.js';
import { getMethodSupport, type MethodSupport } from './mock-data.js';
import type { EmittedFile, Emitter } from './emitter.js';
import { formatInlineCode, escapeMarkdown } from './markdown.js';
import { formatMethodName } from './provenance.js';
import { fillTemplate } from './templates.js';

const levelTexts: Readonly<Record<MethodSupport['level'], string>> = {
  implemented: 'implemented',
  convention: 'by convention',
  notImplemented: '501',
};

/** Where the page stands in a package. */
export const mockSupportPage = 'docs/mock-support.md';

/** One sentence with the number of methods at each level, and of those that ignore something. */
export function summarizeSupport(api: Api): string {
  const found = api.methods.map((method) => getMethodSupport(method, api));
  const count = (level: MethodSupport['level']): number => found.filter((each) => each.level === level).length;
  const ignoring = found.filter(({ ignored }) => ignored.length > 0).length;
  const levels = [
    [count('implemented'), 'as the specification states'],
    [count('convention'), 'by convention, from their shape'],
  ] as const;
  const done = levels.flatMap(([number, how]) => (number === 0 ? [] : [`${number} ${how}`]));
  const missing = count('notImplemented');
  return [
    `Of ${api.methods.length} methods the mock implements ${done.join(' and ') || 'none'}${missing === 0 ? '' : `; it responds with 501 to ${missing}`}.`,
    ...(ignoring === 0 ? [] : [`In ${ignoring} methods it ignores some parameters and reports each use of them.`]),
  ].join(' ');
}

function supportText(api: Api): string {
  return fillTemplate('mock-support.hbs', {
    title: escapeMarkdown(api.title),
    version: escapeMarkdown(api.version),
    summary: summarizeSupport(api),
    methods: api.methods.map((method) => {
      const { level, ignored } = getMethodSupport(method, api);
      return {
        name: formatInlineCode(formatMethodName(method)),
        level: levelTexts[level],
        ignored: ignored.map(formatInlineCode).join(', '),
      };
    }),
  });
}

export const mockSupport: Emitter = {
  name: 'mock-support',
  part: 'docs',
  emit: (api, { parts }): readonly EmittedFile[] =>
    parts.has('mock') ? [{ path: mockSupportPage, text: supportText(api), format: 'prettier' }] : [],
};
