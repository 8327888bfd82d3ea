/** Finds the values in JSON that other values identify as secrets: columns of tables, lists of headers, and arguments of commands. */
import { findCommandSecrets } from './commands.js';
import type { JsonMember, JsonNode } from './json-nodes.js';
import { isSecretField, isSecretHeader } from './secret-names.js';
import type { FoundSecret } from './secrets.js';

/** The places of secrets in the values of scalars. An empty list: the whole value is a secret. */
export type NodeSecrets = ReadonlyMap<JsonNode, readonly FoundSecret[]>;

export const noSecrets: NodeSecrets = new Map();
const whole: readonly FoundSecret[] = [];

/** Whether a text is the name of a field or of a header with a secret. */
export const isSecretName = (name: string | undefined): boolean => name !== undefined && (isSecretField(name) || isHeaderOfSecret(name));
const isHeaderOfSecret = (name: string): boolean => /^(?:authorization|cookie|set-cookie)$|-/i.test(name) && isSecretHeader(name);

const headerName = /^[A-Za-z][A-Za-z\d-]{1,60}$/;
/** A text that is the name of a header rather than a secret. */
const otherHeader = /^(?:[A-Z][a-z]*-)*[A-Z][a-z]+$|^[a-z]+(?:-[a-z]+)+$|^\*$/;

/** Returns the items that follow the name of a secret: `["token", "x"]`, `["Accept", "*", "Authorization", "Bearer x"]`. */
export function findNamedItems(items: readonly JsonNode[]): NodeSecrets {
  const [first, second] = items;
  if (first?.kind !== 'string' || items.length % 2 === 1) return noSecrets;
  const found = new Map<JsonNode, readonly FoundSecret[]>();
  if (items.length === 2 && second !== undefined && isNameScalar(first) && !isNameScalar(second)) found.set(second, whole);
  if (!items.every((item, index) => item.kind === 'string' && (index % 2 === 1 || headerName.test(item.value)))) return found;
  for (let index = 1; index < items.length; index += 2) {
    const [name, value] = [items[index - 1], items[index]];
    if (name?.kind !== 'string' || value?.kind !== 'string' || !isHeaderOfSecret(name.value)) continue;
    // A list of names only, such as those that a bucket allows.
    if (otherHeader.test(value.value)) found.delete(value);
    else found.set(value, whole);
  }
  return found;
}

const isNameScalar = (node: JsonNode): boolean => node.kind === 'string' && /^[\w.-]{2,80}$/.test(node.value) && isSecretName(node.value);

const maxArguments = 1000;

/** Returns the secrets among the arguments of a command: `["mysql", "-px"]`. `before`: the command, if it is in another list. */
export function findArguments(items: readonly JsonNode[], before = ''): NodeSecrets {
  if (items.length === 0 || items.length > maxArguments || items.some(({ kind }) => kind !== 'string')) return noSecrets;
  const values = items.map((item) => (item.kind === 'string' ? item.value : ''));
  const text = before + values.join(' ');
  const found = new Map<JsonNode, readonly FoundSecret[]>();
  let at = before.length;
  const ranges = [...findCommandSecrets(text)].toSorted(([one], [other]) => one - other);
  for (const [index, item] of ranges.length === 0 ? [] : items.entries()) {
    const length = values[index]?.length ?? 0;
    const own = ranges.flatMap(([start, end]): FoundSecret[] =>
      start < at + length && end > at ? [[Math.max(0, start - at), Math.min(length, end - at)]] : [],
    );
    if (own.length > 0) found.set(item, own);
    at += length + 1;
  }
  return found;
}

const commandKey = /^(?:command|entrypoint|cmd)$/i;
const argumentsKey = /^arg(?:ument)?s$/i;
const columnsKey = /^(?:columns?(?:_?names)?|fields|headers?|keys|names|schema|attributes)$/i;
const rowsKey = /^(?:rows?|values?|data|records?|cells|items|results?|tuples)$/i;

