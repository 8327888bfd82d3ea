/** What a change is, and what it means for those who use the API: the one place where a change is judged. */
import { compareText, type Location } from '../diagnostics.js';
import type { Pointer } from '../read/specification.js';

/** Kinds of changes, in the order in which a changelog lists them. */
export const changeKinds = {
  // the API
  'name-changed': 'the name of the API, and with it that of the package',
  'version-changed': 'the version of the API, and with it the name of the package',
  'client-renamed': 'the word that the client is called by',
  'address-changed': 'the address that a client calls if it is told no other',
  'endpoint-removed': 'a location no longer has an address of its own',
  'endpoint-added': 'another location has an address of its own',
  'wrapping-changed': 'whether bodies stand below `data`',
  'service-path-changed': 'what all paths begin with',
  'batch-changed': 'the path of batch requests',
  // methods
  'method-removed': 'a method is gone',
  'method-renamed': 'a method with the same verb and path has another name',
  'method-added': 'a new method',
  'verb-changed': 'the HTTP method',
  'route-changed': 'the path of a method',
  'request-changed': 'a body is taken, or no longer',
  'response-changed': 'a body is answered, or no longer',
  'paging-changed': 'how pages are asked for and found',
  'operation-changed': 'whether an operation is answered, and of which style',
  'request-id-changed': 'the parameter or field that makes a call safe to repeat',
  'media-changed': 'upload or download of media',
  'behavior-changed': 'what the mock does',
  'scope-removed': 'a scope no longer suffices',
  'scope-added': 'another scope suffices, or one is needed where none was',
  'permission-removed': 'a permission is no longer needed',
  'permission-added': 'a further permission is needed',
  'permission-changed': 'when a permission is needed',
  // parameters and fields
  'parameter-removed': 'a parameter is gone',
  'parameter-renamed': 'a parameter that means the same has another name',
  'parameter-added': 'a new parameter',
  'location-changed': 'a parameter moves between path and query',
  'schema-removed': 'a schema is gone',
  'schema-renamed': 'a schema with the same content has another name',
  'schema-added': 'a new schema',
  'field-removed': 'a field is gone',
  'field-renamed': 'a field that means the same has another name',
  'field-added': 'a new field',
  'required-changed': 'whether a value must be there',
  'read-only-changed': 'whether only the server sets a field',
  'write-only-changed': 'whether a field is never answered',
  'immutable-changed': 'whether a field can be set at creation alone',
  'patchable-changed': 'whether a patch changes a field',
  'omit-empty-changed': 'whether an empty field is left out of answers',
  'default-changed': 'what the absence of a value means',
  // types
  'type-changed': 'the type of a value',
  'reference-changed': 'the schema that a value refers to',
  'format-changed': 'the format of a value',
  'enum-value-removed': 'a value is no longer among those of an enum',
  'enum-value-added': 'a further value of an enum',
  'enum-changed': 'whether the values are listed, and whether the list is all of them',
  'const-changed': 'the one value that is possible',
  'range-changed': 'the smallest or largest number',
  'length-changed': 'the length of a text',
  'pattern-changed': 'the pattern of a text',
  'refused-values-changed': 'values that are refused',
  'fields-opened': 'fields beyond those that are listed are admitted',
  'fields-closed': 'only the listed fields are admitted',
  // rules and words
  'rule-removed': 'a rule is gone',
  'rule-changed': 'a rule says something else',
  'rule-added': 'a new rule',
  deprecated: 'something is deprecated',
  'not-deprecated': 'something is no longer deprecated',
  'documentation-changed': 'a description',
} as const;
export type ChangeKind = keyof typeof changeKinds;

/** What the next version must be: semver of the generated package. */
export const versionBumps = ['none', 'patch', 'minor', 'major'] as const;
export type VersionBump = (typeof versionBumps)[number];

