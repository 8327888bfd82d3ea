/** Printed declarations: what of them is formatted already, and how their long lines break. Whatever is not known is left to prettier. */

export const width = 140;

export interface Statement {
  /** With its comment. */
  readonly text: string;
  /** An empty line stands before it. */
  readonly apart: boolean;
}

/** The statements of a file, one after another. A line at the margin begins one where the line before ends one. */
export function statementsOf(text: string): readonly Statement[] {
  const found: { text: string[]; apart: boolean }[] = [];
  let before = '';
  let apart = false;
  for (const line of text.trim().split('\n')) {
    if (line.trim() === '') {
      apart = true;
      continue;
    }
    const begins = /^(?:\/\*\*|\/\/|export |import )/.test(line) && (/;$|^\}$/.test(before) || (apart && before.startsWith('//')));
    if (begins || found.length === 0) found.push({ text: [line], apart: apart && found.length > 0 });
    else found.at(-1)?.text.push(...(apart ? [''] : []), line);
    before = line;
    apart = false;
  }
  return found.map((statement) => ({ text: statement.text.join('\n'), apart: statement.apart }));
}

const name = String.raw`[A-Za-z_$][\w$]*`;
const literal = String.raw`'[^'"\\\n]*'`;
const argument = String.raw`[\w$., |&'[\]*]`;
const reference = String.raw`(?:[a-z]\.)?${name}(?:<(?:${argument}|<${argument}+>)+>)?`;
const single = String.raw`(?:${reference}|${literal}|\(string & \{\}\))`;
const union = String.raw`${single}(?: \| ${single})*`;
const simple = String.raw`(?:${union}|\((?:${single} \| )+${single}\)|\{ \[key: string\]: ${single}(?:\[\])* \})(?:\[\])*`;
const property = String.raw`(?:readonly )?(?:${name}|'[^'"\\\n]{0,120}[^\w$'"\\\n][^'"\\\n]{0,120}')\??`;
const parameterType = String.raw`${reference}(?: & ${reference})*`;
const parameter = String.raw`${name}\??: ${parameterType}`;
const generics = String.raw`(?:<const ${name} extends ${reference} = '\*'>)?`;
const answer = String.raw`(?:Call|Promise|PagedCall)<(?:${argument}|<(?:${argument}|<${argument}+>)+>)+>`;

const key = String.raw`(?:${name}|'[^'"\\\n]*')`;
const entry = String.raw`[\w$.]+(?:<${name}(?: \| ${name})*>)?`;

/** Lines as prettier writes them, and leaves them. */
const lines: readonly RegExp[] = [
  String.raw`export interface ${name}(?: extends ${reference})? \{\}?`,
  String.raw`\s*\}?(?:\);|;)?`,
  String.raw`\s+${property}: (?:${simple}|string \| readonly string\[\]);`,
  String.raw`\s+${property}:(?: \()?`,
  String.raw`\s+${union};?`,
  String.raw`\s+\| ${single};?`,
  String.raw`\s+\)(?:\[\])+;`,
  String.raw`\s+readonly ${name}: \{`,
  String.raw`\s+\[(?:field|key): string\]: ${simple};`,
  String.raw`\s+${name}${generics}\(${parameter}(?:, ${parameter})*\): ${answer};`,
  String.raw`\s+${name}${generics}\(`,
  String.raw`\s+${parameter},`,
  String.raw`\s+\): ${answer};`,
  String.raw`\s+(?:type )?[\w$.]+,`,
  String.raw`\s+${literal},`,
  String.raw`\s+${parameter} &`,
  String.raw`\s+${reference},`,
  String.raw`import (?:type )?(?:\{ [\w$, ]+ \}|\* as ${name}) from '[\w./-]+';`,
  String.raw`(?:import|export) (?:type )?\{`,
  String.raw`\} from '[\w./-]+';`,
  String.raw`export (?:type )?\* from '[\w./-]+';`,
  String.raw`export (?:type )?\{ [\w$, ]+ \}(?: from '[\w./-]+')?;`,
  String.raw`export type ${name} = ${simple};`,
  String.raw`export const ${name}: ${reference} = /\* @__PURE__ \*/ ${name}\((?:[\w$., ']+\);)?`,
  String.raw`export const ${name}: ${reference} =`,
  String.raw`export const ${name}: ${name}<`,
  String.raw`\s+${single},?`,
  String.raw`> = /\* @__PURE__ \*/ ${name}\([\w$., ']+\);`,
  String.raw`export function ${name}\([\w$: ={}&]*\): ${name} \{`,
  String.raw`\s+return ${name}\(${name}(?:, ${name})*\);`,
  String.raw`\s+return ${name}<${name}>\(${name}\(api, options\), \{`,
  String.raw`\s+${key}: (?:\{|${entry},|\{ ${key}: ${entry}(?:, ${key}: ${entry})* \},)`,
  String.raw`\s*\}(?:,|\);)`,
  String.raw`\s+/\* @__PURE__ \*/ ${name}\([\w$., ']+\);`,
].map((pattern) => new RegExp(`^(?:${pattern})$`));

