/** Breaks long lines of declarations as prettier does. */
import { returnType, binding, name, parameter, property, signature, single, unbreakable, width } from './line-forms.js';

/** Breaks a long line as prettier does, if its form is known. */
export function breakLine(line: string): string {
  for (const form of breaks) {
    const found = form(line);
    if (found !== undefined) return found;
  }
  return line;
}

type Break = (line: string) => string | undefined;

const longUnion = new RegExp(
  `^((\\s*)(?:${property}:|\\[key: string\\]:|export type ${name} =)) (\\(?)((?:${single} \\| )+${single})(\\)(?:\\[\\])+)?;$`,
);

/** Puts the union on its own line if it fits, else each member on one. */
const breakUnion: Break = (line) => {
  const [, prefix, space = '', open, members, close] = longUnion.exec(line) ?? [];
  if (prefix === undefined || members === undefined || (open === '(') !== (close !== undefined)) return undefined;
  const indent = `${space}  `;
  const end = close === undefined ? ';' : '';
  const whole = `${indent}${members}${end}`;
  const lines = (members.match(new RegExp(single, 'g')) ?? []).map((member) => `${indent}| ${member}`).join('\n');
  const inside = whole.length <= width ? whole : `${lines}${end}`;
  return close === undefined ? `${prefix}\n${inside}` : `${prefix} (\n${inside}\n${space}${close};`;
};

const longMap = new RegExp(`^((\\s+)${property}:) \\{ (\\[key: string\\]: .*) \\};$`);

/** Breaks a map of a union. */
const breakMap: Break = (line) => {
  const [, prefix, space = '', values] = longMap.exec(line) ?? [];
  if (prefix === undefined || values === undefined) return undefined;
  const inside = `${space}  ${values};`;
  return `${prefix} {\n${inside.length <= width ? inside : breakLine(inside)}\n${space}};`;
};

/** Puts each imported or exported name on a line. */
const breakNames: Break = (line) => {
  const [, prefix, names, suffix] = /^((?:import|export) (?:type )?\{) ([\w$, ]+) (\}(?: from '[\w./-]+')?;)$/.exec(line) ?? [];
  if (prefix === undefined || names === undefined || suffix === undefined) return undefined;
  return `${prefix}\n${formatMultiline(names.split(', '), '  ')},\n${suffix}`;
};

/** Breaks after the parenthesis if the line up to it is short enough, else after the equals sign. */
const breakConstant: Break = (line) => {
  const [, prefix, call, values] = /^(export const .* =) (\/\* @__PURE__ \*\/ [\w$]+\()([\w$., ']+)\);$/.exec(line) ?? [];
  if (prefix === undefined || call === undefined || values === undefined) return undefined;
  const isLone = /^\w{1,35}$/.test(values);
  if (!isLone && `${prefix} ${call}`.length <= width) return `${prefix} ${call}\n${formatMultiline(values.split(', '), '  ')},\n);`;
  const rest = `  ${call}${values});`;
  const types = prefix.length > width ? /^([^<]*<)([^<>{}]+)> =$/.exec(prefix) : null;
  const arguments_ = splitAtCommas(types?.[2] ?? '');
  if (arguments_.length > 1) return `${types?.[1]}\n${formatMultiline(arguments_, '  ')}\n> = ${call}${values});`;
  if (prefix.length > width && !unbreakable.test(prefix)) return undefined;
  return rest.length <= width ? `${prefix}\n${rest}` : `${prefix}\n  ${call}\n${formatMultiline(values.split(', '), '    ')},\n  );`;
};

const longSignature = new RegExp(`^((\\s+)${signature})((?:${parameter}, )*${parameter})(\\): ${returnType};)$`);

/** Puts each parameter of a method on a line. */
const breakSignature: Break = (line) => {
  const [, prefix, space = '', parameters, suffix] = longSignature.exec(line) ?? [];
  if (prefix === undefined || parameters === undefined || suffix === undefined) return undefined;
  const lines = (parameters.match(new RegExp(parameter, 'g')) ?? [])
    .map((parameterText) => `${breakParameter(`${space}  ${parameterText},`)}\n`)
    .join('');
  return `${prefix}\n${lines}${breakResponseTypes(`${space}${suffix}`, space)}`;
};

/** Puts each member of an intersection on a line. */
function breakParameter(line: string): string {
  return line.length <= width ? line : line.replaceAll(' & ', ` &\n${/^\s*/.exec(line)?.[0] ?? ''}  `);
}

/** Puts the two types of a paginated call on a line each. */
function breakResponseTypes(line: string, space: string): string {
  const [, types = ''] = /PagedCall<(.*)>;$/.exec(line) ?? [];
  return line.length <= width || types === ''
    ? line
    : `${space}): PagedCall<\n${formatMultiline(splitAtCommas(types), `${space}  `)}\n${space}>;`;
}

const longBinding = new RegExp(`^(\\s+${binding})\\{ (.*) \\}\\);$`);

/** Breaks an object that is the last argument: each member on a line, nested objects on one line if they fit. */
const breakObject: Break = (line) => {
  const [, prefix, members] = longBinding.exec(line) ?? [];
  if (prefix === undefined || members === undefined || !isObject.test(`{ ${members} }`.replaceAll(/'[^'"\\\n]*'/g, 'x'))) return undefined;
  return `${prefix}${breakObjectMembers(members, '  ')});`;
};

const isObject = /^[\w$.<>|:,{} ]+$/;

/** Puts each member of an object on a line. Nested objects stay on one line if they fit. */
export function breakObjectMembers(members: string, space: string): string {
  const inner = `${space}  `;
  const lines = splitAtCommas(members).map((member) => {
    if (`${inner}${member},`.length <= width || !member.endsWith(' }')) return `${inner}${member},\n`;
    const at = member.indexOf(': { ');
    return `${inner}${member.slice(0, at)}: ${breakObjectMembers(member.slice(at + 4, -2), inner)},\n`;
  });
  return `{\n${lines.join('')}${space}}`;
}

/** Breaks an object of pairs that is the only argument. */
const breakPairs: Break = (line) => {
  const [, prefix, pairs] = /^(export const [\w$]+: \w+ = \/\* @__PURE__ \*\/ [\w$]+\()\{ ('.*\]) \}\);$/.exec(line) ?? [];
  if (prefix === undefined || pairs === undefined) return undefined;
  const lines = splitAtCommas(pairs).map(breakPair);
  return lines.includes(undefined) ? undefined : `${prefix}{\n${lines.join('')}});`;
};

function breakPair(pair: string): string | undefined {
  const [, key, first, second] = /^('[\w.-]+': \[)([\w$]+), ([\w$]+)\]$/.exec(pair) ?? [];
  if (key === undefined) return undefined;
  return `  ${pair},`.length <= width ? `  ${pair},\n` : `  ${key}\n    ${first},\n    ${second},\n  ],\n`;
}

function formatMultiline(parts: readonly string[], space: string): string {
  return parts.map((part) => `${space}${part}`).join(',\n');
}

/** Splits at commas outside brackets. */
function splitAtCommas(list: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const character = list[at] ?? '';
    if ('{[<'.includes(character)) depth += 1;
    if ('}]>'.includes(character)) depth -= 1;
    if (depth > 0 || character !== ',') continue;
    found.push(list.slice(start, at));
    start = at + 2;
  }
  return [...found, list.slice(start)];
}

const breaks: readonly Break[] = [breakUnion, breakMap, breakNames, breakConstant, breakSignature, breakObject, breakPairs];
