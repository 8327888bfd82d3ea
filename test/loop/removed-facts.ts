/**
 * Takes facts out of an overlay that recordings can show:
 *
 * - rules `serverDefault`: defaults, constants, states after creation (fields `state` and `status`), templates (values with a placeholder)
 * - `default` and `x-const` of fields of schemas
 * - templates of error messages in `x-errors`
 * - the `type` of operations, in rules `operation`
 */
import { isMap, isScalar, isSeq, parseDocument, visit, type Node, type YAMLMap } from 'yaml';
import { isObject, type Json, type JsonObject } from '../../generator/lib/json.js';

export type FactKind = 'default' | 'constant' | 'state' | 'template';

export interface RemovedFact {
  readonly id: string;
  readonly kind: FactKind;
  /** Where its effect is: a field of a schema, the operations of a method, the errors about resources with a schema. */
  readonly owner: { readonly schema: string } | { readonly method: string } | { readonly errorsOf: string };
  readonly field: string;
  readonly value: Json;
}

export interface ReducedOverlay {
  readonly text: string;
  readonly facts: readonly RemovedFact[];
}

export function removeFacts(text: string): ReducedOverlay {
  const document = parseDocument(text);
  const facts: RemovedFact[] = [];
  const emptied: (readonly (string | number)[])[] = [];
  const paths: { readonly path: readonly (string | number)[]; readonly fact: RemovedFact }[] = [];
  visit(document, {
    Node: (key, node, ancestors) => {
      if (key === 'key') return;
      const path = getPath(node, ancestors as readonly Node[]);
      const fact = isMap(node) || isScalar(node) ? readFact(path, node.toJSON() as Json) : undefined;
      if (fact !== undefined) paths.push({ path: fact.field === 'operationType' ? [...path, 'type'] : path, fact });
    },
  });
  // From the end, so that the positions of the others stay valid.
  for (const { path, fact } of paths.toReversed()) {
    document.deleteIn(path);
    facts.unshift(fact);
    emptied.push(path.slice(0, -1));
  }
  for (const path of emptied) removeIfEmpty(document, path);
  return { text: document.toString(), facts };
}

function removeIfEmpty(document: ReturnType<typeof parseDocument>, path: readonly (string | number)[]): void {
  const node = document.getIn(path, true);
  const isSource = isMap(node) && path[0] === 'x-errors' && node.items.length === 1 && node.has('source');
  if (isSource || ((isSeq(node) || isMap(node)) && node.items.length === 0 && path.at(-1) !== 'properties')) {
    document.deleteIn(path);
    removeIfEmpty(document, path.slice(0, -1));
  }
}

function getPath(node: unknown, ancestors: readonly unknown[]): readonly (string | number)[] {
  const path: (string | number)[] = [];
  [...ancestors, node].forEach((child, index, all) => {
    const parent = all[index - 1];
    if (isSeq(parent)) path.push(parent.items.indexOf(child));
    else if (isMap(parent)) path.push(String((parent as YAMLMap<Node>).items.find((pair) => pair === child)?.key));
  });
  return path;
}

function readFact(path: readonly (string | number)[], value: Json): RemovedFact | undefined {
  const [section, schema] = path as readonly string[];
  if (section === 'x-errors') return readMessage(path, value);
  const methods = path.lastIndexOf('methods');
  if (section === 'resources' && path.at(-2) === 'x-rules' && methods > 0) return readOperationType(path.slice(0, methods + 2), value);
  if (section !== 'schemas' || schema === undefined) return undefined;
  if (path.length === 4 && path[2] === 'x-rules') return readServerDefault(schema, value);
  const key = path.at(-1);
  if (path.at(-3) !== 'properties' || (key !== 'default' && key !== 'x-const')) return undefined;
  const field = path.filter((_, index) => path[index - 1] === 'properties').join('.');
  return { id: `${schema}.${field} ${key}`, kind: key === 'default' ? 'default' : 'constant', owner: { schema }, field, value };
}

function readServerDefault(schema: string, rule: Json): RemovedFact | undefined {
  if (!isObject(rule) || rule['kind'] !== 'serverDefault') return undefined;
  const { field, value = null, when, on } = rule as JsonObject & { readonly field: string };
  const condition = when === undefined ? '' : ` if ${JSON.stringify(when)}`;
  const id = `${schema}.${field} serverDefault ${shorten(value)}${condition}`;
  const isTemplate = /\{[a-zA-Z]/.test(JSON.stringify(value).replaceAll('{"', ''));
  const isState = /^(?:state|status)$/.test(field);
  const kind = isTemplate ? 'template' : isState ? 'state' : on === undefined ? 'default' : 'constant';
  return { id, kind, owner: { schema }, field, value };
}

function readOperationType(path: readonly (string | number)[], rule: Json): RemovedFact | undefined {
  if (!isObject(rule) || rule['kind'] !== 'operation' || rule['type'] === undefined) return undefined;
  const method = path.filter((name) => name !== 'resources' && name !== 'methods').join('.');
  return { id: `${method} operation type`, kind: 'constant', owner: { method }, field: 'operationType', value: rule['type'] };
}

function readMessage(path: readonly (string | number)[], value: Json): RemovedFact | undefined {
  const [, section, schema, reason] = path as readonly string[];
  if (section !== 'schemas' || reason === undefined || path.length !== 4) return undefined;
  return { id: `${schema} error ${reason}`, kind: 'template', owner: { errorsOf: schema as string }, field: 'error.message', value };
}

function shorten(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
