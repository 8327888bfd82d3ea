/** Finds and replaces secrets in single texts. Remembers the replaced values, and finds them also where nothing identifies them. */
import { createHash } from 'node:crypto';
import { AddressRedactor } from './addresses.js';
import type { Pseudonyms } from './pseudonyms.js';
import { replaceNamedSecrets } from './secret-pairs.js';
import { contextHint, secretContexts, secretTokens, tokenHint } from './secrets.js';

export interface RedactorOptions {
  /** Finds further secrets in a text: where each starts and ends, in order. */
  readonly findSecrets?: (text: string) => Iterable<readonly [start: number, end: number]>;
  /** Projects to replace wherever they occur. */
  readonly projects?: readonly string[];
  /** Words that are never a project on their own, such as those in the paths of an API. */
  readonly words?: ReadonlySet<string>;
}

/** Limits the memory for known values. */
const maxKnown = 100_000;
const minSecretLength = 8;
const maxCached = 10_000;
const maxCachedLength = 1000;
/** The length of the shortest project IDs and numbers of Google. Shorter ones are replaced only where the place identifies them. */
const minProjectLength = 6;

export class TextRedactor {
  readonly #pseudonyms: Pseudonyms;
  readonly #addresses: AddressRedactor;
  readonly #options: RedactorOptions;
  /** The replacements of secrets, and of projects. */
  readonly #secrets = new Map<string, string>();
  readonly #projects = new Map<string, string>();
  #knownCount = 0;
  readonly #cache = new Map<string, string>();
  #cacheCount = 0;

  constructor(pseudonyms: Pseudonyms, options: RedactorOptions) {
    this.#pseudonyms = pseudonyms;
    this.#addresses = new AddressRedactor(pseudonyms);
    this.#options = options;
    for (const project of options.projects ?? []) this.replaceProject(project);
  }

  /** The number of values that have become known. */
  get knownCount(): number {
    return this.#knownCount;
  }

  /** Values occur often in the same traffic, so that results are kept while no further value becomes known. */
  redact(text: string): string {
    if (text.length > maxCachedLength) return this.#redact(text);
    if (this.#cacheCount !== this.#knownCount || this.#cache.size > maxCached) this.#cache.clear();
    this.#cacheCount = this.#knownCount;
    const cached = this.#cache.get(text);
    if (cached !== undefined) return cached;
    const result = this.#redact(text);
    if (this.#cacheCount === this.#knownCount) this.#cache.set(text, result);
    return result;
  }

  #redact(text: string): string {
    if (text === '') return text;
    let result = replaceNamedSecrets(this.redactMatches(text), (secret) => this.replaceSecret(secret));
    if (contextHint.test(result)) result = result.replace(secretContexts, (secret) => this.replaceSecret(secret));
    if (tokenHint.test(result)) result = result.replace(secretTokens, (secret) => this.replaceSecret(secret));
    if (result.includes('@') || result.includes('%40')) result = this.#redactEmails(result);
    result = this.#addresses.replaceAll(result);
    if (ownerHint.test(result)) result = result.replace(projectInText, (project) => this.replaceProject(project));
    if (projectHint.test(result))
      result = result.replace(projectInPath, (_, start: string, project: string) => start + this.replaceProjectSegment(project));
    return this.#redactKnown(result);
  }

  /** Replaces the digits of a number that is a known project number, or that a pattern of the user matches. */
  redactNumber(number: string): string {
    const project = this.#projects.get(number);
    if (project !== undefined) return project;
    const result = this.redactMatches(number);
    return jsonNumber.test(result) ? result : number.replaceAll(/\d/g, '1');
  }

  /** Replaces the credentials in the value of a header, and keeps a scheme before them, such as `Bearer`. */
  replaceCredentials(value: string): string {
    const [, scheme = '', secret = value] = /^([A-Za-z][\w-]* )(.+)$/s.exec(value) ?? [];
    // The service can repeat the password.
    if (/^basic /i.test(scheme))
      this.replaceSecret(
        Buffer.from(secret, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, ''),
      );
    return scheme + this.replaceSecret(secret);
  }

  replaceSecret(text: string): string {
    const trimmed = text.trim();
    if (trimmed === '' || isPlaceholder(trimmed)) return text;
    const known = this.#secrets.get(trimmed);
    const replacement = known ?? this.#createSecret(trimmed);
    return text.replace(trimmed, () => replacement);
  }

  #createSecret(secret: string): string {
    const bytes = /^[\w+/-]{43}=$/.test(secret) ? Buffer.from(secret, 'base64') : undefined;
    const replacement = bytes === undefined ? this.#pseudonyms.replace(secret) : this.#pseudonyms.replaceBase64(secret);
    // Services return the digest of an encryption key.
    if (bytes !== undefined) this.#learn(this.#secrets, hash(bytes), hash(Buffer.from(replacement, 'base64')));
    if (secret.length >= minSecretLength) this.#learn(this.#secrets, secret, replacement);
    return replacement;
  }

