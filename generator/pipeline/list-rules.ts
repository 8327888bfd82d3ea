/** Lists the rules of a specification as sentences with their locations and sources. */
import type { Rule } from '../../templates/runtime/rule.js';
import type { Location } from '../lib/diagnostics.js';
import { isObject, type Json, type JsonObject, getMember, type Pointer } from '../lib/json.js';
import type { Specification } from '../lib/specification.js';
import { listFacets } from '../rules/describe-facets.js';
import { listRuleFields, ruleKinds, describeRule } from '../rules/index.js';
import { formatAny, formatCode } from '../rules/prose.js';
import { formatValidationSentence } from '../rules/format-validation.js';

export interface ListedRule extends Location {
  /** The API, the owner or the first field of the rule, and the kind: `compute Subnetwork.role states`, `dns changes.list(maxResults) minimum`. */
  readonly id: string;
  /** A schema, field (`Subnetwork.logConfig.enable`, `list[].member`, `map{}.member`), method or parameter (`dns.changes.list(maxResults)`). */
  readonly owner: string;
  /** A kind of rule, `validation`, `permission`, `scopes`, `statement`, or a facet such as `pattern`. */
  readonly kind: string;
  readonly sentence: string;
  /** As stated (`public: …`, `assumption: …` in overlays), or inherited. Empty if none is stated. */
  readonly source: string;
}

/** A listed rule with its pointer into the specification. */
export interface LocatedRule extends ListedRule {
  readonly pointer: Pointer;
}

/** Lists the rules of a valid document in document order. */
export function listRules(specification: Specification): ListedRule[] {
  return locateRules(specification).map(({ pointer: _, ...rule }) => rule);
}

/** Lists the rules with their pointers. */
export function locateRules(specification: Specification): LocatedRule[] {
  const lister = new Lister(specification);
  lister.visitDocument();
  return lister.rules.sort((a, b) => a.line - b.line || a.column - b.column);
}

interface ElementPosition {
  readonly value: JsonObject;
  readonly pointer: Pointer;
  readonly owner: string;
  /** The source of the enclosing element. */
  readonly source: string;
}

class Lister {
  readonly rules: LocatedRule[] = [];
  private readonly ids = new Map<string, number>();
  private readonly name: string;

  constructor(private readonly specification: Specification) {
    this.name = getText(specification.value, 'name') ?? '';
  }

  visitDocument(): void {
    const { value } = this.specification;
    const source = getSource(value, '');
    const { name } = this;
    const root = { value, pointer: [], owner: name, source };
    listEntries(value, 'x-notes').forEach(([statement, i]) => {
      const topic = getText(statement, 'topic') ?? '';
      if (isObject(statement))
        this.add(
          { ...root, pointer: ['x-notes', i], source: getSource(statement, source, 'source') },
          { kind: 'statement', label: `statement ${topic}`, sentence: `${topic}: ${getText(statement, 'text') ?? ''}` },
        );
    });
    for (const [id, schema] of listMembers(value, 'schemas'))
      this.visitElement({ value: schema, pointer: ['schemas', id], owner: id, source });
    for (const [parameter, element] of listMembers(value, 'parameters'))
      this.visitElement({ value: element, pointer: ['parameters', parameter], owner: `${name}(${parameter})`, source });
    this.visitCollection(root);
  }

  private visitCollection({ value, pointer, owner, source }: ElementPosition): void {
    for (const [name, method] of listMembers(value, 'methods'))
      this.visitMethod({
        value: method,
        pointer: [...pointer, 'methods', name],
        owner: getText(method, 'id') ?? `${owner}.${name}`,
        source,
      });
    for (const [name, collection] of listMembers(value, 'resources')) {
      this.visitCollection({
        value: collection,
        pointer: [...pointer, 'resources', name],
        owner: `${owner}.${name}`,
        source: getSource(collection, source),
      });
    }
  }

  private visitMethod(place: ElementPosition): void {
    const { value, pointer, owner } = place;
    const source = getSource(value, place.source);
    const scopes = listEntries(value, 'scopes').map(([scope]) => String(scope));
    if (scopes.length > 0)
      this.add(
        { ...place, pointer: [...pointer, 'scopes'], source },
        { kind: 'scopes', sentence: `Requires the scope ${formatAny(scopes)}.` },
      );
    listEntries(value, 'x-permissions').forEach(([permission, i]) => {
      const sentence = formatPermission(permission);
      if (sentence !== undefined)
        this.add(
          { ...place, pointer: [...pointer, 'x-permissions', i], source: getSource(permission, source, 'source') },
          { kind: 'permission', label: `permission ${getPermissionName(permission)}`, sentence },
        );
    });
    if (getMember(value, 'deprecated') === true)
      this.add({ ...place, pointer: [...pointer, 'deprecated'], source }, { kind: 'deprecated', sentence: 'Deprecated.' });
    this.addStatedRules({ ...place, source });
    for (const [name, parameter] of listMembers(value, 'parameters'))
      this.visitElement({ value: parameter, pointer: [...pointer, 'parameters', name], owner: `${owner}(${name})`, source });
    for (const body of ['request', 'response']) {
      const element = getMember(value, body);
      if (isObject(element)) this.visitElement({ value: element, pointer: [...pointer, body], owner: `${owner} ${body}`, source });
    }
  }