export interface Change {
  readonly kind: ChangeKind;
  /** What changed: `Thing.note`, `things.list(maxResults)`. */
  readonly subject: string;
  readonly breaking: boolean;
  readonly step: VersionBump;
  /** What is different. */
  readonly message: string;
  /** Why that is breaking or not. */
  readonly reason: string;
  /** Where it stood; of something new: what it was added to. */
  readonly old: Location;
  /** Where it stands; of something gone: what it is gone from. */
  readonly new: Location;
}

/** Where a value travels: in requests, in responses. */
export interface Direction {
  readonly sent: boolean;
  readonly received: boolean;
}
export const sentOnly: Direction = { sent: true, received: false };

/**
 * What a change does to what is possible.
 *
 * - `adds`, `removes`: something that can be used, or need not be
 * - `narrows`, `widens`: fewer, more values are valid; types do not tell
 * - `tightens`, `loosens`: the same, and the TypeScript types tell
 * - `replaces`: neither more nor fewer, but other ones
 * - `explains`: nothing
 */
export type Effect = 'adds' | 'removes' | 'narrows' | 'widens' | 'tightens' | 'loosens' | 'replaces' | 'explains';

export type Impact = Pick<Change, 'breaking' | 'step' | 'reason'>;

const major = (reason: string): Impact => ({ breaking: true, step: 'major', reason });
const minor = (reason: string): Impact => ({ breaking: false, step: 'minor', reason });
const patch = (reason: string): Impact => ({ breaking: false, step: 'patch', reason });

/** The verdict on a change of something that travels in these directions. */
export function classifyChange(effect: Effect, { sent, received }: Direction): Impact {
  switch (effect) {
    case 'adds':
      return minor('what is there already stays as it is');
    case 'removes':
      return major('code that uses it no longer works');
    case 'narrows':
    case 'tightens':
      return sent ? major('requests that were accepted are refused') : minor('what is answered was possible before');
    case 'widens':
      return minor(sent ? 'requests that were accepted still are' : 'the types of what is answered are the same');
    case 'loosens':
      return received
        ? major('answers can hold what the types of before do not allow for')
        : minor('requests that were accepted still are');
    case 'replaces':
      return major(sent ? 'what was sent before means something else or is refused' : 'answers differ from what they were');
    case 'explains':
      return patch('it concerns the documentation alone');
  }
}

/** A place in both versions. */
export interface Site {
  readonly subject: string;
  readonly old: Pointer;
  readonly new: Pointer;
  readonly direction: Direction;
}

/** A part of a place: of both versions, under the same key. */
export function createChildSite(site: Site, keys: Pointer, subject = site.subject): Site {
  return { ...site, subject, old: [...site.old, ...keys], new: [...site.new, ...keys] };
}

type At = (pointer: Pointer, part?: 'key' | 'value') => Location;

export interface ChangeText {
  /** In words, with what was and what is. */
  readonly message: string;
  readonly effect: Effect;
  /** In place of the usual reason. */
  readonly reason?: string;
}

/** Collects changes with their places. */
export class Changes {
  readonly #found: Change[] = [];

  constructor(private readonly at: { readonly old: At; readonly new: At }) {}

  add(kind: ChangeKind, site: Site, { message, effect, reason }: ChangeText): void {
    const verdict = classifyChange(effect, site.direction);
    this.#found.push({
      kind,
      subject: site.subject,
      ...verdict,
      ...(reason === undefined ? {} : { reason }),
      message,
      old: this.at.old(site.old, 'key'),
      new: this.at.new(site.new, 'key'),
    });
  }

  /** By place in the new version, then in the old one. */
  toSorted(): Change[] {
    return this.#found.sort(
      (a, b) =>
        compareLocation(a.new, b.new) || compareLocation(a.old, b.old) || compareText(a.kind, b.kind) || compareText(a.message, b.message),
    );
  }
}

function compareLocation(a: Location, b: Location): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/** The largest step that a change calls for. */
export function getLargestBump(changes: readonly Change[]): VersionBump {
  return versionBumps.findLast((step) => changes.some((change) => change.step === step)) ?? 'none';
}
