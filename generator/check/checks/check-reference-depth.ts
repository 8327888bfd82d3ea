/** Limits how deep the references of schemas nest types, because a type is processed level by level. */
import { findComponents, visitDepthFirst } from '../../lib/graph.js';
import { getText, type Pointer } from '../../lib/json.js';
import type { LintContext } from '../lint-context.js';

/** Published documents have up to 60 levels. */
const maxLevels = 1000;

interface Reference {
  readonly from: number;
  readonly to: number;
  /** The levels of the document from the schema to the reference. */
  readonly levels: number;
  readonly pointer: Pointer;
}

/** Reports the first reference on the longest path that is too deep. Returns whether there is none. A schema counts once on a path. */
export function checkReferenceDepth(context: LintContext): boolean {
  const references = listReferences(context);
  const component = findComponents(references.map((list) => list.map(({ to }) => to)));
  const groups = groupSchemas(references, component);
  const next: readonly (readonly number[])[] = groups.map(({ outgoing }) => outgoing.map(({ to }) => component[to] as number));
  /** The levels of the longest path from each group. */
  const depths: number[] = groups.map(() => 0);
  const measure = ({ levels, to }: Reference): number => levels + (depths[component[to] as number] as number);
  visitDepthFirst(next, {
    leave(node) {
      const { inner, outgoing } = groups[node] as SchemaGroup;
      depths[node] = inner + outgoing.reduce((most, reference) => Math.max(most, measure(reference)), 0);
    },
  });
  const deepest = depths.reduce((most, depth) => Math.max(most, depth), 0);
  if (deepest <= maxLevels) return true;
  let levels = 0;
  for (let group = groups[depths.indexOf(deepest)]; group !== undefined;) {
    levels += group.inner;
    const [longest] = [...group.outgoing].sort((one, other) => measure(other) - measure(one));
    const reference: Reference | undefined = levels > maxLevels ? group.internal[0] : longest;
    levels += reference?.levels ?? 0;
    if (levels > maxLevels && reference) context.report('deep-references', { limit: maxLevels }, [...reference.pointer, '$ref']);
    group = levels > maxLevels || reference === undefined ? undefined : groups[component[reference.to] as number];
  }
  return false;
}

/** Lists the references of each schema, in the order of the schemas. */
function listReferences({ schemas, elements }: LintContext): readonly (readonly Reference[])[] {
  const numbers = new Map([...schemas.keys()].map((name, index) => [name, index]));
  const references: Reference[][] = [...schemas].map(() => []);
  for (const { value, pointer } of elements) {
    const from = pointer[0] === 'schemas' ? numbers.get(String(pointer[1])) : undefined;
    const to = numbers.get(getText(value, '$ref') ?? '');
    if (from !== undefined && to !== undefined) references[from]?.push({ from, to, levels: pointer.length - 1, pointer });
  }
  return references;
}

/** Schemas that refer to each other. */
interface SchemaGroup {
  /** The most levels of a path through the group. */
  inner: number;
  readonly internal: Reference[];
  /** The references to schemas of other groups. */
  readonly outgoing: Reference[];
}

/** Returns the groups by the number of their component. */
function groupSchemas(references: readonly (readonly Reference[])[], component: readonly number[]): readonly SchemaGroup[] {
  const groups: SchemaGroup[] = references.map(() => ({ inner: 0, internal: [], outgoing: [] }));
  references.forEach((list, schema) => {
    const group = groups[component[schema] as number] as SchemaGroup;
    const internal = list.filter(({ from, to }) => from !== to && component[from] === component[to]);
    group.internal.push(...internal);
    group.inner += internal.reduce((most, { levels }) => Math.max(most, levels), 0);
    group.outgoing.push(...list.filter(({ to }) => component[to] !== component[schema]));
  });
  return groups;
}
