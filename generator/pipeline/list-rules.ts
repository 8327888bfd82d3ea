/** Lists the rules of a specification as sentences with their locations and sources. */
import type { Rule } from '../../templates/runtime/rule.js';
import type { Location } from '../lib/diagnostics.js';
import { getList, getObject, getObjects, getText, isTrue, type Json, type JsonObject, omitUndefined, type Pointer } from '../lib/json.js';
import type { Specification } from '../lib/specification.js';
import { published, readSource } from '../model/statement-source.js';
import { listFacets } from '../rules/describe-facets.js';
import { listRuleFields, describeRule } from '../rules/index.js';
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
  /** As stated (`public: …`, `assumption: …`, `recordings: 3 scenarios` in overlays), or inherited. Empty if none is stated. */
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

interface Element {
  readonly value: Json;
  readonly pointer: Pointer;
  readonly owner: string;
  /** As stated by the element or by an enclosing one. */
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
    const root = { value, pointer: [], owner: this.name, source: getSource(value, '', 'x-source') };
    for (const note of listEntries(root, 'x-notes')) {
      const topic = getText(note.value, 'topic') ?? '';
      this.add(note, { kind: 'statement', label: `statement ${topic}`, sentence: `${topic}: ${getText(note.value, 'text') ?? ''}` });
    }
    for (const schema of listMembers(root, 'schemas', (id) => id)) this.visitElement(schema);
    for (const parameter of listMembers(root, 'parameters', (name) => `${this.name}(${name})`)) this.visitElement(parameter);
    this.visitCollection(root);
  }

  private visitCollection(collection: Element): void {
    const { owner } = collection;
    for (const method of listMembers(collection, 'methods', (name, value) => getText(value, 'id') ?? `${owner}.${name}`))
      this.visitMethod(method);
    for (const inner of listMembers(collection, 'resources', (name) => `${owner}.${name}`)) this.visitCollection(inner);
  }

  private visitMethod(method: Element): void {
    const { value, pointer, owner } = method;
    const scopes = getList(value, 'scopes').map(String);
    if (scopes.length > 0)
      this.add({ ...method, pointer: [...pointer, 'scopes'] }, { kind: 'scopes', sentence: `Requires the scope ${formatAny(scopes)}.` });
    for (const permission of listEntries(method, 'x-permissions')) this.addPermission(permission);
    if (isTrue(value, 'deprecated'))
      this.add({ ...method, pointer: [...pointer, 'deprecated'] }, { kind: 'deprecated', sentence: 'Deprecated.' });
    this.addStatedRules(method);
    for (const parameter of listMembers(method, 'parameters', (name) => `${owner}(${name})`)) this.visitElement(parameter);
    for (const body of ['request', 'response']) this.visitPart(method, body, `${owner} ${body}`);
  }

  private visitElement(element: Element): void {
    const { value, pointer, owner } = element;
    for (const { key, kind, sentence } of listFacets(value as JsonObject)) {
      const label = key.replace(/^x-/, '').replace(/^annotations$/, 'required');
      this.add({ ...element, pointer: [...pointer, key] }, { kind, label, sentence });
    }
    this.addStatedRules(element);
    for (const field of listMembers(element, 'properties', (name) => `${owner}.${name}`)) this.visitElement(field);
    this.visitPart(element, 'items', `${owner}[]`);
    this.visitPart(element, 'additionalProperties', `${owner}{}`);
  }

  /** Visits a member, if it is an element. */
  private visitPart(element: Element, key: string, owner: string): void {
    const value = getObject(element.value, key);
    if (value !== undefined)
      this.visitElement({ value, pointer: [...element.pointer, key], owner, source: getSource(value, element.source, 'x-source') });
  }

  private addPermission(permission: Element): void {
    const { value } = permission;
    const name = typeof value === 'string' ? value : getText(value, 'permission');
    if (name === undefined) return;
    const when = getText(value, 'when');
    const condition = when === undefined ? '' : ` if the request body has ${formatCode(when)}`;
    const sentence = `Requires the permission ${formatCode(name)}${condition}.`;
    this.add(permission, { kind: 'permission', label: `permission ${name}`, sentence });
  }

  /** Adds the rules under `x-validations` and `x-rules`. */
  private addStatedRules(element: Element): void {
    for (const validation of listEntries(element, 'x-validations')) {
      const message = getText(validation.value, 'message');
      const rule = { rule: getText(validation.value, 'rule') ?? '', ...omitUndefined({ message }) };
      const fieldPath = getText(validation.value, 'fieldPath');
      this.add(validation, { kind: 'validation', fieldPath, sentence: formatValidationSentence(rule) });
    }
    for (const entry of listEntries(element, 'x-rules')) {
      const rule = entry.value as unknown as Rule;
      this.add(entry, {
        kind: rule.kind,
        ...(rule.kind === 'service' && { label: rule.module }),
        fieldPath: listRuleFields(rule).find((use) => use.in === 'self')?.path,
        sentence: describeRule(rule),
      });
    }
  }

  private add({ pointer, owner, source }: Element, { kind, label = kind, fieldPath, sentence }: RuleText): void {
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

/** Lists the members of an object in an element. */
function listMembers(
  { value, pointer, source }: Element,
  key: string,
  getOwner: (name: string, member: JsonObject) => string,
): readonly Element[] {
  return getObjects(value, key).map(([name, member]) => ({
    value: member,
    pointer: [...pointer, key, name],
    owner: getOwner(name, member),
    source: getSource(member, source, 'x-source'),
  }));
}

/** Lists the entries of a list in an element, such as its rules. */
function listEntries({ value, pointer, owner, source }: Element, key: string): readonly Element[] {
  return getList(value, key).map((entry, index) => ({
    value: entry,
    pointer: [...pointer, key, index],
    owner,
    source: getSource(entry, source, 'source'),
  }));
}

function getSource(value: Json, inherited: string, key: 'x-source' | 'source'): string {
  const { kind, reference } = readSource(value, published, key);
  if (reference === '') return inherited;
  return kind === 'document' ? reference : `${kind}: ${reference}`;
}
