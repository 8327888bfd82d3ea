/** Merges an overlay into a specification. Mappings merge and some lists grow. Anything that the overlay states differently gets a diagnostic. */
import { createDiagnostic, type DiagnosticCode, type Diagnostic, type Params } from '../lib/diagnostics.js';
import { type ExtendedList, mergeEnum } from './merge-enum.js';
import { addElementSource, addEntrySource, elementsWithSource, mapsWithoutSources } from './add-source.js';
import {
  isEqual,
  isObject,
  type Json,
  type JsonObject,
  getMember,
  type Pointer,
  setMember,
  getAt,
  getPart,
  toCanonicalText,
} from '../lib/json.js';
import { formatValue, type Specification } from '../language/specification.js';
import { getChildRole, type ElementRole } from '../language/element-roles.js';

/** Lists to which an overlay can add entries. */
export const extensibleLists: ReadonlySet<string> = new Set([
  'x-rules',
  'x-validations',
  'x-undocumented',
  'x-permissions',
  'x-notes',
  'x-notIn',
  'scopes',
  'parameterOrder',
  'required',
]);
/** Parallel lists, which grow together. */
export const enumKeys: ReadonlySet<string> = new Set(['enum', 'enumDescriptions', 'enumDeprecated']);

/** The origin of an entry of an extended list. */
interface OverlayOrigin {
  readonly from: Specification;
  readonly pointer: Pointer;
}

/** The mappings of the specification and the overlay at the same pointer. */
interface MergedPair {
  readonly base: JsonObject;
  readonly over: JsonObject;
  readonly pointer: Pointer;
  readonly role: ElementRole;
  /** The source that the overlay states for its content here. */
  readonly source: Json;
}

export interface MergeResult {
  readonly specification: Specification;
  readonly diagnostics: readonly Diagnostic[];
}

/** Doesn't change the given specification. */
export function mergeOverlay(base: Specification, overlay: Specification): MergeResult {
  const merge = new Merge(base, overlay);
  return { specification: merge.mergeDocuments(), diagnostics: merge.diagnostics };
}

class Merge {
  readonly diagnostics: Diagnostic[] = [];
  private readonly origins = new WeakMap<readonly Json[], readonly OverlayOrigin[]>();

  constructor(
    private readonly base: Specification,
    private readonly overlay: Specification,
  ) {}

  mergeDocuments(): Specification {
    const source = getMember(this.overlay.value, 'x-source') ?? null;
    const value = this.mergeObjects({ base: this.base.value, over: this.overlay.value, pointer: [], role: 'element', source });
    return { path: this.base.path, value, at: this.createLocator(value) };
  }

  private mergeObjects(pair: MergedPair): JsonObject {
    const { base, over, pointer, role } = pair;
    const ownSource = role === 'element' ? getMember(over, 'x-source') : undefined;
    const inner = ownSource === undefined || pointer.length === 0 ? pair : { ...pair, source: ownSource };
    const result: Record<string, Json> = {};
    for (const [key, value] of Object.entries(base)) setMember(result, key, value);
    if (role === 'element') mergeEnum(inner, (grown) => this.addExtendedList(result, grown));
    for (const [key, value] of Object.entries(over)) {
      // It names entries of other overlays.
      if (key === 'x-remove' && pointer.length === 0) continue;
      if (role === 'element' && (key === 'x-source' || key === 'x-documented' || enumKeys.has(key)))
        this.mergeSpecialKey(inner, result, key);
      else setMember(result, key, this.mergeMember(inner, key, value));
    }
    return result;
  }

