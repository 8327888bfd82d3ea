/** Formats code samples on pages. */
import { breakObjectMembers } from './breaks.js';
import { name, width } from './line-forms.js';

const literal = String.raw`'[^'"\\\n]*'`;
/** Data on one line, except lists of several objects, which may break even if they fit. */
const data = String.raw`(?!.*[\]}], [{[])(?:\{ |[\w$.:}[\]]|, | (?=[\w'$[{}])|${literal}|\{\})+`;
const call = String.raw`${name}(?:\.${name})*\((?:${data})?\)`;

const lines: readonly string[] = [
  '',
  String.raw`import \{ ${name} \} from ${literal};`,
  String.raw`const (?:${name}|\{ ${name}, ${name} \}) = (?:await )?${call};`,
  String.raw`const ${name}: unknown = ${data};`,
  String.raw`(?:await )?${call};`,
  String.raw`for await \(const ${name} of ${call}\) \{`,
  String.raw`  ${call};`,
  String.raw`\}`,
  String.raw`if \(${call}\) ${call};`,
  String.raw`else ${call};`,
  'console\\.log\\(`[\\w ]+\\$\\{\\w+\\}`\\);',
];

const knownLine = new RegExp(`^(?:${lines.join('|')})$`);

/** Formats a sample like prettier. Returns `undefined` for an unknown form. */
export function formatSample(sample: string): string | undefined {
  const written = sample.split('\n');
  if (/\n\n\n/.test(sample) || !written.every((line) => /^[\x20-\x7e]*$/.test(line) && knownLine.test(line))) return undefined;
  const formatted = written.map((line) => (line.length <= width ? line : breakObjectLine(line))).join('\n');
  return formatted.split('\n').every((line) => line.length <= width) ? formatted : undefined;
}

/** Breaks the trailing object, unless its strings contain brackets or commas. */
function breakObjectLine(line: string): string {
  const [, before, members, after] =
    /^(?:(const [^{]+ = |(?:const [^{]+ = )?await [\w$.]+\()\{ ((?:[^'[\]]|'[\w./-]*')*) \}(\)?;))$/.exec(line) ?? [];
  return before === undefined || members === undefined ? line : `${before}${breakObjectMembers(members, '')}${after}`;
}