/** Longer than any line, but with nowhere to break. */
const unbreakable = new RegExp(`^export const ${name}: ${name}<[\\w$.]+> =$`);

const comment = /^\s*(?:\/\*\*(?: .*\S)?|\*(?:\/| .*\S)?|\/\/ .*\S)$/;

/** Whether prettier would leave a statement as it is. */
export function isFormatted(statement: string): boolean {
  if (indented(statement) !== statement) return false;
  return statement.split('\n').every((line) => {
    if (comment.test(line) || unbreakable.test(line)) return true;
    return line.length <= width && /^[\x20-\x7e]*$/.test(line) && lines.some((form) => form.test(line));
  });
}

/** Two spaces for each bracket that is open; members of a union one more. */
function indented(statement: string): string {
  let depth = 0;
  let within = 0;
  const written = statement.split('\n').map((line) => {
    const text = line.trimStart();
    if (text.startsWith('*')) return `${'  '.repeat(depth)} ${text}`;
    if (/^[})>]/.test(text)) depth -= 1;
    const found = text === '' ? '' : `${'  '.repeat(Math.max(0, depth + within))}${text}`;
    if (/^\/[*/]/.test(text)) return found;
    if (/[{(<]$/.test(text)) depth += 1;
    within = /[:=&]$/.test(text) ? 1 : /[;,]$/.test(text) || /^[})]/.test(text) ? 0 : within;
    return found;
  });
  return written.join('\n');
}