  /** Replaces the ID or the number of a project. */
  replaceProject(text: string): string {
    if (!projectForm.test(text)) return this.redact(text);
    const known = this.#projects.get(text);
    if (known !== undefined) return known;
    const replacement = this.#pseudonyms.replace(text);
    const isWord = commonWords.has(text) || (this.#options.words?.has(text) ?? false);
    if (text.length >= minProjectLength && !isWord) this.#learn(this.#projects, text, replacement);
    return replacement;
  }

  /** Replaces a project in a path. A custom verb, or the punctuation of a sentence, can follow it. */
  replaceProjectSegment(text: string): string {
    const [, project = text, verb = ''] = /^(.*?)(:[a-zA-Z]*|\.)?$/s.exec(text) ?? [];
    return /^[-_*]$/.test(project) || /[{}$*]/.test(project) ? text : this.replaceProject(project) + verb;
  }

  /** Replaces the name of a service account. */
  replaceAccount(text: string): string {
    return /^[a-z][\da-z-]*$/.test(text) ? this.#pseudonyms.replace(text) : this.redact(text);
  }

  #learn(known: Map<string, string>, value: string, replacement: string): void {
    if (known.has(value)) return;
    const [oldest] = known.size >= maxKnown ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(value, replacement);
    this.#knownCount += 1;
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

  /** Finds email addresses from their `@` in both directions, so that long texts take linear time. */
  #redactEmails(text: string): string {
    const parts: string[] = [];
    let copied = 0;
    for (const match of text.matchAll(emailStart)) {
      const at = match.index;
      const [, local = ''] = match;
      const name = local.replace(/^.*[/=?&'`{}|%]/, '');
      const start = at + match[0].length;
      const [domain] = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/u.exec(text.slice(start, start + 255)) ?? [];
      if (name === '' || at - name.length < copied || domain === undefined || isPlaceholder(name)) continue;
      parts.push(text.slice(copied, at - name.length), this.#replaceEmail(name, domain, match[0]));
      copied = start + domain.length;
    }
    return parts.join('') + text.slice(copied);
  }

  #replaceEmail(name: string, domain: string, at: string): string {
    const [, account] = /^(.+)\.gserviceaccount\.com$/.exec(domain) ?? [];
    if (account === undefined) {
      const [local = '', host = ''] = this.#pseudonyms.replace(`${name}@${domain}`).split('@');
      return `${local}${at}${host}`;
    }
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

  #redactKnown(text: string): string {
    if (text.length < minProjectLength) return text;
    const withoutSecrets = this.#secrets.size === 0 ? text : text.replace(/[\w.~+/-]{8,}=*/g, (word) => this.#redactWord(word));
    if (this.#projects.size === 0) return withoutSecrets;
    // Escapes, also of escapes, aren't a part of a name.
    if (!withoutSecrets.includes('%')) return this.#redactNames(withoutSecrets);
    return withoutSecrets
      .split(/(%(?:25)*[\dA-Fa-f]{2})/)
      .map((part, index) => (index % 2 === 0 ? this.#redactNames(part) : part))
      .join('');
  }

  #redactWord(word: string): string {
    const known = this.#secrets.get(word);
    if (known !== undefined || !word.includes('/')) return known ?? word;
    return word
      .split('/')
      .map((part) => this.#secrets.get(part) ?? part)
      .join('/');
  }

  #redactNames(text: string): string {
    return text.replace(/(?<![A-Za-z\d-])[A-Za-z\d-]{6,}(?![A-Za-z\d])/g, (word) => this.#redactName(word));
  }

  /** Replaces projects in a name whose parts have hyphens between them, such as `my-project-logs`. */
  #redactName(name: string): string {
    const known = this.#projects.get(name);
    if (known !== undefined || !name.includes('-')) return known ?? name;
    const parts = name.split('-');
    if (parts.length > maxNameParts) return name;
    for (let length = parts.length - 1; length > 0; length -= 1)
      for (let start = 0; start + length <= parts.length; start += 1) {
        const replacement = this.#projects.get(parts.slice(start, start + length).join('-'));
        if (replacement === undefined) continue;
        const [before, after] = [parts.slice(0, start).join('-'), parts.slice(start + length).join('-')];
        return [before, replacement, after].filter((part) => part !== '').join('-');
      }
    return name;
  }
}

/** Words of the paths of many APIs. */
const commonWords: ReadonlySet<string> = new Set(['projects', 'locations', 'global', 'regions', 'folders', 'organizations', 'default']);
const maxNameParts = 16;
/** Collections whose members are projects under their own IDs. Those of Apigee are organizations. */
export const projectCollections: RegExp = /^(?:projects|metricsScopes|organizations)$/;
const ownerHint = /[pP]roject|\.svc\.id\.goog|\.appspot\.com/;
/** A number or an ID with a hyphen or a digit after the word in a message, and an ID in a host name. */
const projectInText =
  /(?<=\b[pP]roject(?: number)?[ :=]{1,2}['"]?)(?:\d{6,}|(?=[a-z]{1,29}[\d-])[a-z][a-z\d-]{4,28}[a-z\d])(?![\w-])|(?<![\w.-])[a-z][a-z\d-]{4,61}[a-z\d](?=\.(?:svc\.id\.goog|appspot\.com))/g;
const projectHint = /(?:projects|metricsScopes)(?:\/|%)/;
const projectInPath = /((?:^|[/"'\s(=]|%2F)(?:projects|metricsScopes)(?:\/|%(?:25)*2F))([^/?#"'\s),;\\%&]+)/g;
const projectForm = /^(?:(?:[a-z\d-]+\.)+[a-z\d-]+:)?[a-z][a-z\d-]{0,62}$|^\d+$/;
/** Projects of Google, in which the service agents of all customers are. */
const googleProjects =
  /^(?:gcp-sa-[\w-]+|gs-project-accounts|compute-system|container-engine-robot|containerregistry|cloud-[\w-]+|[\w-]+-robot|[\w-]+\.google\.com|firebase-[\w-]+|dataflow-service-producer-prod|bigquery-encryption|serverless-robot-prod|gae-api-prod|security-center-api|service-networking)$/;

/** Matches the separator of an email address. The group is the local part before it. */
const emailStart = /(?<=([\p{L}\p{N}\w.!#$%&'*+/=?^`{|}~-]{1,64}))(?:@|%40)/gu;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const isPlaceholder = (text: string): boolean => text.includes('${');
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