  private visitElement(place: ElementPosition): void {
    const { value, pointer, owner } = place;
    const source = getSource(value, place.source);
    for (const { key, kind, sentence } of listFacets(value))
      this.add(
        { ...place, pointer: [...pointer, key], source },
        { kind, label: key.replace(/^x-/, '').replace(/^annotations$/, 'required'), sentence },
      );
    this.addStatedRules({ ...place, source });
    for (const [name, field] of listMembers(value, 'properties'))
      this.visitElement({ value: field, pointer: [...pointer, 'properties', name], owner: `${owner}.${name}`, source });
    for (const [key, mark] of [
      ['items', '[]'],
      ['additionalProperties', '{}'],
    ] as const) {
      const inner = getMember(value, key);
      if (isObject(inner)) this.visitElement({ value: inner, pointer: [...pointer, key], owner: `${owner}${mark}`, source });
    }
  }

  /** Adds the rules under `x-validations` and `x-rules`. */
  private addStatedRules(place: ElementPosition): void {
    listEntries(place.value, 'x-validations').forEach(([validation, i]) => {
      const rule = getText(validation, 'rule');
      if (rule === undefined) return;
      const message = getText(validation, 'message');
      this.add(
        { ...place, pointer: [...place.pointer, 'x-validations', i], source: getSource(validation, place.source, 'source') },
        {
          kind: 'validation',
          fieldPath: getText(validation, 'fieldPath'),
          sentence: formatValidationSentence({ rule, ...(message !== undefined && { message }) }),
        },
      );
    });
    listEntries(place.value, 'x-rules').forEach(([rule, i]) => {
      if (!isObject(rule)) return;
      const kind = getText(rule, 'kind') ?? '';
      if (!Object.hasOwn(ruleKinds, kind)) return;
      const statedRule = rule as unknown as Rule;
      this.add(
        { ...place, pointer: [...place.pointer, 'x-rules', i], source: getSource(rule, place.source, 'source') },
        {
          kind,
          ...(statedRule.kind === 'service' && { label: statedRule.module }),
          fieldPath: listRuleFields(statedRule).find((use) => use.in === 'self')?.path,
          sentence: describeRule(statedRule),
        },
      );
    });
  }

  private add({ pointer, owner, source }: Omit<ElementPosition, 'value'>, { kind, label = kind, fieldPath, sentence }: RuleText): void {
    const ownerName = owner.startsWith(`${this.name}.`) ? owner.slice(this.name.length + 1) : owner;
    const id = `${ownerName === this.name ? ownerName : `${this.name} ${ownerName}`}${fieldPath === undefined ? '' : `.${fieldPath}`} ${label}`;
    const count = this.ids.get(id) ?? 0;
    this.ids.set(id, count + 1);
    this.rules.push({
      id: count === 0 ? id : `${id} ${count + 1}`,
      ...this.specification.at(pointer, 'key'),
      owner,
      kind,
      sentence,
      source,
      pointer,
    });
  }
}

/** The text of a rule. */
interface RuleText {
  readonly kind: string;
  /** The part of the id that names the rule, if it isn't the kind. */
  readonly label?: string;
  /** A field of the owner. */
  readonly fieldPath?: string | undefined;
  readonly sentence: string;
}

function getPermissionName(permission: Json): string | undefined {
  return typeof permission === 'string' ? permission : getText(permission, 'permission');
}

function formatPermission(permission: Json): string | undefined {
  const name = getPermissionName(permission);
  const when = getText(permission, 'when');
  return name === undefined
    ? undefined
    : `Requires the permission ${formatCode(name)}${when === undefined ? '' : ` if the request body has ${formatCode(when)}`}.`;
}

function getSource(value: Json, inherited: string, key: 'x-source' | 'source' = 'x-source'): string {
  const source = getMember(value, key);
  if (typeof source === 'string') return source;
  if (!isObject(source)) return inherited;
  const [kind, text] = Object.entries(source)[0] ?? [];
  return kind === undefined ? inherited : `${kind}: ${String(text)}`;
}

function getText(value: Json | undefined, key: string): string | undefined {
  const text = getMember(value, key);
  return typeof text === 'string' ? text : undefined;
}

function listMembers(value: Json, key: string): (readonly [string, JsonObject])[] {
  const map = getMember(value, key);
  return Object.entries(isObject(map) ? map : {}).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
}

function listEntries(value: Json, key: string): (readonly [Json, number])[] {
  const list = getMember(value, key);
  return Array.isArray(list) ? list.map((entry: Json, i) => [entry, i] as const) : [];
}
