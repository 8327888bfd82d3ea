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
  const [, before, space = '', open, members, close] = longUnion.exec(line) ?? [];
  if (before === undefined || members === undefined || (open === '(') !== (close !== undefined)) return undefined;
  const indent = `${space}  `;
  const end = close === undefined ? ';' : '';
  const whole = `${indent}${members}${end}`;
  const each = (members.match(new RegExp(single, 'g')) ?? []).map((member) => `${indent}| ${member}`).join('\n');
  const inside = whole.length <= width ? whole : `${each}${end}`;
  return close === undefined ? `${before}\n${inside}` : `${before} (\n${inside}\n${space}${close};`;
};

const longMap = new RegExp(`^((\\s+)${property}:) \\{ (\\[key: string\\]: .*) \\};$`);

/** Breaks a map of a union. */
const breakMap: Break = (line) => {
  const [, before, space = '', values] = longMap.exec(line) ?? [];
  if (before === undefined || values === undefined) return undefined;
  const inside = `${space}  ${values};`;
  return `${before} {\n${inside.length <= width ? inside : breakLine(inside)}\n${space}};`;
};

/** Puts each imported or exported name on a line. */
const breakNames: Break = (line) => {
  const [, before, names, after] = /^((?:import|export) (?:type )?\{) ([\w$, ]+) (\}(?: from '[\w./-]+')?;)$/.exec(line) ?? [];
  if (before === undefined || names === undefined || after === undefined) return undefined;
  return `${before}\n${formatMultiline(names.split(', '), '  ')},\n${after}`;
};

/** Breaks after the parenthesis if the line up to it is short enough, else after the equals sign. */
const breakConstant: Break = (line) => {
  const [, before, call, values] = /^(export const .* =) (\/\* @__PURE__ \*\/ [\w$]+\()([\w$., ']+)\);$/.exec(line) ?? [];
  if (before === undefined || call === undefined || values === undefined) return undefined;
  const isLone = /^\w{1,35}$/.test(values);
  if (!isLone && `${before} ${call}`.length <= width) return `${before} ${call}\n${formatMultiline(values.split(', '), '  ')},\n);`;
  const rest = `  ${call}${values});`;
  const types = before.length > width ? /^([^<]*<)([^<>{}]+)> =$/.exec(before) : null;
  const arguments_ = splitAtCommas(types?.[2] ?? '');
  if (arguments_.length > 1) return `${types?.[1]}\n${formatMultiline(arguments_, '  ')}\n> = ${call}${values});`;
  if (before.length > width && !unbreakable.test(before)) return undefined;
  return rest.length <= width ? `${before}\n${rest}` : `${before}\n  ${call}\n${formatMultiline(values.split(', '), '    ')},\n  );`;
};

const longSignature = new RegExp(`^((\\s+)${signature})((?:${parameter}, )*${parameter})(\\): ${returnType};)$`);

/** Puts each parameter of a method on a line. */
const breakSignature: Break = (line) => {
  const [, before, space = '', parameters, after] = longSignature.exec(line) ?? [];
  if (before === undefined || parameters === undefined || after === undefined) return undefined;
  const each = (parameters.match(new RegExp(parameter, 'g')) ?? []).map((one) => `${breakParameter(`${space}  ${one},`)}\n`).join('');
  return `${before}\n${each}${breakResponseTypes(`${space}${after}`, space)}`;
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
  const [, before, members] = longBinding.exec(line) ?? [];
  if (before === undefined || members === undefined || !isObject.test(`{ ${members} }`.replaceAll(/'[^'"\\\n]*'/g, 'x'))) return undefined;
  return `${before}${breakObjectMembers(members, '  ')});`;
};

const isObject = /^[\w$.<>|:,{} ]+$/;

/** Puts each member of an object on a line. Nested objects stay on one line if they fit. */
export function breakObjectMembers(members: string, space: string): string {
  const inner = `${space}  `;
  const each = splitAtCommas(members).map((member) => {
    if (`${inner}${member},`.length <= width || !member.endsWith(' }')) return `${inner}${member},\n`;
    const at = member.indexOf(': { ');
    return `${inner}${member.slice(0, at)}: ${breakObjectMembers(member.slice(at + 4, -2), inner)},\n`;
  });
  return `{\n${each.join('')}${space}}`;
}

/** Breaks an object of pairs that is the only argument. */
const breakPairs: Break = (line) => {
  const [, before, pairs] = /^(export const [\w$]+: \w+ = \/\* @__PURE__ \*\/ [\w$]+\()\{ ('.*\]) \}\);$/.exec(line) ?? [];
  if (before === undefined || pairs === undefined) return undefined;
  const each = splitAtCommas(pairs).map(breakPair);
  return each.includes(undefined) ? undefined : `${before}{\n${each.join('')}});`;
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