/** A statement with its long lines broken, as far as it is known how. */
export function withBrokenLines(statement: string): string {
  const open = statement.replace(/^(export function [^\n{]*\{\}?[^\n{]*\{) (return [\w(), ]+;) \}$/gm, '$1\n  $2\n}');
  const closed = (/^export interface /m.test(open) ? indented(open) : open).replace(/^(export interface [^\n{]+ \{)\n\}$/gm, '$1}');
  const written = closed.split('\n');
  if (!written.some((line) => line.length > width)) return closed;
  return written.map((line) => (line.length <= width || comment.test(line) ? line : broken(line))).join('\n');
}

function broken(line: string): string {
  for (const form of breaks) {
    const found = form(line);
    if (found !== undefined) return found;
  }
  return line;
}

type Break = (line: string) => string | undefined;

const longUnion = new RegExp(`^((\\s+)${property}:) (\\(?)((?:${single} \\| )+${single})(\\)(?:\\[\\])+)?;$`);

/** On a line of its own where it fits, else each member on one. */
const breakUnion: Break = (line) => {
  const [, before, space = '', open, members, close] = longUnion.exec(line) ?? [];
  if (before === undefined || members === undefined || (open === '(') !== (close !== undefined)) return undefined;
  const indent = `${space}  `;
  const end = close === undefined ? ';' : '';
  const whole = `${indent}${members}${end}`;
  const each = (members.match(new RegExp(single, 'g')) ?? []).map((member) => `${indent}| ${member}`).join('\n');
  const inside = whole.length <= width ? whole : `${each}${end}`;
  return close === undefined ? `${before}\n${inside}` : `${before} (\n${inside}\n${space}${close};`;
};

/** Names that are imported or exported, each on a line. */
const breakNames: Break = (line) => {
  const [, before, names, after] = /^((?:import|export) (?:type )?\{) ([\w$, ]+) (\}(?: from '[\w./-]+')?;)$/.exec(line) ?? [];
  if (before === undefined || names === undefined || after === undefined) return undefined;
  return `${before}\n${names
    .split(', ')
    .map((each) => `  ${each},\n`)
    .join('')}${after}`;
};

/** Behind the parenthesis where the line up to it is short enough, else behind the equals sign. */
const breakConstant: Break = (line) => {
  const [, before, call, values] = /^(export const .* =) (\/\* @__PURE__ \*\/ [\w$]+\()([\w$., ']+)\);$/.exec(line) ?? [];
  if (before === undefined || call === undefined || values === undefined) return undefined;
  const isLone = /^\w{1,35}$/.test(values);
  if (!isLone && `${before} ${call}`.length <= width)
    return `${before} ${call}\n${values.replaceAll(/(?:, )|$/g, ',\n').replaceAll(/^(?=.)/gm, '  ')});`;
  const rest = `  ${call}${values});`;
  const types = before.length > width ? /^(.*?<)([\w$., ']+, [\w$., ']+)> =$/.exec(before) : null;
  if (types) return `${types[1]}\n${types[2]?.replaceAll(', ', ',\n').replaceAll(/^/gm, '  ')}\n> = ${call}${values});`;
  return rest.length <= width && (before.length <= width || unbreakable.test(before)) ? `${before}\n${rest}` : undefined;
};

const longSignature = new RegExp(`^((\\s+)${name}${generics}\\()((?:${parameter}, )*${parameter})(\\): ${answer};)$`);

/** Parameters of a method, each on a line. */
const breakSignature: Break = (line) => {
  const [, before, space = '', parameters, after] = longSignature.exec(line) ?? [];
  if (before === undefined || parameters === undefined || after === undefined) return undefined;
  const each = (parameters.match(new RegExp(parameter, 'g')) ?? []).map((one) => `${brokenParameter(`${space}  ${one},`)}\n`).join('');
  return `${before}\n${each}${space}${after}`;
};

/** The members of an intersection, each on a line. */
function brokenParameter(line: string): string {
  return line.length <= width ? line : line.replaceAll(' & ', ` &\n${/^\s*/.exec(line)?.[0] ?? ''}  `);
}

/** An object as the last argument: each member on a line, objects inside on one line where they fit. */
const breakObject: Break = (line) => {
  const [, before, members] = /^(\s+return [\w$<>]+\([\w$]+\(api, options\), )\{ (.*) \}\);$/.exec(line) ?? [];
  if (before === undefined || members === undefined || !isObject.test(`{ ${members} }`.replaceAll(/'[^'"\\\n]*'/g, 'x'))) return undefined;
  return `${before}${brokenObject(members, '  ')});`;
};

const isObject = /^[\w$.<>|:,{} ]+$/;

function brokenObject(members: string, space: string): string {
  const inner = `${space}  `;
  const each = topLevel(members).map((member) => {
    if (`${inner}${member},`.length <= width || !member.endsWith(' }')) return `${inner}${member},\n`;
    const at = member.indexOf(': { ');
    return `${inner}${member.slice(0, at)}: ${brokenObject(member.slice(at + 4, -2), inner)},\n`;
  });
  return `{\n${each.join('')}${space}}`;
}

/** Members of an object, split at the commas that are not inside another one. */
function topLevel(members: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < members.length; at++) {
    if (members[at] === '{') depth += 1;
    if (members[at] === '}') depth -= 1;
    if (depth > 0 || members[at] !== ',') continue;
    found.push(members.slice(start, at));
    start = at + 2;
  }
  return [...found, members.slice(start)];
}

const breaks: readonly Break[] = [breakUnion, breakNames, breakConstant, breakSignature, breakObject];
