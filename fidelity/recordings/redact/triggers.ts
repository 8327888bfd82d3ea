/**
 * Finds where a text can contain a secret, in one pass, so that the slower patterns read only these places. Each pattern of redaction has a
 * trigger here. A trigger too many costs time, and one too few misses secrets.
 */
import { applicationHeaderWords, headerEnds, parameterWords, secretEnds, secretWords } from './secret-names.js';

/** Words of names, beginnings of tokens, what precedes secrets, escaped characters in JSON, and fields whose values are always replaced. */
const beginnings = String.raw`
  auth key code session connection recovery backup seed signed sign google samlre upload private x-vault @ %40 &# bearer
  kty \u \/ accountid account_id -u mysql mariadb login
  sshpass redis-cli ldap pass: identified securestring oracle eyj ya00. 0//0 0/0 aiza gocspx goog akia asia aroa agpa aida anpa _pat_
  xox hooks.slack gho_ ghp_ ghs_ ghu_ ghr_ glpat glptt gldt glrt glsoat glcbt glagent sk_ rk_ pk_ whsec_ sg. npm_ pypi- sk- hf_ _v0_
  curl sqlcmd mongo useradd usermod openssl from-literal with-token
  -begin -end :0000: :00000: :*: wifi: <<< sqlplus lftp requirepass masterauth rabbitmqctl snmp-server cmdkey schtasks
  xapp- dckr_ lin_api_ rubygems_ atatt sntrys_ glsa_ nvapi- 0:aa api/webhooks/0
  shpat shpca shppa shpss key- sq0 hvb. hvs. hvr. dapi secret-key $0$ $0a$ $0b$ $0x$ $0y$ $apr0$ $argon0 h0si
`;
/** What precedes IDs and numbers of projects, and IP addresses. */
const places = ['project', 'metricsscopes', '.svc.id.goog', '.appspot.com', 'in-addr.arpa', '::', 'organizations'];
/** Texts that occur in secrets, or before them, in lower case. `0` stands for any digit. */
const texts = [
  ...secretEnds,
  ...headerEnds,
  ...beginnings.trim().split(/\s+/),
  'basic ',
  '- begin ',
  '- end ',
  'net use',
  'zip -',
  'http -a',
  'https -a',
  'sudo -s',
  '7z ',
];
/** Texts that count only as whole words: `pin`, but not `opinion`. */
const words = [...secretWords, ...applicationHeaderWords, ...parameterWords];
/** The length of the shortest text in base64 or hexadecimal that is read. */
export const minRunLength = 16;

/** The classes of characters: letters without their case, digits, and others. */
const classes = new Uint8Array(128);
let classCount = 1;
for (const character of new Set([...texts, ...places, ...words].join('').replace(/\d/g, '0'))) {
  classes[character.charCodeAt(0)] = classCount;
  if (/[a-z]/.test(character)) classes[character.toUpperCase().charCodeAt(0)] = classCount;
  classCount += 1;
}
for (let digit = 48; digit < 58; digit += 1) classes[digit] = classes[48] as number;

/** What a character is, in addition to its class. */
const inRun = 64;
const isSpecial = 128;
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  const kind = (/[\w+/-]/.test(character) ? inRun : 0) + (/[.:%]/.test(character) ? isSpecial : 0);
  classes[code] = (classes[code] as number) + kind;
}

const isLetter = Uint8Array.from({ length: 128 }, (_, code) => Number(/[A-Za-z]/.test(String.fromCharCode(code))));
const isHex = Uint8Array.from({ length: 128 }, (_, code) => Number(/[\dA-Fa-f]/.test(String.fromCharCode(code))));

/** The outputs of the automaton. They are the kinds of triggers, too. */
const anywhere = 1;
const asWord = 2;
const ofPlace = 4;

/** What a trigger can identify: a secret, or only the ID or number of a project, or an IP address. */
export type TriggerKind = 'secret' | 'place' | 'any';
const outputsByKind: Readonly<Record<TriggerKind, number>> = {
  secret: anywhere | asWord,
  place: ofPlace,
  any: anywhere | asWord | ofPlace,
};

const hasOutput = 0x8000;

/** The automaton of Aho and Corasick. */
const { next, outputs, lengths } = createAutomaton();

function createAutomaton(): { readonly next: Uint16Array; readonly outputs: Uint8Array; readonly lengths: Uint8Array } {
  const children: Map<number, number>[] = [new Map()];
  const found: number[] = [0];
  const wordLengths: number[] = [0];
  const add = (text: string, output: number): void => {
    let state = 0;
    for (const character of text.replace(/\d/g, '0')) {
      const own = (classes[character.charCodeAt(0)] as number) & 63;
      const child = children[state]?.get(own) ?? children.length;
      if (child === children.length) {
        children[state]?.set(own, child);
        children.push(new Map());
        found.push(0);
        wordLengths.push(0);
      }
      state = child;
    }
    found[state] = (found[state] as number) | output;
    if (output === asWord) wordLengths[state] = text.length;
  };
  for (const text of texts) add(text, anywhere);
  for (const place of places) add(place, ofPlace);
  for (const word of words) add(word, asWord);
  const table = new Uint16Array(children.length * classCount);
  const failures = new Uint16Array(children.length);
  const queue = [0];
  for (const state of queue)
    for (let own = 0; own < classCount; own += 1) {
      const child = children[state]?.get(own);
      const failure = state === 0 ? 0 : (table[(failures[state] as number) * classCount + own] as number);
      if (child === undefined) {
        table[state * classCount + own] = failure;
        continue;
      }
      table[state * classCount + own] = child;
      failures[child] = failure;
      found[child] = (found[child] as number) | (found[failure] as number);
      wordLengths[child] ||= wordLengths[failure] as number;
      queue.push(child);
    }
  // Marks the states with an output.
  for (const [index, state] of table.entries()) if (found[state] !== 0) table[index] = state | hasOutput;
  return { next: table, outputs: Uint8Array.from(found), lengths: Uint8Array.from(wordLengths) };
}

