/** Finds and replaces secrets in single texts. Remembers the replaced values, and finds them also where nothing identifies them. */
import { createHash } from 'node:crypto';
import { AddressRedactor } from './addresses.js';
import { findKeyBlocks, keyBlockHint } from './key-blocks.js';
import { KnownValues } from './known-values.js';
import { findNamedSecrets, namedSecretHint } from './named-secrets.js';
import type { Replacements } from './pseudonyms.js';
import { contextHint, secretContexts, secretTokens, tokenHint } from './secrets.js';
import type { AddEdit, TextEdits } from './text-edits.js';

export interface RedactorOptions {
  /** Finds further secrets in a text: where each starts and ends, in order. */
  readonly findSecrets?: (text: string) => Iterable<readonly [start: number, end: number]>;
  /** Projects to replace wherever they occur. */
  readonly projects?: readonly string[];
  /** Words that are never a project on their own, such as those in the paths of an API. */
  readonly words?: ReadonlySet<string>;
  /** Whether to leave out bodies that aren't texts, in which secrets can't be found. Default: false. */
  readonly omitsBinary?: boolean;
  /** Whether the IDs and numbers of projects, and IP addresses, stay. Default: false. */
  readonly keepsPlaces?: boolean;
}

const minSecretLength = 8;
/** The length of the shortest project IDs and numbers of Google. Shorter ones are replaced only where the place identifies them. */
const minProjectLength = 6;
/** A password of letters only, such as `required`, can be a word, and isn't replaced where nothing identifies it. */
const word = /^[A-Za-z][a-z]{0,10}$/;

export class TextRedactor {
  readonly #replacements: Replacements;
  readonly #addresses: AddressRedactor;
  readonly #options: RedactorOptions;
  /** The replacements of secrets and projects. */
  readonly #known = new KnownValues();
  #knownCount = 0;

  constructor(replacements: Replacements, options: RedactorOptions) {
    this.#replacements = replacements;
    this.#addresses = new AddressRedactor(replacements);
    this.#options = options;
    for (const project of options.projects ?? []) this.replaceProject(project);
  }

  /** Whether the user has patterns of further secrets. */
  get hasOwnPatterns(): boolean {
    return this.#options.findSecrets !== undefined;
  }

  /** The number of values that have become known. */
  get knownCount(): number {
    return this.#knownCount;
  }

  /** Lists the values that became known after `count` other ones, with their replacements. */
  listKnown(count: number): readonly (readonly [value: string, replacement: string])[] {
    return this.#known.listLast(this.#knownCount - count);
  }

  /** Adds the changes of secrets and email addresses. `replaceSecret`: replaces the value of a name. */
  collectSecrets(text: string, edits: TextEdits, replaceSecret: (text: string) => string): void {
    this.#collectMatches(text, edits.add);
    if (keyBlockHint.test(text)) for (const [start, end] of findKeyBlocks(text)) edits.add(start, end, this.replaceSecret);
    if (namedSecretHint.test(text)) for (const [start, end] of findNamedSecrets(text)) edits.add(start, end, replaceSecret);
    if (contextHint.test(text)) addMatches(text, secretContexts, (start, end) => edits.add(start, end, replaceSecret));
    if (tokenHint.test(text)) addMatches(text, secretTokens, (start, end) => edits.add(start, end, this.replaceSecret));
    edits.settle();
    if (emailHint.test(text)) this.#collectEmails(text, edits.add);
    edits.settle();
  }

  /** Adds the changes of projects and IP addresses. */
  collectPlaces(text: string, add: AddEdit): void {
    if (this.#options.keepsPlaces === true) return;
    this.#addresses.collect(text, add);
    if (ownerHint.test(text)) addMatches(text, projectInText, (start, end) => add(start, end, (project) => this.replaceProject(project)));
    if (projectHint.test(text))
      addMatches(text, projectInPath, (start, end) => add(start, end, (project) => this.replaceProjectSegment(project)));
  }

  /** Replaces the known values between two places of a text. */
  readonly replaceKnown = (text: string, start: number, end: number): string => this.#known.replaceAll(text, start, end);

  /** Replaces the digits of a number that is a known project number, or that a pattern of the user matches. */
  redactNumber(number: string): string {
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const result = this.redactMatches(number);
    return result === number ? number : this.#toNumber(result, number);
  }

  /** Replaces a number that is a secret. */
  replaceNumber(number: string): string {
    return this.#toNumber(this.replaceSecret(number), number);
  }

  #toNumber(result: string, number: string): string {
    return jsonNumber.test(result) ? result : number.replaceAll(/\d/g, '1');
  }

