/** Code that asks for what one method requires of its body, where other methods that take the same schemas do not. */
import { _, type Code } from 'ajv';
import { listInnerTypes } from '../type-forms.js';
import { limitDepth, findObjectType } from '../field-depth.js';
import type { Lookup } from '../../model/schema-lookup.js';
import type { Field, Method, ObjectType, Type } from '../../model/model.js';
import { createElementSite, createMemberSite } from './type-checks.js';
import { listRequiredEtags } from '../required-etags.js';
import { createFieldSite, emitMissingCheck } from './object-checks.js';
import type { Site } from './site.js';

/** Objects inside objects in which it is asked for. */
const DEPTH = 8;

export function emitRequiredFields(site: Site, method: Method): void {
  const { lookup } = site.compilation;
  const walk = walkOf(method, lookup);
  // What the method names is required in partial bodies, too; what is inside a part that is sent, where parts are whole.
  if (walk.leading.size > 0) judgeBelow(site, method.request, { ...walk, asked: _`!${site.direction}.lenient` });
}

interface Walk {
  readonly method: string;
  /** The objects in which something is asked for, here or below. */
  readonly leading: ReadonlySet<Type>;
  /** Those that lead here: what repeats itself is asked for once. */
  readonly above: readonly Type[];
  /** Objects that may be inside. */
  readonly left: number;
}

interface Asking extends Walk {
  /** Where it is asked for. */
  readonly asked: Code;
}

function asksFor({ readOnly, requiredBy }: Field, method: string): boolean {
  return !readOnly && requiredBy?.includes(method) === true;
}

function walkOf({ id, request }: Method, lookup: Lookup): Walk {
  const users = new Map<Type, Set<Type>>();
  const waiting = [lookup.resolve(request)];
  const leading = new Set<Type>();
  for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
    if (type.kind === 'object' && type.fields.some((field) => asksFor(field, id))) leading.add(type);
    for (const inner of listInnerTypes(type)) {
      const resolved = lookup.resolve(inner);
      if (resolved === undefined) continue;
      const known = users.get(resolved);
      if (known === undefined) waiting.push(resolved);
      users.set(resolved, (known ?? new Set()).add(type));
    }
  }
  // A set that grows while it is walked.
  for (const type of leading) for (const user of users.get(type) ?? []) leading.add(user);
  return { method: id, leading, above: [], left: limitDepth(findObjectType(request, lookup), lookup, DEPTH) };
}

function judgeBelow(site: Site, type: Type | undefined, asking: Asking): void {
  const { gen, value, compilation } = site;
  const resolved = compilation.lookup.resolve(type);
  if (resolved === undefined || !asking.leading.has(resolved) || asking.above.includes(resolved) || asking.left < 0) return;
  const left = asking.left - (resolved.kind === 'object' ? 1 : 0);
  const inside: Walk = { ...asking, above: [...asking.above, resolved], left };
  const follow = (place: Site, inner: Type): void => judgeBelow(place, inner, { ...inside, asked: _`${place.direction}.whole` });
  if (resolved.kind === 'array') {
    gen.if(_`Array.isArray(${value})`, () =>
      gen.forRange('i', [0, _`${value}.length`], (index) => follow(createElementSite(site, index), resolved.items)),
    );
  } else if (resolved.kind === 'object' || resolved.kind === 'map') {
    gen.if(_`${compilation.tables.use('isObject')}(${value})`, () => {
      if (resolved.kind === 'object') judgeFields({ site, type: resolved, asking, follow });
      else gen.forOf('key', _`Object.keys(${value})`, (key) => follow(createMemberSite(site, key), resolved.values));
    });
  }
}

interface Fields {
  readonly site: Site;
  readonly type: ObjectType;
  readonly asking: Asking;
  readonly follow: (place: Site, inner: Type) => void;
}

function judgeFields({ site, type, asking, follow }: Fields): void {
  const etags = new Set(listRequiredEtags(type.rules));
  const asked = type.fields.filter((field) => asksFor(field, asking.method) && !etags.has(field.name));
  emitMissingCheck(
    site,
    asked.map(({ name }) => name),
    asking.asked,
  );
  for (const field of type.fields) {
    const inner = site.compilation.lookup.resolve(field.type);
    if (!field.readOnly && inner !== undefined && asking.leading.has(inner)) follow(createFieldSite(site, field), inner);
  }
}
