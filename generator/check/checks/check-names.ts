/** Checks for names that would escape a folder, deceive a reader, or break a line. */
import type { LintContext } from '../lint-context.js';
import { getText } from '../../lib/json.js';
import { containerNouns, visitParts } from '../../language/element-roles.js';

const deviceNames = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;
const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const directionCharacter = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const invisibleCharacter = /[\u200b-\u200d\u2060\ufeff]/;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const maxLength = 500;
const validName = /^[A-Za-z0-9._-]+$/;

/** Labels of names that aren't called names. */
const idLabels: Readonly<Record<string, string>> = { scopes: 'scope', 'x-documents': 'document id' };

export function checkNames(context: LintContext): void {
  for (const key of ['name', 'version'] as const) {
    const name = getText(context.root, key);
    const problem = name === undefined || !validName.test(name) ? undefined : findFolderProblem(name);
    if (name !== undefined && problem !== undefined) context.report('unsafe-name', { what: key, name, problem }, [key]);
  }
  visitParts(context.root, ({ key, pointer, role, owner }) => {
    const problem = role === 'container' ? findNameProblem(String(key)) : undefined;
    if (problem !== undefined)
      context.report(
        'unsafe-name',
        { what: idLabels[owner] ?? `${containerNouns[owner]} name`, name: String(key), problem },
        { at: pointer, part: 'key' },
      );
    return role !== 'plain';
  });
}

/** Finds problems that the pattern of the schema doesn't exclude. */
function findFolderProblem(name: string): string | undefined {
  if (/^\.+$/.test(name)) return 'refers to another folder';
  if (deviceNames.test(name)) return 'is a reserved device name';
  if (name.startsWith('.') || name.endsWith('.')) return 'begins or ends with a dot';
  return name.length > 100 ? 'is longer than 100 characters' : undefined;
}

function findNameProblem(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (controlCharacter.test(name)) return 'has a control character';
  if (directionCharacter.test(name)) return 'has a character that changes the text direction';
  if (invisibleCharacter.test(name)) return 'has an invisible character';
  if (loneSurrogate.test(name)) return 'has a lone surrogate';
  return name.length > maxLength ? `is longer than ${maxLength} characters` : undefined;
}
