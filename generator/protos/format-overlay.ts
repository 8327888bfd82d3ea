/** Writes facts of protobuf definitions as an overlay. */
import { Document, Pair, Scalar, visit, YAMLMap } from 'yaml';
import { compareText } from '../lib/diagnostics.js';
import type { Json, JsonObject } from '../lib/json.js';
import { escapeLines, hasUnprintable } from '../lib/unprintable.js';
import type { Api } from '../model/model.js';
import type { ProtoFact } from './collect-facts.js';
import type { Disagreement } from './find-disagreements.js';

const maxWidth = 140;
/** The keys with a list, to which an overlay adds entries. */
const listKeys: ReadonlySet<string> = new Set(['x-rules']);

export interface OverlayContent {
  readonly facts: readonly ProtoFact[];
  readonly disagreements: readonly Disagreement[];
  /** Where the definitions are from: `@google-cloud/kms 5.7.0`, `googleapis/googleapis@f8291d2b89f0`. */
  readonly origin: string;
  /** Each schema and method on one line, without comments. The fields of a schema have the source of their message. */
  readonly compact: boolean;
}

/** Whether a text can be an overlay that `formatOverlay` returned. */
export const isProtoOverlay = (text: string): boolean => /^x-source:[\s{]*protos\b/m.test(text);

/** Returns the text of an overlay. The same definitions always give the same text. */
export function formatOverlay(
  api: Pick<Api, 'name' | 'version' | 'rootUrl' | 'isPublished'>,
  { facts, disagreements, origin, compact }: OverlayContent,
): string {
  const root: Record<string, Json> = { name: api.name, version: api.version };
  if (api.isPublished && api.rootUrl !== undefined) root['rootUrl'] = api.rootUrl;
  root['x-source'] = { protos: origin };
  const document = new Document(root);
  const sorted = [...facts].sort((a, b) => compareText(a.at.join('\0'), b.at.join('\0')) || compareText(a.key, b.key));
  for (const { at, key, value, source: own, owner } of sorted) {
    const isShared = compact && owner !== undefined && at[0] === 'schemas';
    const source = isShared ? owner : own;
    const sourceAt = isShared ? at.slice(0, 2) : at;
    if (listKeys.has(key)) {
      const entry = { ...(value as JsonObject), source: { protos: source } };
      if (document.hasIn([...at, key])) document.addIn([...at, key], document.createNode(entry));
      else document.setIn([...at, key], document.createNode([entry]));
      continue;
    }
    if (!document.hasIn([...sourceAt, 'x-source'])) document.setIn([...sourceAt, 'x-source'], document.createNode({ protos: source }));
    document.setIn([...at, key], document.createNode(value));
  }
  visit(document, {
    Pair: (_, { key, value }, path) => {
      if (compact && value instanceof YAMLMap && isWhole(key, path)) value.flow = true;
    },
    Map: (_, node) => {
      if (isLeaf(node)) node.flow = true;
    },
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && hasUnprintable(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  if (compact) return `${compactHeader}${escapeLines(document.toString({ lineWidth: 0, indent: 1, flowCollectionPadding: false }))}`;
  document.commentBefore = ` What protobuf definitions state and the document doesn't. Read the page "Learning from protobuf definitions" of discogen's documentation before you use it.`;
  return `${escapeLines(document.toString({ lineWidth: maxWidth }))}${formatDisagreements(disagreements)}`;
}

const compactHeader = `# yaml-language-server: $schema=../../../generator/check/overlay.schema.json

# What the protobuf definitions of the API state, and its document and the other overlay don't.

`;

/** Keys that were added later aren't nodes. */
const readKey = (key: unknown): unknown => (key instanceof Scalar ? key.value : key);

/** Whether a value is a schema, or the methods of a collection have it. */
function isWhole(key: unknown, path: readonly unknown[]): boolean {
  const owner = path.at(-2);
  const container = owner instanceof Pair ? readKey(owner.key) : undefined;
  return readKey(key) !== 'x-source' && (container === 'schemas' || container === 'methods');
}

/** Whether a mapping is an element with keys of its own, and no parts with theirs. */
function isLeaf(map: YAMLMap): boolean {
  const keys = map.items.map(({ key }) => readKey(key));
  const containers = ['properties', 'parameters', 'methods', 'resources', 'schemas', 'items', 'additionalProperties', 'x-rules'];
  return (
    keys.some((key) => key === 'x-source' || key === 'protos' || key === 'kind') &&
    !keys.some((key) => containers.includes(String(key)) || key === 'name')
  );
}

function formatDisagreements(disagreements: readonly Disagreement[]): string {
  if (disagreements.length === 0) return '';
  const lines = disagreements.map(
    ({ at, document, protos, source }) => `#   ${at}: the document states ${document}, and ${source} states ${protos}`,
  );
  return `\n# Disagreements: the document applies.\n${escapeLines(lines.join('\n'))}\n`;
}