  private mergeMember(pair: MergedPair, key: string, value: Json): Json {
    const pointer = [...pair.pointer, key];
    const role = getChildRole(pair.role, key);
    if (!Object.hasOwn(pair.base, key)) {
      const hasSource = pair.pointer.length !== 1 || !mapsWithoutSources.has(String(pair.pointer[0]));
      return hasSource ? addElementSource(value, { role, key, source: pair.source, named: pair.role === 'container' }) : value;
    }
    const before = pair.base[key]!;
    // An action, or the form of errors, has one source: that of the first file.
    if (key === 'source' && hasSource(pair.pointer)) return before;
    if (isObject(before) && isObject(value)) return this.mergeObjects({ ...pair, base: before, over: value, pointer, role });
    if (Array.isArray(before) && Array.isArray(value) && extensibleLists.has(key))
      return this.mergeLists(before, value, { pointer, source: pair.source });
    if (!isEqual(before, value))
      this.report('overlay-contradiction', { what: key, overlay: formatValue(value), specification: formatValue(before) }, pointer);
    return before;
  }

  private mergeLists(before: readonly Json[], value: readonly Json[], { pointer, source }: Pick<MergedPair, 'pointer' | 'source'>): Json {
    const stated = new Set(before.map(toCanonicalText));
    const added = value.flatMap((entry, i) => (stated.has(toCanonicalText(entry)) ? [] : [{ entry, i }]));
    const key = String(pointer[pointer.length - 1]);
    const result = [...before, ...added.map(({ entry }) => addEntrySource(entry, { key, source }))];
    this.origins.set(result, [
      ...before.map((_, i) => ({ from: this.base, pointer: [...pointer, i] })),
      ...added.map(({ i }) => ({ from: this.overlay, pointer: [...pointer, i] })),
    ]);
    return result;
  }

  private addExtendedList(result: Record<string, Json>, { key, value, origins }: ExtendedList): void {
    setMember(result, key, value);
    this.origins.set(
      value,
      origins.map(({ added, pointer }) => ({ from: added ? this.overlay : this.base, pointer })),
    );
  }

  /** `x-source` only states the source of the overlay's content. `x-documented` removes entries from `x-undocumented`. */
  private mergeSpecialKey({ over, pointer }: MergedPair, result: Record<string, Json>, key: string): void {
    if (key !== 'x-documented' || !Array.isArray(over[key])) return;
    const open = result['x-undocumented'];
    const list: readonly Json[] = Array.isArray(open) ? open : [];
    const documentedAspects: readonly Json[] = over[key];
    documentedAspects.forEach((aspect, i) => {
      if (!list.includes(aspect)) this.report('redundant-documented', { aspect: String(aspect) }, [...pointer, key, i]);
    });
    const remaining = list.filter((aspect) => !documentedAspects.includes(aspect));
    if (remaining.length > 0) result['x-undocumented'] = remaining;
    else delete result['x-undocumented'];
  }

  private report<C extends DiagnosticCode>(code: C, params: Params<C>, pointer: Pointer): void {
    this.diagnostics.push(createDiagnostic(code, params, this.overlay.at(pointer)));
  }

  private createLocator(value: Json): Specification['at'] {
    return (pointer, part = 'value', index) => {
      let current: Json | undefined = value;
      for (const [i, segment] of pointer.entries()) {
        const origin: OverlayOrigin | undefined = Array.isArray(current) ? this.origins.get(current)?.[Number(segment)] : undefined;
        if (origin !== undefined) return origin.from.at([...origin.pointer, ...pointer.slice(i + 1)], part, index);
        current = getPart(current, segment);
      }
      for (let length = pointer.length; length > 0; length--) {
        const part_ = length === pointer.length ? part : 'key';
        const prefix = pointer.slice(0, length);
        if (getAt(this.base.value, prefix) !== undefined) return this.base.at(prefix, part_, index);
        if (getAt(this.overlay.value, prefix) !== undefined) return this.overlay.at(prefix, part_, index);
      }
      return this.base.at([], part);
    };
  }
}

/** Whether the object at a pointer has one source: an action, the errors of an API, or one of these errors. */
const hasSource = (pointer: Pointer): boolean => elementsWithSource.has(String(pointer.at(-1))) || pointer[0] === 'x-errors';