/** Returns the secrets in members that another member describes: the rows of columns, and the arguments of a command. */
export function findDescribedMembers(members: readonly JsonMember[]): NodeSecrets {
  const found = new Map<JsonNode, readonly FoundSecret[]>();
  for (const { key, value } of members) {
    if (columnsKey.test(key.value)) {
      const secrets = listColumns(value);
      if (secrets?.includes(true) !== true) continue;
      for (const other of members)
        if (other.value.kind === 'array' && rowsKey.test(other.key.value)) {
          addCells(other.value, secrets, found);
          for (const row of other.value.items) addCells(row, secrets, found);
        }
    } else if (commandKey.test(key.value) && value.kind === 'array') {
      const command = value.items.map((item) => (item.kind === 'string' ? `${item.value} ` : '')).join('');
      for (const other of members)
        if (other.value.kind === 'array' && argumentsKey.test(other.key.value))
          for (const [item, ranges] of findArguments(other.value.items, command)) found.set(item, ranges);
    }
  }
  return found;
}

/** Returns the secrets in the rows of a list whose first row has the names of its columns. */
export function findRows([head, ...rows]: readonly JsonNode[]): NodeSecrets {
  if (head?.kind !== 'array' || rows.length === 0) return noSecrets;
  const isNames =
    head.items.length > 1 && head.items.every((item) => item.kind === 'string' && /^[A-Za-z][A-Za-z _.-]{0,40}$/.test(item.value));
  const secrets = isNames ? listColumns(head) : undefined;
  if (secrets?.includes(true) !== true) return noSecrets;
  const found = new Map<JsonNode, readonly FoundSecret[]>();
  for (const row of rows) addCells(row, secrets, found);
  return found;
}

/** Returns which columns have secrets. A column is a name, or an object with its name. */
function listColumns(node: JsonNode): readonly boolean[] | undefined {
  if (node.kind === 'object') {
    const inner = node.members.find(({ key, value }) => columnsKey.test(key.value) && value.kind === 'array');
    return inner === undefined ? undefined : listColumns(inner.value);
  }
  if (node.kind !== 'array') return undefined;
  return node.items.map((item) => {
    const name =
      item.kind === 'object' ? item.members.find(({ key }) => /^(?:name|label|id|key|field|title)$/i.test(key.value))?.value : item;
    return name?.kind === 'string' && isSecretField(name.value);
  });
}

/** Adds the cells of a row in secret columns. A row is a list, or an object with a list. A cell is a value, or an object with a value. */
function addCells(row: JsonNode, secrets: readonly boolean[], found: Map<JsonNode, readonly FoundSecret[]>): void {
  if (row.kind === 'object') {
    for (const { value } of row.members) if (value.kind === 'array') addCells(value, secrets, found);
    return;
  }
  if (row.kind !== 'array' || row.items.length !== secrets.length) return;
  for (const [column, cell] of row.items.entries()) {
    if (secrets[column] !== true) continue;
    if (cell.kind !== 'object') found.set(cell, whole);
    else for (const { value } of cell.members) found.set(value, whole);
  }
}

/** Whether a member refers to a secret by its name: `{ secret: my-secret, version: latest }`, and lists of such objects. */
export function isReference(name: string, { has, value }: { readonly has: (name: string) => boolean; readonly value: JsonNode }): boolean {
  if (!/secrets?$/i.test(name)) return false;
  if (value.kind === 'string') return has('version') || has('items') || has('mountPath');
  if (value.kind === 'array') return value.items.every((item) => item.kind === 'object' && describesReference(item.members));
  return value.kind === 'object' && describesReference(value.members);
}

const describesReference = (members: readonly JsonMember[]): boolean =>
  members.length === 0 || members.some(({ key }) => referenceKeys.has(key.value));
const referenceKeys: ReadonlySet<string> = new Set([
  'name',
  'secret',
  'secretName',
  'secretId',
  'version',
  'versionName',
  'items',
  'replication',
  'key',
  'kmsKeyName',
  'projectId',
  'createTime',
]);
