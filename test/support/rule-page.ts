/** The parts of `docs/reference/rules.md` that state the definitions of the kinds of rules: a description, and a table of keys. */
import { ruleKinds } from '../../generator/language/index.js';
import type { JsonSchema } from '../../generator/language/json-schema.js';
import { conditionForm, type Parameters } from '../../generator/language/parameters.js';

/** Replaces the part of each section about a kind that precedes its example. What follows the example is written by hand. */
export function updateRulePage(page: string): string {
  return Object.entries(ruleKinds).reduce((text, [kind, definition]) => {
    const [before, section, after] = splitAtSection(text, kind);
    const example = section.indexOf('```yaml');
    if (example < 0) throw new Error(`the section about ${kind} has no example`);
    return `${before}${formatKind(kind, definition)}${section.slice(example)}${after}`;
  }, page);
}

function splitAtSection(page: string, kind: string): readonly [before: string, section: string, after: string] {
  const start = page.indexOf(`### \`${kind}\`\n`);
  if (start < 0) throw new Error(`there is no section about ${kind}`);
  const next = page.slice(start).search(/\n##+ /);
  const end = next < 0 ? page.length : start + next + 1;
  return [page.slice(0, start), page.slice(start, end), page.slice(end)];
}

function formatKind(kind: string, { description, parameters }: { readonly description: string; readonly parameters: Parameters }): string {
  const schemas = Object.entries(parameters).map(([name, { schema, optional }]) => [name, schema, optional === true] as const);
  return [
    `### \`${kind}\``,
    description,
    ...formatTable(schemas.flatMap(([name, schema, isOptional]) => listRows(name, schema, isOptional))),
  ]
    .map((part) => `${part}\n\n`)
    .join('');
}

type Row = readonly [key: string, meaning: string];

/** Lists a row for the key, and one for each key of an object that it contains. */
function listRows(name: string, schema: JsonSchema, isOptional: boolean): readonly Row[] {
  const { description = '', enum: values = schema.items?.enum } = schema;
  const isService = values?.some((value) => String(value).includes('/'));
  const listed = isService
    ? ' The pages of the services list the values.'
    : ` Values: ${values?.map((value) => `\`${value}\``).join(', ')}.`;
  const choices = values === undefined ? '' : listed;
  const meaning = `${isOptional ? 'Optional. ' : ''}${description.replace(conditionForm, '').trim()}${choices}`;
  const { properties = {}, required = [] } = schema.items?.properties ? schema.items : schema;
  const inner = Object.entries(properties).flatMap(([key, each]) => listRows(`${name}.${key}`, each, !required.includes(key)));
  return [[`\`${name}\``, meaning], ...inner];
}

function formatTable(rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return [];
  const all: readonly Row[] = [['key', 'meaning'], ...rows.map(([key, meaning]): Row => [key, meaning.replaceAll('|', '\\|')])];
  const [keyWidth, meaningWidth] = [0, 1].map((column) => Math.max(...all.map((row) => row[column as 0 | 1].length))) as [number, number];
  const lines = all.map(([key, meaning]) => `| ${key.padEnd(keyWidth)} | ${meaning.padEnd(meaningWidth)} |`);
  return [[lines[0], `| ${'-'.repeat(keyWidth)} | ${'-'.repeat(meaningWidth)} |`, ...lines.slice(1)].join('\n')];
}
