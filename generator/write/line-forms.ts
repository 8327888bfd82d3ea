/** Matches lines of declarations that prettier wouldn't change. Unknown forms are left to prettier. */

export const width = 140;

export const name = String.raw`[A-Za-z_$][\w$]*`;
const literal = String.raw`'[^'"\\\n]*'`;
/** A member name that requires quotes. */
const quoted = String.raw`'[^'"\\\n]{0,120}[^\w$'"\\\n][^'"\\\n]{0,120}'`;
const argument = String.raw`(?:[\w$., |&'[\]*}]|: |\{ )`;
const inner = String.raw`<(?:${argument}|<${argument}+>)+>`;
const outer = String.raw`<(?:${argument}|${inner})+>`;
const reference = String.raw`(?:[a-z]\.)?${name}(?:${inner})?`;
export const single = String.raw`(?:${reference}|${literal}|\(string & \{\}\))`;
const union = String.raw`${single}(?: \| ${single})*`;
const simple = String.raw`(?:${union}|\((?:${single} \| )+${single}\)|\{ \[key: string\]: ${single}(?:\[\])* \})(?:\[\])*`;
export const property = String.raw`(?:readonly )?(?:${name}|${quoted})\??`;
const parameterType = String.raw`${reference}(?: & ${reference})*`;
export const parameter = String.raw`${name}\??: ${parameterType}`;
const generics = String.raw`(?:<const ${name} extends ${reference} = '\*'>)?`;
export const signature = String.raw`(?:${name}|${quoted})${generics}\(`;
export const returnType = String.raw`(?:MediaCall|(?:Call|Promise|PagedCall)${outer})`;

const names = String.raw`${name}(?:, ${name})*`;
const key = String.raw`(?:${name}|${quoted})`;
const entry = String.raw`[\w$.]+(?:<${name}(?: \| ${name})*>)?`;
const member = String.raw`${key}: (?:\{ ${key}: )*${entry}(?: \})*`;
const transport = String.raw`createTransport\(api, (?:options|selectEndpoint\(endpoints, options\))\)`;
export const binding = String.raw`return ${name}<${name}>\(${transport}, `;

/** Lines that can't be broken, whatever their length. */
export const unbreakable = new RegExp(`^export (?:const ${name}: ${name}<[\\w$.]+> =|interface ${name} extends ${name} \\{)$`);

const lines: readonly string[] = [
  String.raw`export interface ${name}(?: extends ${reference})? \{\}?`,
  String.raw`\s*[}\]]?(?:\);|;)?`,
  String.raw`\s+${property}: (?:${simple}|string \| readonly string\[\]|${parameterType});`,
  String.raw`\s+${property}:(?: [({[])?`,
  String.raw`\s+${union};?`,
  String.raw`\s+\| ${single};?`,
  String.raw`\s+\)(?:\[\])+;`,
  String.raw`\s+\[(?:field|key): string\]:(?: ${simple};)?`,
  String.raw`\s+${signature}(?:${parameter}(?:, ${parameter})*\): ${returnType};)?`,
  String.raw`\s+${parameter},`,
  String.raw`\s+\): (?:${returnType};|PagedCall<)`,
  String.raw`\s+>;`,
  String.raw`\s+(?:type )?[\w$.]+,`,
  String.raw`\s+${parameter} &`,
  String.raw`\s+\[key: string, value: ${single}\],`,
  String.raw`import (?:type )?(?:\{ ${names} \}|\* as ${name}) from '[\w./-]+';`,
  String.raw`(?:import|export) (?:type )?\{`,
  String.raw`\} from '[\w./-]+';`,
  String.raw`export (?:type )?\* from '[\w./-]+';`,
  String.raw`export (?:type )?\{ ${names} \}(?: from '[\w./-]+')?;`,
  String.raw`export type ${name} = ${simple};`,
  String.raw`export type ${name} =`,
  String.raw`export const ${name}: ${reference} = /\* @__PURE__ \*/ ${name}\((?:[\w$., ']+\);|\{)?`,
  String.raw`export const ${name}: ${reference} =`,
  String.raw`export const ${name}: ${name}<`,
  String.raw`\s+${single}(?:\[\])*,?`,
  String.raw`> = /\* @__PURE__ \*/ ${name}\([\w$., ']+\);`,
  String.raw`export function ${name}\([\w$: ={}&<>]*\): ${name} \{`,
  String.raw`\s+return ${name}\(${names}\);`,
  String.raw`\s+return ${transport};`,
  String.raw`\s+${binding}\{`,
  String.raw`\s+${member}(?:, ${member})*,`,
  String.raw`\s+${quoted}: \[${name}, ${name}\],`,
  String.raw`\s*[}\]](?:,|\);)`,
  String.raw`\s+/\* @__PURE__ \*/ ${name}\((?:[\w$., ']+\);)?`,
];

const line = new RegExp(`^(?:${lines.join('|')})$`);

/** Whether a line of a declaration, apart from its indentation, is formatted. */
export function isLine(text: string): boolean {
  return (text.length <= width && /^[\x20-\x7e]*$/.test(text) && line.test(text)) || unbreakable.test(text);
}
