/** Names that would leave a folder, deceive a reader or break a line. */
import type { LintContext } from '../lint-context.js';
import { getText } from '../lint-context.js';
import { isObject, type Json, type Pointer } from '../../read/specification.js';
import { getChildRole, type ElementRole } from '../../read/element-roles.js';

const deviceNames = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const invisible = /[\u200b-\u200d\u2060\ufeff]/;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const longest = 500;
const wellFormed = /^[A-Za-z0-9._-]+$/;

const kinds: Readonly<Record<string, string>> = {
  schemas: 'schema name',
  properties: 'field name',
  parameters: 'parameter name',
  methods: 'method name',
  resources: 'collection name',
  scopes: 'scope',
  'x-variables': 'variable name',
  'x-documents': 'document id',
};

export function checkNames(context: LintContext): void {
  for (const key of ['name', 'version'] as const) {
    const name = getText(context.root, key);
    const problem = name === undefined || !wellFormed.test(name) ? undefined : folderProblem(name);
    if (name !== undefined && problem !== undefined) context.report('unsafe-name', { what: key, name, problem }, [key]);
  }
  visit(context, { value: context.root, pointer: [], role: 'element', kind: '' });
}

/** Form is a matter of the schema; this is what looks right and is not. */
function folderProblem(name: string): string | undefined {
  if (/^\.+$/.test(name)) return 'means another folder';
  if (deviceNames.test(name)) return 'is the name of a device';
  if (name.startsWith('.') || name.endsWith('.')) return 'begins or ends with a dot';
  return name.length > 100 ? 'is longer than 100 characters' : undefined;
}

interface Place {
  readonly value: Json;
  readonly pointer: Pointer;
  readonly role: ElementRole;
  readonly kind: string;
}

function visit(context: LintContext, { value, pointer, role, kind }: Place): void {
  if (!isObject(value) || role === 'plain') return;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...pointer, key];
    const problem = role === 'container' ? nameProblem(key) : undefined;
    if (problem !== undefined) context.report('unsafe-name', { what: kind, name: key, problem }, { at, part: 'key' });
    visit(context, { value: inner, pointer: at, role: getChildRole(role, key), kind: role === 'element' ? (kinds[key] ?? 'name') : kind });
  }
}

function nameProblem(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (control.test(name)) return 'holds a control character';
  if (direction.test(name)) return 'holds a character that changes the direction of text';
  if (invisible.test(name)) return 'holds an invisible character';
  if (loneSurrogate.test(name)) return 'holds half of a character';
  return name.length > longest ? `is longer than ${longest} characters` : undefined;
}
