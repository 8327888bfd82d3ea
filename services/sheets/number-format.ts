/** Formats numbers with the patterns of the service: https://developers.google.com/workspace/sheets/api/guides/formats */
import { fromSerialDate } from './serial-dates.js';

/** The patterns of formats without one, in the locale en_US. */
export const defaultPatterns: Readonly<Record<string, string>> = {
  NUMBER: '#,##0.00',
  PERCENT: '0.00%',
  CURRENCY: '"$"#,##0.00',
  DATE: 'M/d/yyyy',
  TIME: 'h:mm:ss AM/PM',
  DATE_TIME: 'M/d/yyyy H:mm:ss',
  SCIENTIFIC: '0.00E+00',
  TEXT: '@',
};

const dateTypes: ReadonlySet<string> = new Set(['DATE', 'TIME', 'DATE_TIME']);

export const isDateType = (type: unknown): boolean => typeof type === 'string' && dateTypes.has(type);

/** Formats a number without a pattern. It has at most ten significant digits after its integer part begins. */
export function formatGeneral(number: number): string {
  if (number === 0) return '0';
  const magnitude = Math.abs(number);
  if (magnitude >= 1e15 || magnitude < 1e-6) return formatExponent(number);
  if (Number.isInteger(number)) return String(number);
  const digits = Math.max(10, Math.floor(Math.log10(magnitude)) + 1);
  return toPlainText(Number(number.toPrecision(Math.min(digits, 15))));
}

