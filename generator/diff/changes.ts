/** Classifies changes: what a change means for users of the API, in one place. */
import { compareLocation, compareText, type Location } from '../lib/diagnostics.js';
import { omitUndefined, type Pointer } from '../lib/json.js';

/** Kinds of changes, in the order of a changelog. */
export const changeKinds = {
  // the API
  'name-changed': 'the name of the API, which is also part of the package name',
  'version-changed': 'the version of the API, which is also part of the package name',
  'client-renamed': 'the name of the client',
  'address-changed': 'the default address of a client',
  'endpoint-removed': 'a location no longer has its own address',
  'endpoint-added': 'a location has its own address',
  'wrapping-changed': 'whether bodies are wrapped in `data`',
  'service-path-changed': 'the common prefix of all paths',
  'batch-changed': 'the path of batch requests',
  // methods
  'method-removed': 'a method was removed',
  'method-renamed': 'a method with the same HTTP method and path has another name',
  'method-added': 'a method was added',
  'http-method-changed': 'the HTTP method',
  'route-changed': 'the path of a method',
  'request-changed': 'a method has a request body, or no longer has one',
  'response-changed': 'a method has a response body, or no longer has one',
  'pagination-changed': 'pagination',
  'operation-changed': 'whether a method returns an operation, and its style',
  'request-id-changed': 'the parameter or field with the request ID',
  'media-changed': 'upload or download of media',
  'behavior-changed': 'what a method does',
  'scope-removed': 'a scope is no longer sufficient',
  'scope-added': 'another scope is sufficient, or a scope is required for the first time',
  'permission-removed': 'a permission is no longer required',
  'permission-added': 'another permission is required',
  'permission-changed': 'the condition under which a permission is required',
  // parameters and fields
  'parameter-removed': 'a parameter was removed',
  'parameter-renamed': 'a parameter with the same type and description has another name',
  'parameter-added': 'a parameter was added',
  'location-changed': 'a parameter moves between path and query',
  'schema-removed': 'a schema was removed',
  'schema-renamed': 'a schema with the same content has another name',
  'schema-added': 'a schema was added',
  'field-removed': 'a field was removed',
  'field-renamed': 'a field with the same type and description has another name',
  'field-added': 'a field was added',
  'required-changed': 'whether a value is required',
  'read-only-changed': 'whether a field is output only',
  'write-only-changed': 'whether a field is input only',
  'immutable-changed': 'whether a field is immutable after creation',
  'patchable-changed': 'whether a patch updates a field',
  'oneof-changed': 'whether setting a field excludes others',
  'omit-empty-changed': 'whether an empty field is omitted from responses',
  'default-changed': 'the default of a value',
  // types
  'type-changed': 'the type of a value',
  'reference-changed': 'the schema that a value refers to',
  'format-changed': 'the format of a value',
  'enum-value-removed': 'an enum value was removed',
  'enum-value-added': 'an enum value was added',
  'enum-changed': 'whether the values are listed, and whether the list is complete',
  'const-changed': 'the only valid value',
  'range-changed': 'the minimum or maximum',
  'length-changed': 'the length of a string',
  'pattern-changed': 'the pattern of a string',
  'excluded-values-changed': 'excluded values',
  'fields-opened': 'unlisted fields are accepted',
  'fields-closed': 'only listed fields are accepted',
  // rules and words
  'rule-removed': 'a rule was removed',
  'rule-changed': 'a rule was changed',
  'rule-added': 'a rule was added',
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
export const requestOnly: Direction = { sent: true, received: false };
export const responseOnly: Direction = { sent: false, received: true };

/**
 * The effect of a change on what callers can do.
 *
 * - `adds`, `removes`: a feature that callers can, but need not, use
 * - `narrows`, `widens`: fewer or more values are valid, but the TypeScript types stay the same
 * - `tightens`, `loosens`: fewer or more values are valid, and the TypeScript types change
 * - `replaces`: other values are valid
 * - `behaves`: the service does something else with valid requests, and types and validation stay the same
 * - `explains`: no effect on callers
 */
export type ChangeEffect = 'adds' | 'removes' | 'narrows' | 'widens' | 'tightens' | 'loosens' | 'replaces' | 'behaves' | 'explains';

export type Impact = Pick<Change, 'breaking' | 'step' | 'reason'>;

const major = (reason: string): Impact => ({ breaking: true, step: 'major', reason });
const minor = (reason: string): Impact => ({ breaking: false, step: 'minor', reason });
const patch = (reason: string): Impact => ({ breaking: false, step: 'patch', reason });

/** Returns the impact of a change on a value with these directions. */
export function classifyChange(effect: ChangeEffect, { sent, received }: Direction): Impact {
  switch (effect) {
    case 'adds':
      return minor('existing code is not affected');
    case 'removes':
      return major('code that uses it no longer works');
    case 'narrows':
    case 'tightens':
      return sent ? major('valid requests become invalid') : minor('existing code already handles all responses');
    case 'widens':
      return minor(sent ? 'all requests that were valid remain valid' : 'the response types are the same');
    case 'loosens':
      return received
        ? major('responses can contain values that the old types exclude')
        : minor('all requests that were valid remain valid');
    case 'replaces':
      return major(sent ? 'existing requests change their meaning or become invalid' : 'responses change');
    case 'behaves':
      return minor('the behavior changes; the types and the valid requests stay the same');
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
  readonly effect: ChangeEffect;
  /** Overrides the default reason. */
  readonly reason?: string;
}

export const describeRequirement = (isRequired: boolean): ChangeText =>
  isRequired ? { message: 'is now required', effect: 'tightens' } : { message: 'is now optional', effect: 'loosens' };

/** Collects changes with their locations. */
export class Changes {
  readonly #found: Change[] = [];

  constructor(private readonly at: { readonly old: At; readonly new: At }) {}

  add(kind: ChangeKind, site: Site, { message, effect, reason }: ChangeText): void {
    const impact = classifyChange(effect, site.direction);
    this.#found.push({
      kind,
      subject: site.subject,
      ...impact,
      ...omitUndefined({ reason }),
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

/** The largest bump that a change requires. */
export function getLargestBump(changes: readonly Pick<Change, 'step'>[]): VersionBump {
  return versionBumps.findLast((step) => changes.some((change) => change.step === step)) ?? 'none';
}
