/** Classifies changes: what a change means for users of the API, in one place. */
import { compareText, type Location } from '../diagnostics.js';
import type { Pointer } from '../read/specification.js';

/** Kinds of changes, in the order of a changelog. */
export const changeKinds = {
  // the API
  'name-changed': 'the name of the API, and with it that of the package',
  'version-changed': 'the version of the API, and with it the name of the package',
  'client-renamed': 'the word that the client is called by',
  'address-changed': 'the default address of a client',
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
  'paging-changed': 'pagination',
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
  'required-changed': 'whether a value is required',
  'read-only-changed': 'whether only the server sets a field',
  'write-only-changed': 'whether a field is never answered',
  'immutable-changed': 'whether a field can be set at creation alone',
  'patchable-changed': 'whether a patch changes a field',
  'omit-empty-changed': 'whether an empty field is omitted from responses',
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
  'excluded-values-changed': 'excluded values',
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
      return minor(sent ? 'requests that were accepted still are' : 'the types of what is answered are the same');
    case 'loosens':
      return received ? major('responses can contain values that the old types exclude') : minor('requests that were accepted still are');
    case 'replaces':
      return major(sent ? 'earlier requests change their meaning or become invalid' : 'responses change');
    case 'explains':
      return patch('it concerns the documentation alone');
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
