/** Lists the rules of a specification as sentences with their locations and sources. */
import type { Rule } from '../../runtime/rule.js';
import type { Location } from '../lib/diagnostics.js';
import { getList, getText, isTrue, type Json, type Pointer } from '../lib/json.js';
import type { Specification } from '../language/specification.js';
import { buildModel } from '../model/build.js';
import { buildRules, buildValidations } from '../model/build-rules.js';
import type { Method, Source } from '../model/model.js';
import { buildStatements, listAllElements, listEntries, type MethodStatement, type Statement } from '../model/statements.js';
import { listFacets } from '../language/describe-facets.js';
import { listRuleFields } from '../language/index.js';
import { formatAny, formatCode } from '../language/prose.js';

export interface ListedRule extends Location {
  /** The API, the owner or the first field of the rule, and the kind: `compute Subnetwork.role states`, `dns changes.list(maxResults) minimum`. */
  readonly id: string;
  /** A schema, field (`Subnetwork.logConfig.enable`, `list[].member`, `map{}.member`), method or parameter (`dns.changes.list(maxResults)`). */
  readonly owner: string;
  /** A kind of rule, `validation`, `permission`, `scopes`, `statement`, `notImplemented`, or a facet such as `pattern`. */
  readonly kind: string;
  readonly sentence: string;
  /** As stated (`public: …`, `assumption: …`, `recordings: 3 scenarios` in overlays), or inherited. Empty if none is stated. */
  readonly source: string;
}

/** A listed rule with its pointer into the specification. */
export interface RuleWithPointer extends ListedRule {
  readonly pointer: Pointer;
}

/** Lists the rules of a valid document in document order. */
export function listRules(specification: Specification): ListedRule[] {
  return locateRules(specification).map(({ pointer: _, ...rule }) => rule);
}

/** Lists the methods of a valid specification to which the mock responds with 501, each with the reason, and the parameters that the mock rejects or ignores. */
export function listUnsupported(specification: Specification): ListedRule[] {
  const { methods, name } = buildModel(specification.value, { variables: {} });
  return [...listUnsupportedMethods(methods, name, specification), ...listIgnoredParts(methods, name, specification)];
}

function listUnsupportedMethods(methods: readonly Method[], name: string, specification: Pick<Specification, 'at'>): readonly ListedRule[] {
  return methods.flatMap(({ id, pointer, support, supportNote = '', source }): readonly ListedRule[] => {
    if (!supportNote.includes('501') && support !== 'notImplemented') return [];
    const label = id.startsWith(`${name}.`) ? id.slice(name.length + 1) : id;
    return [
      {
        id: `${name} ${label} notImplemented`,
        ...specification.at(pointer, 'key'),
        owner: id,
        kind: 'notImplemented',
        sentence: support === 'notImplemented' ? `The mock responds with 501. ${supportNote}` : supportNote,
        source: formatSource(source),
      },
    ];
  });
}

/** Lists the rules with their pointers. */
export function locateRules(specification: Pick<Specification, 'value' | 'at'>): RuleWithPointer[] {
  const statements = buildStatements(specification.value);
  const lister = new Lister(specification, statements.owner);
  for (const note of listEntries(statements, 'x-notes')) {
    const topic = getText(note.value, 'topic') ?? '';
    lister.add(note, { kind: 'statement', label: `statement ${topic}`, sentence: `${topic}: ${getText(note.value, 'text') ?? ''}` });
  }
  for (const element of listAllElements(statements)) lister.addElement(element);
  for (const method of statements.methods) lister.addMethod(method);
  return lister.rules.sort((a, b) => a.line - b.line || a.column - b.column);
}

class Lister {
  readonly rules: RuleWithPointer[] = [];
  private readonly ids = new Map<string, number>();

  constructor(
    private readonly specification: Pick<Specification, 'at'>,
    private readonly name: string,
  ) {}

  addMethod(method: MethodStatement): void {
    const addKey = (key: string, sentence: string): void => this.addKey(method, key, { kind: key, sentence });
    const scopes = getList(method.value, 'scopes').map(String);
    if (scopes.length > 0) addKey('scopes', `Requires the scope ${formatAny(scopes)}.`);
    for (const permission of listEntries(method, 'x-permissions')) this.addPermission(permission);
    if (isTrue(method.value, 'deprecated')) addKey('deprecated', 'Deprecated.');
    this.addStatedRules(method);
  }

  addElement(element: Statement): void {
    for (const { key, kind, sentence } of listFacets(element.value)) {
      const label = key.replace(/^x-/, '').replace(/^annotations$/, 'required');
      this.addKey(element, key, { kind, label, sentence });
    }
    this.addStatedRules(element);
  }

  private addPermission(permission: Statement<Json>): void {
    const { value } = permission;
    const name = typeof value === 'string' ? value : getText(value, 'permission');
    if (name === undefined) return;
    const when = getText(value, 'when');
    const condition = when === undefined ? '' : ` if the request body has ${formatCode(when)}`;
    const sentence = `Requires the permission ${formatCode(name)}${condition}.`;
    this.add(permission, { kind: 'permission', label: `permission ${name}`, sentence });
  }

  /** Adds the rules under `x-validations` and `x-rules`. */
  private addStatedRules(owner: Statement): void {
    for (const { rule, sentence, ...entry } of buildValidations(owner))
      this.add({ ...entry, owner: owner.owner }, { kind: 'validation', fieldPath: rule.fieldPath, sentence });
    for (const { rule, sentence, ...entry } of buildRules<Rule>(owner))
      this.add(
        { ...entry, owner: owner.owner },
        {
          kind: rule.kind,
          ...(rule.kind === 'service' && { label: rule.module }),
          fieldPath: listRuleFields(rule).find((use) => use.in === 'self')?.path,
          sentence,
        },
      );
  }

  private addKey({ pointer, ...owner }: Statement, key: string, text: RuleText): void {
    this.add({ ...owner, pointer: [...pointer, key] }, text);
  }

  add({ pointer, owner, source }: Omit<Statement, 'value'>, { kind, label = kind, fieldPath, sentence }: RuleText): void {
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
      source: formatSource(source),
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

function formatSource({ kind, reference }: Source): string {
  return kind === 'document' || reference === '' ? reference : `${kind}: ${reference}`;
}

/** Lists a rule `notImplemented` or `ignored` for each parameter. `api`: the name of the API. */
function listIgnoredParts(methods: readonly Method[], api: string, { at }: Pick<Specification, 'at'>): readonly ListedRule[] {
  return methods.flatMap(({ id, pointer, ignored, selectors }) =>
    ignored.map((name): ListedRule => {
      const [kind, sentence] = Object.hasOwn(selectors, name)
        ? [
            'notImplemented',
            `The mock responds with 501 to ${formatCode(name)}, unless its value selects nothing: the response would be wrong without it.`,
          ]
        : ['ignored', `The mock ignores ${formatCode(name)}, and reports that.`];
      const label = id.startsWith(`${api}.`) ? id.slice(api.length + 1) : id;
      return { id: `${api} ${label}(${name}) ${kind}`, ...at(pointer, 'key'), owner: id, kind, sentence, source: '' };
    }),
  );
}