  /** Replaces the credentials in the value of a header, and keeps a scheme before them, such as `Bearer`. */
  replaceCredentials(value: string): string {
    const [, scheme = '', secret = value] = credentials.exec(value) ?? [];
    // The service can repeat the password.
    if (/^basic /i.test(scheme))
      this.replaceSecret(
        Buffer.from(secret, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, ''),
      );
    return scheme + this.replaceSecret(secret);
  }

  readonly replaceSecret = (text: string): string => {
    const trimmed = text.trim();
    if (trimmed === '' || isPlaceholder(trimmed)) return text;
    const replacement = this.#known.get(trimmed) ?? this.#createSecret(trimmed);
    return text.length === trimmed.length ? replacement : text.replace(trimmed, () => replacement);
  };

  #createSecret(secret: string): string {
    const bytes = /^[\w+/-]{43}=$/.test(secret) ? Buffer.from(secret, 'base64') : undefined;
    const replacement = bytes === undefined ? this.#replacements.replace(secret) : this.#replacements.replaceBase64(secret);
    // Services return the digest of an encryption key.
    if (bytes !== undefined) this.#learn(hash(bytes), hash(Buffer.from(replacement, 'base64')));
    if (secret.length >= minSecretLength && !word.test(secret)) this.#learn(secret, replacement);
    return replacement;
  }

  /** Replaces the ID or the number of a project. */
  replaceProject(text: string): string {
    if (this.#options.keepsPlaces === true || !projectForm.test(text)) return this.replaceKnown(text, 0, text.length);
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const replacement = this.#replacements.replace(text);
    const isWord = commonWords.has(text) || (this.#options.words?.has(text) ?? false);
    if (text.length >= minProjectLength && !isWord) this.#learn(text, replacement);
    return replacement;
  }

  /** Replaces a project in a path. A custom verb, or the punctuation of a sentence, can follow it. */
  replaceProjectSegment(text: string): string {
    const [, project = text, verb = ''] = /^(.*?)(:[a-zA-Z]*|\.)?$/s.exec(text) ?? [];
    return /^[-_*]$/.test(project) || /[{}$*]/.test(project) ? text : this.replaceProject(project) + verb;
  }

  /** Replaces the name of a service account. */
  replaceAccount(text: string): string {
    return /^[a-z][\da-z-]*$/.test(text) ? this.#replacements.replace(text) : text;
  }

  /** Makes a text known whose replacement follows from that of another one, such as a digest. */
  learnReplacement(text: string, replacement: string): void {
    this.#learn(text, replacement);
  }

  #learn(value: string, replacement: string): void {
    if (this.#known.add(value, replacement)) this.#knownCount += 1;
  }

  /** Replaces what the user's patterns match. */
  redactMatches(text: string): string {
    const { findSecrets } = this.#options;
    if (findSecrets === undefined) return text;
    const parts: string[] = [];
    let end = 0;
    for (const [start, next] of findSecrets(text)) {
      if (next <= start) continue;
      parts.push(text.slice(end, start), this.replaceSecret(text.slice(start, next)));
      end = next;
    }
    return parts.join('') + text.slice(end);
  }

  #collectMatches(text: string, add: AddEdit): void {
    for (const [start, end] of this.#options.findSecrets?.(text) ?? []) add(start, end, this.replaceSecret);
  }

  /** Finds email addresses from their `@` in both directions, so that long texts take linear time. */
  #collectEmails(text: string, add: AddEdit): void {
    for (const match of text.matchAll(emailStart)) {
      const at = match.index;
      const [separator, local = ''] = match;
      const name = local.replace(/^.*[/=?&'`{}|%]/, '');
      const start = at + separator.length;
      const [domain] = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/u.exec(text.slice(start, start + 255)) ?? [];
      if (name === '' || domain === undefined || isPlaceholder(name)) continue;
      add(at - name.length, start + domain.length, () => this.#replaceEmail(name, domain, separator));
    }
  }

  #replaceEmail(name: string, domain: string, at: string): string {
    const [, account] = /^(.+)\.gserviceaccount\.com$/.exec(domain) ?? [];
    if (account === undefined) {
      const [local = '', host] = this.#replacements.replace(`${name}@${domain}`).split('@');
      return host === undefined ? local : `${local}${at}${host}`;
    }
    if (this.#options.keepsPlaces === true) return `${name}${at}${domain}`;
    const [, project] = /^(.+)\.iam$/.exec(account) ?? [];
    const isOwn = project !== undefined && !googleProjects.test(project);
    const host = isOwn ? `${this.replaceProject(project)}.iam.gserviceaccount.com` : domain;
    // Service agents of Google have the number of the project in their name, and default accounts its ID.
    const [, prefix = '', number, suffix = ''] = /^((?:service-)?)(\d{6,})((?:[-@].*)?)$/.exec(name) ?? [];
    const local =
      number !== undefined
        ? prefix + this.replaceProject(number) + suffix
        : account === 'appspot'
          ? this.replaceProject(name)
          : this.replaceAccount(name);
    return `${local}${at}${host}`;
  }
}

function addMatches(text: string, pattern: RegExp, add: (start: number, end: number) => void): void {
  for (const { index, 0: found } of text.matchAll(pattern)) add(index, index + found.length);
}

/** Words of the paths of many APIs. */
const commonWords: ReadonlySet<string> = new Set(['projects', 'locations', 'global', 'regions', 'folders', 'organizations', 'default']);
const collections = 'projects|metricsScopes|organizations';
/** Collections whose members are projects under their own IDs. Those of Apigee are organizations. */
export const projectCollections: RegExp = new RegExp(`^(?:${collections})$`);
const ownerHint = /[pP]roject|\.svc\.id\.goog|\.appspot\.com/;
/** A number or an ID with a hyphen or a digit after the word in a message, and an ID in a host name. */
const projectInText =
  /(?<=\b[pP]roject(?: number)?[ :=]{1,2}['"]?)(?:\d{6,}|(?=[a-z]{1,29}[\d-])[a-z][a-z\d-]{4,28}[a-z\d])(?![\w-])|(?<![\w.-])[a-z][a-z\d-]{4,61}[a-z\d](?=\.(?:svc\.id\.goog|appspot\.com))/g;
const projectHint = new RegExp(`(?:${collections})(?:/|%)`);
const projectInPath = new RegExp(String.raw`(?<=(?:^|[/"'\s(=]|%2F)(?:${collections})(?:/|%(?:25){0,4}2F))[^/?#"'\s),;\\%&]+`, 'g');
const projectForm = /^(?:(?:[a-z\d-]+\.)+[a-z\d-]+:)?[a-z][a-z\d-]{0,62}$|^\d+$/;
/** Projects of Google, in which the service agents of all customers are. */
const googleProjects =
  /^(?:gcp-sa-[\w-]+|gs-project-accounts|compute-system|container-engine-robot|containerregistry|cloud-[\w-]+|[\w-]+-robot|[\w-]+\.google\.com|firebase-[\w-]+|dataflow-service-producer-prod|bigquery-encryption|serverless-robot-prod|gae-api-prod|security-center-api|service-networking)$/;

/** The scheme of credentials, and what follows it. */
const credentials = /^((?!(?:\S*\d){3})[A-Za-z][\w-]{0,20} )(.+)$/s;
const emailHint = /@|%40|&#(?:64|x40);/i;
/** Matches the separator of an email address. The group is the local part before it. */
const emailStart = /(?<=([\p{L}\p{N}\w.!#$%&'*+/=?^`{|}~-]{1,64}))(?:@|%(?:25){0,4}40|&#(?:64|x40);)/giu;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const isPlaceholder = (text: string): boolean => text.includes('${');
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
