/** Writes what was learned as an overlay in YAML. */
import { Document, type Node, type Pair, type Scalar, visit, YAMLMap } from 'yaml';
import { compareText } from '../../generator/lib/diagnostics.js';
import { escapeLines, escapeUnprintable, hasUnprintable } from '../../generator/lib/unprintable.js';
import type { Json, JsonObject } from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import type { Findings, ListEntry, OverlayPath, Question } from './entry.js';
import { getWilsonBound, Support } from './evidence.js';

const maxWidth = 140;

/** Whether a text can be an overlay that `formatOverlay` returned, whose source is recorded traffic. */
export const isLearnedOverlay = (text: string): boolean => /^x-source:[\s{]*(?:recordings|public: ["']?recorded traffic)\b/m.test(text);

/** Returns the text of an overlay. The same recordings always give the same text. */
export function formatOverlay(
  api: Pick<Api, 'name' | 'version' | 'rootUrl' | 'isPublished'>,
  { rules, keys, questions }: Findings,
): string {
  const document = new Document({});
  const all = new Support();
  for (const { support } of [...rules, ...keys]) all.addAll(support);
  document.set('name', api.name);
  document.set('version', api.version);
  if (api.isPublished && api.rootUrl !== undefined) document.set('rootUrl', api.rootUrl);
  // An overlay without entries has no evidence, but must have a source.
  document.set('x-source', createFlow(document, all.scenarios > 0 ? toSource(all, Infinity) : { public: 'recorded traffic' }));
  for (const { at, id, value, support } of [...keys].sort((left, right) => compareText(left.at.join(' '), right.at.join(' ')))) {
    const node = document.createNode(value) as Node;
    const stated =
      at[0] === 'x-errors' && typeof value === 'object' && value !== null && !Array.isArray(value)
        ? createFlow(document, { ...(value as JsonObject), source: toSource(support) })
        : node;
    document.setIn(at, stated);
    setComment(document, at, formatEvidence(id, support));
  }
  if (document.hasIn(['x-errors']))
    document.setIn(['x-errors', 'source'], createFlow(document, toSource(joinSupport(keys.filter(({ at }) => at[0] === 'x-errors')))));
  for (const [path, entries] of groupByPath(rules)) {
    const nodes = entries.map(({ id, content, support }) => {
      const node = createFlow(document, { ...content, id, source: toSource(support) });
      node.commentBefore = ` ${formatBound(support)}`;
      return node;
    });
    document.setIn(path, document.createNode(nodes));
  }
  document.commentBefore = ` Learned from recorded traffic. Read the page "Learning from recordings" of discogen's documentation before you use it.`;
  return `${escapeLines(formatScalars(document))}${formatQuestions(questions)}`;
}

/** Formats a document. Texts with characters that deceive readers are in double quotes, in which they can be escaped. */
function formatScalars(document: Document): string {
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && hasUnprintable(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: maxWidth });
}

function joinSupport(entries: readonly { readonly support: Support }[]): Support {
  const all = new Support();
  for (const { support } of entries) all.addAll(support);
  return all;
}

/** Entries name some of their recordings, so that they stay readable. The source of the overlay names all. */
const maxRecordings = 4;

const toSource = (support: Support, most = maxRecordings): JsonObject => ({
  recordings: support.recordings.slice(0, most),
  scenarios: support.scenarios,
  against: 0,
});

function createFlow(document: Document, value: JsonObject): Node {
  const node = document.createNode(value) as YAMLMap;
  node.flow = true;
  return node;
}

function groupByPath(rules: Findings['rules']): readonly (readonly [OverlayPath, Findings['rules']])[] {
  const groups = new Map<string, { readonly at: OverlayPath; readonly entries: Findings['rules'][number][] }>();
  for (const rule of rules) {
    const group = groups.get(rule.at.join('\0')) ?? { at: rule.at, entries: [] };
    groups.set(rule.at.join('\0'), group);
    group.entries.push(rule);
  }
  const sorted = [...groups.values()].sort((left, right) => compareText(left.at.join('\0'), right.at.join('\0')));
  return sorted.map(({ at, entries }) => [at, sortRules(entries)] as const);
}

/**
 * A default of an object comes before those of its members, which would create the object. One that repeats another field comes last, when the
 * other field has its own default.
 */
function sortRules(entries: readonly ListEntry[]): readonly ListEntry[] {
  const getField = ({ content }: ListEntry): string => String(content['field'] ?? '');
  const isLast = (entry: ListEntry): boolean =>
    hasFieldPlaceholder(entry) && !entries.some((other) => getField(other).startsWith(`${getField(entry)}.`));
  const countParts = (entry: ListEntry): number => getField(entry).split('.').length;
  return [...entries].sort(
    (left, right) => Number(isLast(left)) - Number(isLast(right)) || countParts(left) - countParts(right) || compareText(left.id, right.id),
  );
}

/** Whether the value of a rule contains the placeholder of a field. */
const hasFieldPlaceholder = ({ content }: ListEntry): boolean =>
  /\{(?!(?:path|parameter|generated)\.|(?:now|projectNumber|resourceName|locationCollection)\})[a-z]\w*(?:\.\w+)*\}/i.test(
    JSON.stringify(content['value'] ?? null),
  );

function setComment(document: Document, path: OverlayPath, comment: string): void {
  const parent = document.getIn(path.slice(0, -1), true);
  if (!(parent instanceof YAMLMap)) return;
  const pair = (parent.items as Pair<Scalar, Node>[]).find(({ key }) => key.value === path.at(-1));
  if (pair !== undefined) pair.key.commentBefore = ` ${escapeUnprintable(comment)}`;
}

const formatEvidence = (id: string, support: Support): string => `${id}: ${formatBound(support)}`;

/** `true in at least 74 % of cases (3 scenarios, none against)`. */
const formatBound = (support: Support): string =>
  `${support.scenarios} scenarios, none against: at least ${Math.floor(getWilsonBound(support.scenarios) * 100)} % (95 % confidence)`;

/** Writes questions as comments. JSON keeps each on one line. */
function formatQuestions(questions: readonly Question[]): string {
  if (questions.length === 0) return '';
  const lines = [...questions]
    .sort((left, right) => compareText(left.id, right.id))
    .map(
      ({ id, value, reason, scenarios }) =>
        `#   ${escapeUnprintable(JSON.stringify(id))}: ${shorten(value)} (${scenarios} ${scenarios === 1 ? 'scenario' : 'scenarios'}; ${escapeUnprintable(reason)})`,
    );
  return `\n# Questions: what recordings suggest, but don't show.\n${lines.join('\n')}\n`;
}

const shorten = (value: Json): string => {
  const text = JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};