interface TriggerRange {
  /** Default: any kind. */
  readonly kind?: TriggerKind;
  /** Default: the whole text. */
  readonly start?: number;
  readonly end?: number;
}

/** Returns the index of the first trigger in a range of a text, or -1. */
export function findTrigger(text: string, { kind = 'any', start = 0, end = text.length }: TriggerRange = {}): number {
  const wanted = outputsByKind[kind];
  let state = 0;
  let run = 0;
  let letterCases = 0;
  const marks = { dots: 0, dot: -9, colons: 0, colon: -9 };
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127) {
      state = 0;
      run = 0;
      continue;
    }
    const own = classes[code] as number;
    state = next[state * classCount + (own & 63)] as number;
    if (state >= hasOutput) {
      state -= hasOutput;
      const found = (outputs[state] as number) & wanted;
      if ((found & ~asWord) !== 0 || (found !== 0 && isWord(text, at + 1, lengths[state] as number))) return at;
    }
    if (own < inRun) run = 0;
    else if ((own & inRun) !== 0) {
      // Base64 has letters of both cases, and most paths don't.
      if (run === 0) letterCases = 0;
      letterCases |= code >= 97 ? 1 : code >= 65 && code <= 90 ? 2 : 0;
      run += 1;
      if (run >= minRunLength && letterCases === 3 && kind !== 'place') return at;
    } else {
      run = 0;
      if (code === 37 ? kind !== 'place' && isEscape(text, at) : kind !== 'secret' && isAddress(code, at, marks)) return at;
    }
  }
  return -1;
}

/** Whether a percent-encoded character is here. */
const isEscape = (text: string, at: number): boolean => isHex[text.charCodeAt(at + 1)] === 1 && isHex[text.charCodeAt(at + 2)] === 1;

/** Whether the third dot of an IP address, or the seventh colon of one of version 6, is here. */
function isAddress(code: number, at: number, marks: { dots: number; dot: number; colons: number; colon: number }): boolean {
  if (code === 46) {
    marks.dots = at - marks.dot <= 4 ? marks.dots + 1 : 1;
    marks.dot = at;
    return marks.dots >= 3;
  }
  marks.colons = at - marks.colon <= 5 ? marks.colons + 1 : 1;
  marks.colon = at;
  return marks.colons >= 7;
}

/** Whether the characters before `end` are a word, also one in `camelCase` or in the plural. */
function isWord(text: string, end: number, length: number): boolean {
  const after = text.charCodeAt(end);
  const isEnd = isLetter[after] !== 1 || after < 97 || after === 115 || continuation.test(text.slice(end, end + 10));
  if (!isEnd) return false;
  const before = text.charCodeAt(end - length - 1);
  const first = text.charCodeAt(end - length);
  return isLetter[before] !== 1 || (first < 97 && before >= 97);
}

/** What can follow a word in the name of a secret. */
const continuation = /^(?:value|data|string|text|pem|hash|base64|plain|raw)/i;

/** Checks whether ranges of a text contain a trigger. The ranges must be in ascending order. */
export class TriggerCursor {
  #at: number;

  constructor(private readonly text: string) {
    this.#at = findTrigger(text);
  }

  isIn(start: number, end: number): boolean {
    while (this.#at >= 0 && this.#at < start) this.#at = findTrigger(this.text, { start: Math.max(this.#at + 1, start - minRunLength) });
    return this.#at >= 0 && this.#at < end;
  }
}

const blockLength = 4096;
/** The most characters of indented lines that follow a block and belong to it. */
const maxIndented = 64 * 1024;

/**
 * Yields the parts of a text that contain triggers of a kind, in order. A part has whole lines if they are short, and contains the lines around a
 * trigger, because a secret can begin before it or end after it.
 */
export function* findSuspiciousParts(text: string, kind: TriggerKind): Iterable<readonly [start: number, end: number]> {
  let part: [number, number] | undefined;
  for (let at = findTrigger(text, { kind }); at >= 0;) {
    const block = Math.floor(at / blockLength);
    const start = findLineStart(text, Math.max(0, (block - 1) * blockLength));
    const end = findIndentedEnd(text, findLineEnd(text, Math.min(text.length, (block + 2) * blockLength)));
    if (part !== undefined && start > part[1]) {
      yield part;
      part = undefined;
    }
    part = [part?.[0] ?? start, Math.max(end, part?.[1] ?? 0)];
    // The next trigger that can enlarge the part.
    at = findTrigger(text, { kind, start: Math.max(at + 1, (block + 1) * blockLength - minRunLength) });
  }
  if (part !== undefined) yield part;
}

/** Returns the start of the line, or the same place in a long line. */
function findLineStart(text: string, at: number): number {
  const found = text.slice(Math.max(0, at - blockLength), at).lastIndexOf('\n');
  return found < 0 ? (at <= blockLength ? 0 : at) : Math.max(0, at - blockLength) + found + 1;
}

/** Returns the end of the line, or the same place in a long line. */
function findLineEnd(text: string, at: number): number {
  const rest = text.slice(at, at + blockLength);
  const found = rest.indexOf('\n');
  return found < 0 ? (rest.length < blockLength ? text.length : at) : at + found + 1;
}

function findIndentedEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && end - start < maxIndented && text[end - 1] === '\n' && /[ \t\r\n]/.test(text[end] ?? '')) {
    const next = text.indexOf('\n', end);
    end = next < 0 ? text.length : next + 1;
  }
  return end;
}
