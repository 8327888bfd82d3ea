/** Classifies changes: what a change means for users of the API, in one place. */
import { compareText, type Location } from '../diagnostics.js';
import type { Pointer } from '../read/specification.js';

/** Kinds of changes, in the order of a changelog. */
export const changeKinds = {
  // the API
  'name-changed': 'the name of the API, and so the name of the package',
  'version-changed': 'the version of the API, and so the name of the package',
  'client-renamed': 'the name of the client',
  'address-changed': 'the default address of a client',
  'endpoint-removed': 'a location no longer has an address of its own',
  'endpoint-added': 'another location has an address of its own',
  'wrapping-changed': 'whether bodies are wrapped in `data`',
  'service-path-changed': 'the prefix of all paths',
  'batch-changed': 'the path of batch requests',
  // methods
  'method-removed': 'a removed method',
  'method-renamed': 'a new name of a method with the same HTTP method and path',
  'method-added': 'a new method',
  'verb-changed': 'the HTTP method',
  'route-changed': 'the path of a method',
  'request-changed': 'whether a method has a request body',
  'response-changed': 'whether a method returns a body',
  'paging-changed': 'pagination',
  'operation-changed': 'whether a method returns a long-running operation, and its style',
  'request-id-changed': 'the parameter or field that makes a call safe to repeat',
  'media-changed': 'upload or download of media',
  'behavior-changed': 'the behavior of the mock',
  'scope-removed': 'a removed scope',
  'scope-added': 'an added scope',
  'permission-removed': 'a removed permission',
  'permission-added': 'an added permission',
  'permission-changed': 'the condition of a permission',
  // parameters and fields
  'parameter-removed': 'a removed parameter',
  'parameter-renamed': 'a new name of an equivalent parameter',
  'parameter-added': 'a new parameter',
  'location-changed': 'the location of a parameter: path or query',
  'schema-removed': 'a removed schema',
  'schema-renamed': 'a new name of an equal schema',
  'schema-added': 'a new schema',
  'field-removed': 'a removed field',
  'field-renamed': 'a new name of an equivalent field',
  'field-added': 'a new field',
  'required-changed': 'whether a value is required',
  'read-only-changed': 'whether only the server sets a field',
  'write-only-changed': 'whether a field is write-only',
  'immutable-changed': 'whether a field is immutable',
  'patchable-changed': 'whether a patch changes a field',
  'omit-empty-changed': 'whether an empty field is omitted from responses',
  'default-changed': 'the default of a value',
  // types
  'type-changed': 'the type of a value',
  'reference-changed': 'the schema that a value refers to',
  'format-changed': 'the format of a value',
  'enum-value-removed': 'a removed value of an enum',
  'enum-value-added': 'an added value of an enum',
  'enum-changed': 'whether the values are listed, and whether the list is complete',
  'const-changed': 'the constant value',
  'range-changed': 'the smallest or largest number',
  'length-changed': 'the length of a string',
  'pattern-changed': 'the pattern of a string',
  'excluded-values-changed': 'excluded values',
  'fields-opened': 'undescribed fields are allowed',
  'fields-closed': 'only described fields are allowed',
  // rules and words
  'rule-removed': 'a removed rule',
  'rule-changed': 'a changed rule',
  'rule-added': 'a new rule',
  deprecated: 'a deprecated element',
  'not-deprecated': 'an element that is no longer deprecated',
  'documentation-changed': 'a description',
} as const;
export type ChangeKind = keyof typeof changeKinds;

/** The required semver bump of the generated package. */
export const versionBumps = ['none', 'patch', 'minor', 'major'] as const;
export type VersionBump = (typeof versionBumps)[number];

export interface Change {
  readonly kind: ChangeKind;
  /** The changed element: `Thing.note`, `things.list(maxResults)`. */
  readonly subject: string;
  readonly breaking: boolean;
  readonly step: VersionBump;
  /** The difference. */
  readonly message: string;
  /** The reason why the change is or isn't breaking. */
  readonly reason: string;
  /** The location in the old version. For an addition, the element it was added to. */
  readonly old: Location;
  /** The location in the new version. For a removal, the element it was removed from. */
  readonly new: Location;
}

/** The directions in which a value is sent: in requests, in responses. */
export interface Direction {
  readonly sent: boolean;
  readonly received: boolean;
}
export const sentOnly: Direction = { sent: true, received: false };

/**
 * The effect of a change on what callers can do.
 *
 * - `adds`, `removes`: a feature that callers can, but need not, use
 * - `narrows`, `widens`: fewer or more values are valid, but the TypeScript types stay the same
 * - `tightens`, `loosens`: fewer or more values are valid, and the TypeScript types change
 * - `replaces`: other values are valid
 * - `explains`: no effect on callers
 */
export type Effect = 'adds' | 'removes' | 'narrows' | 'widens' | 'tightens' | 'loosens' | 'replaces' | 'explains';

export type Impact = Pick<Change, 'breaking' | 'step' | 'reason'>;

const major = (reason: string): Impact => ({ breaking: true, step: 'major', reason });
const minor = (reason: string): Impact => ({ breaking: false, step: 'minor', reason });
const patch = (reason: string): Impact => ({ breaking: false, step: 'patch', reason });

/** Returns the impact of a change on a value with these directions. */
export function classifyChange(effect: Effect, { sent, received }: Direction): Impact {
  switch (effect) {
    case 'adds':
      return minor('existing code is not affected');
    case 'removes':
      return major('code that uses it no longer works');
    case 'narrows':
    case 'tightens':
      return sent ? major('valid requests become invalid') : minor('all responses were possible before');
    case 'widens':
      return minor(sent ? 'valid requests stay valid' : 'the types of responses stay the same');
    case 'loosens':
      return received ? major('responses can contain values that the old types exclude') : minor('valid requests stay valid');
    case 'replaces':
      return major(sent ? 'existing requests change their meaning or become invalid' : 'responses change');
    case 'explains':
      return patch('only the documentation changes');
  }
}

/** The location of an element in both versions. */
export interface Site {
  readonly subject: string;
  readonly old: Pointer;
  readonly new: Pointer;
  readonly direction: Direction;
}

/** Creates the site of a part that has the same key in both versions. */
export function createChildSite(site: Site, keys: Pointer, subject = site.subject): Site {
  return { ...site, subject, old: [...site.old, ...keys], new: [...site.new, ...keys] };
}

type At = (pointer: Pointer, part?: 'key' | 'value') => Location;

export interface ChangeText {
  /** The message, with the old and the new value. */
  readonly message: string;
  readonly effect: Effect;
  /** Overrides the default reason. */
  readonly reason?: string;
}

/** Collects changes with their locations. */
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

  /** Sorts by location in the new version, then in the old one. */
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

/** The largest bump that a change requires. */
export function getLargestBump(changes: readonly Change[]): VersionBump {
  return versionBumps.findLast((step) => changes.some((change) => change.step === step)) ?? 'none';
}