function formatExponent(number: number): string {
  const [mantissa = '', exponent = ''] = number.toExponential(5).split('e');
  const power = Number(exponent);
  return `${Number(mantissa)}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** Returns a number without an exponent. */
const toPlainText = (number: number): string => (/e/.test(String(number)) ? number.toFixed(15).replace(/\.?0+$/, '') : String(number));

interface Token {
  readonly kind: 'text' | 'digits' | 'date' | 'percent' | 'exponent' | 'value';
  readonly text: string;
}

/** Formats a number with a pattern. Returns `undefined` for a pattern with parts that aren't known. */
export function formatNumber(number: number, pattern: string): string | undefined {
  const sections = splitSections(pattern);
  const section = sections[number < 0 && sections.length > 1 ? 1 : number === 0 && sections.length > 2 ? 2 : 0] ?? '';
  const tokens = tokenize(section);
  if (!tokens) return undefined;
  if (tokens.some(({ kind }) => kind === 'date')) return formatDate(number, tokens);
  const shown = number < 0 && sections.length > 1 ? -number : number;
  return formatDigits(shown, tokens);
}

/** Formats a text with a pattern, which shows it at `@`. */
export function formatText(text: string, pattern: string): string | undefined {
  const section = splitSections(pattern)[3] ?? (pattern.includes('@') ? pattern : undefined);
  if (section === undefined) return text;
  return tokenize(section)
    ?.map((token) => (token.kind === 'value' ? text : token.text))
    .join('');
}

function splitSections(pattern: string): readonly string[] {
  return (pattern.match(/(?:"[^"]*"|\\.|[^;])+|(?<=;)(?=;|$)/g) ?? ['']).slice(0, 4);
}

const tokenPattern =
  /"([^"]*)"|\\(.)|_(.)|\[(?:red|green|blue|black|white|cyan|magenta|yellow|color\d+)\]|(am\/pm|a\/p|y+|m+|d+|h+|s+|\[h+\]|\[m+\]|\[s+\])|((?:[0#?][0#?,]*)?\.?[0#?]+[0#?,]*|[0#?][0#?,]*\.?)|(e[+-]0+)|(%)|(@)|([\s$€£¥₹()+\-/:,'!&~{}<>=^.|])/iy;

function tokenize(section: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const isDate = /[ymdhs]/i.test(section.replaceAll(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''));
  let position = 0;
  while (position < section.length) {
    if (isDate) {
      const fraction = /\.0+/y;
      fraction.lastIndex = position;
      const found = fraction.exec(section);
      if (found && tokens.at(-1)?.kind === 'date') {
        tokens.push({ kind: 'date', text: found[0] });
        position = fraction.lastIndex;
        continue;
      }
    }
    tokenPattern.lastIndex = position;
    const found = tokenPattern.exec(section);
    if (!found) return undefined;
    position = tokenPattern.lastIndex;
    const [, quoted, escaped, space, date, digits, exponent, percent, value, literal] = found;
    if (quoted !== undefined || escaped !== undefined) tokens.push({ kind: 'text', text: quoted ?? escaped ?? '' });
    else if (space !== undefined) tokens.push({ kind: 'text', text: ' ' });
    else if (date !== undefined) tokens.push({ kind: 'date', text: date });
    else if (digits !== undefined) tokens.push({ kind: 'digits', text: digits });
    else if (exponent !== undefined) tokens.push({ kind: 'exponent', text: exponent });
    else if (percent !== undefined) tokens.push({ kind: 'percent', text: '%' });
    else if (value !== undefined) tokens.push({ kind: 'value', text: '@' });
    else if (literal !== undefined) tokens.push({ kind: 'text', text: literal });
  }
  return tokens;
}

function formatDigits(number: number, tokens: readonly Token[]): string | undefined {
  const patterns = tokens.filter(({ kind }) => kind === 'digits');
  if (patterns.length > 1) return undefined;
  const percents = tokens.filter(({ kind }) => kind === 'percent').length;
  const exponent = tokens.find(({ kind }) => kind === 'exponent')?.text;
  const scaled = scale(Math.abs(number), percents * 2);
  const digits = patterns[0]?.text ?? '';
  const [mantissa, power] = exponent === undefined ? [scaled, 0] : splitPower(scaled);
  const shown = applyDigits(mantissa, digits);
  const isNegative = number < 0 && /[1-9]/.test(shown);
  const text = tokens
    .map(({ kind, text: own }) => {
      if (kind === 'digits') return shown;
      if (kind === 'exponent') return formatPower(power, own);
      return kind === 'value' ? formatGeneral(number) : own;
    })
    .join('');
  return isNegative && !tokens.some(({ kind }) => kind === 'value') ? `-${text}` : text;
}

/** Multiplies by a power of ten without an error of binary fractions. */
function scale(number: number, power: number): number {
  if (power === 0) return number;
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  return Number(`${mantissa}e${Number(exponent) + power}`);
}

function splitPower(number: number): readonly [mantissa: number, power: number] {
  if (number === 0) return [0, 0];
  const [mantissa = '', exponent = '0'] = number.toExponential().split('e');
  return [Number(mantissa), Number(exponent)];
}

function formatPower(power: number, pattern: string): string {
  const sign = power < 0 ? '-' : pattern[1] === '+' ? '+' : '';
  return `E${sign}${String(Math.abs(power)).padStart(pattern.length - 2, '0')}`;
}

function applyDigits(number: number, pattern: string): string {
  const [integerPattern = '', fractionPattern = ''] = pattern.split('.');
  const scalings = /,+$/.exec(integerPattern)?.[0].length ?? 0;
  const hasGroups = /[0#?],[0#?]/.test(integerPattern);
  const maximum = fractionPattern.replaceAll(',', '').length;
  const minimum = (fractionPattern.match(/0/g) ?? []).length;
  const rounded = roundHalfUp(scale(number, -3 * scalings), maximum);
  const [integer = '0', fraction = ''] = rounded.split('.');
  const kept = fraction.replace(new RegExp(`0{0,${maximum - minimum}}$`), '');
  const minimumInteger = (integerPattern.match(/0/g) ?? []).length;
  const padded = (integer === '0' && minimumInteger === 0 ? '' : integer).padStart(minimumInteger, '0');
  const grouped = hasGroups ? padded.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : padded;
  return `${grouped}${pattern.includes('.') && (kept !== '' || minimum > 0) ? `.${kept}` : ''}`;
}

/** Rounds a half away from zero, as spreadsheets do. */
function roundHalfUp(number: number, digits: number): string {
  const scaled = scale(number, digits);
  return scale(Math.round(Number(scaled.toPrecision(15))), -digits).toFixed(digits);
}

const monthNames = 'January February March April May June July August September October November December'.split(' ');
const dayNames = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

function formatDate(serial: number, tokens: readonly Token[]): string | undefined {
  const date = fromSerialDate(serial);
  const isHalfDay = tokens.some(({ kind, text }) => kind === 'date' && /^a/i.test(text));
  const parts: string[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'text') parts.push(text);
    else if (kind === 'date') parts.push(formatDatePart({ serial, date, isHalfDay, text, isMinute: isMinute(tokens, index) }));
    else return undefined;
  }
  return parts.join('');
}

/** `m` stands for minutes after hours and before seconds. */
function isMinute(tokens: readonly Token[], index: number): boolean {
  const dates = tokens.map(({ kind, text }, position) => ({ kind, text, position })).filter(({ kind }) => kind === 'date');
  const at = dates.findIndex(({ position }) => position === index);
  return /^\[?h/i.test(dates[at - 1]?.text ?? '') || /^\[?s/i.test(dates[at + 1]?.text ?? '');
}

interface DatePart {
  readonly serial: number;
  readonly date: Date;
  readonly isHalfDay: boolean;
  readonly text: string;
  readonly isMinute: boolean;
}

function formatDatePart({ serial, date, isHalfDay, text, isMinute: hasMinutes }: DatePart): string {
  const { length } = text;
  const pad = (number: number): string => String(number).padStart(Math.min(length, 2), '0');
  switch (text[0]?.toLowerCase()) {
    case 'y':
      return length <= 2 ? String(date.getUTCFullYear() % 100).padStart(2, '0') : String(date.getUTCFullYear()).padStart(4, '0');
    case 'm': {
      if (hasMinutes) return pad(date.getUTCMinutes());
      const name = monthNames[date.getUTCMonth()] ?? '';
      if (length === 5) return name.slice(0, 1);
      return length >= 4 ? name : length === 3 ? name.slice(0, 3) : pad(date.getUTCMonth() + 1);
    }
    case 'd': {
      const name = dayNames[date.getUTCDay()] ?? '';
      return length >= 4 ? name : length === 3 ? name.slice(0, 3) : pad(date.getUTCDate());
    }
    case 'h': {
      const hour = date.getUTCHours();
      return pad(isHalfDay ? hour % 12 || 12 : hour);
    }
    case 's':
      return pad(date.getUTCSeconds());
    case 'a': {
      const half = date.getUTCHours() < 12 ? 'AM' : 'PM';
      return text.startsWith('a') && length === 3
        ? (half[0]?.toLowerCase() ?? '')
        : length === 3
          ? (half[0] ?? '')
          : text === 'am/pm'
            ? half.toLowerCase()
            : half;
    }
    case '.':
      return `.${String(date.getUTCMilliseconds())
        .padStart(3, '0')
        .slice(0, length - 1)
        .padEnd(length - 1, '0')}`;
    default:
      return formatElapsed(serial, text);
  }
}

/** Formats a duration: `[h]`, `[m]`, or `[s]`. */
function formatElapsed(serial: number, text: string): string {
  const seconds = Math.round(serial * 86_400);
  const unit = text[1]?.toLowerCase();
  const amount = Math.floor(seconds / (unit === 'h' ? 3600 : unit === 'm' ? 60 : 1));
  return String(amount).padStart(text.length - 2, '0');
}
