/** Finds secrets in a text by the names before them. Takes linear time. */
import { isCookieHeader, isSecretField, isSecretHeader, isSecretParameter } from './secret-names.js';

/** A way of writing a name and its value. */
interface PairForm {
  /** Matches what is before the value. The group `name` is the name. */
  readonly start: RegExp;
  /** Matches the value, right after it. */
  readonly value: RegExp;
  readonly isSecret: (name: string) => boolean;
  /** Matches each text that can contain such a pair, in less time. */
  readonly hint: RegExp;
}

/** Most single words before a colon begin a sentence, so only three of them count as headers. */
const isSecretHeaderLine = (name: string): boolean =>
  (name.includes('-') || /^(?:authorization|authentication|cookie)$/i.test(name)) && (isSecretHeader(name) || isCookieHeader(name));

const forms: readonly PairForm[] = [
  // JSON and similar notations, also within a string: {"token": "…"}, {\"token\": \"…\"}, {'token': '…'}.
  {
    start: /\\{0,3}["'](?<name>[\w.-]{1,60})\\{0,3}["']\s{0,9}[:=]\s{0,9}\\{0,3}["']/g,
    value: /[^"'\\]+/y,
    isSecret: isSecretField,
    hint: /["']\s{0,9}[:=]\s{0,9}\\{0,3}["']/,
  },
  // The query or the fragment of a URL.
  {
    start: /[?&;#](?<name>[\w.-]{1,60})=/g,
    value: /[^&#\s"'<>;\\]+/y,
    isSecret: isSecretParameter,
    hint: /[?&;#][\w.-]+=/,
  },
  // The same, percent-encoded.
  {
    start: /%(?:25){0,4}(?:3F|26|23)(?<name>[\w.-]{1,60})%(?:25){0,4}3D/gi,
    value: /(?:(?!%(?:25){0,4}(?:26|23))[^&#\s"'<>;\\])+/iy,
    isSecret: isSecretParameter,
    hint: /%3D|%253D/i,
  },
  // A header in a message, such as a part of a batch.
  {
    start: /(?:^|[\r\n])(?<name>[A-Za-z][\w-]{0,60}):[ \t]{0,5}(?:(?:bearer|basic|digest) {1,3})?/gi,
    value: /[^\s][^\r\n]*/y,
    isSecret: isSecretHeaderLine,
    hint: /[\r\n]|^[\w-]+: /,
  },
  // A line of YAML. More than one word is a sentence.
  {
    start: /(?:^|[\r\n])[ \t]{0,40}(?:- )?(?<name>[A-Za-z][\w.-]{0,60}): {1,3}["']?/g,
    value: /[^\s"']{4,}(?=["']?[ \t]*(?:[\r\n]|$))/y,
    isSecret: isSecretField,
    hint: /: /,
  },
  // A variable or an option of a command.
  {
    start: /(?:^|[\s"'`;])-{0,2}(?<name>[A-Za-z][\w-]{0,60})=["']?/g,
    value: /[^\s"'`;&]{4,}/y,
    isSecret: isSecretField,
    hint: /[A-Za-z]=/,
  },
  {
    start: /(?:^|\s)--(?<name>[A-Za-z][\w-]{0,60})[ \t]{1,3}["']?/g,
    value: /[^\s"'`;-][^\s"'`;]{3,}/y,
    isSecret: isSecretField,
    hint: /--\w/,
  },
  // A field of a form in several parts.
  {
    start: /\bname="(?<name>[\w.-]{1,60})"[^\r\n]{0,200}\r?\n(?:[\w-]{1,60}:[^\r\n]{0,200}\r?\n){0,4}\r?\n/g,
    value: /[^\r\n]+/y,
    isSecret: (name) => isSecretParameter(name) || isSecretField(name),
    hint: /\bname="/,
  },
];

/** Matches each text that one of the hints matches, in less time. */
const pairHint = /[=\r\n]|%3D|%253D|["']\s{0,9}:|: |--\w/i;

/** Replaces the secrets in a text that the names before them identify. */
export function replaceNamedSecrets(text: string, replace: (secret: string) => string): string {
  if (!pairHint.test(text)) return text;
  return forms.reduce((result, form) => (form.hint.test(result) ? replaceInForm(result, form, replace) : result), text);
}

function replaceInForm(text: string, { start, value, isSecret }: PairForm, replace: (secret: string) => string): string {
  const parts: string[] = [];
  let copied = 0;
  for (const match of text.matchAll(start)) {
    const at = match.index + match[0].length;
    if (match.index < copied || !isSecret(match.groups?.['name'] ?? '')) continue;
    value.lastIndex = at;
    const [secret] = value.exec(text) ?? [];
    if (secret === undefined) continue;
    parts.push(text.slice(copied, at), replace(secret));
    copied = at + secret.length;
  }
  return copied === 0 ? text : parts.join('') + text.slice(copied);
}
