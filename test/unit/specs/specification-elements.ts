/** Lists the elements of a specification that the coverage table must contain, as JSON pointers. */
import { getPart, isObject, type Json } from '../../../generator/lib/json.js';

export function resolvePointer(value: Json, pointer: string): Json | undefined {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  let elements: Json | undefined = value;
  for (const key of keys) elements = getPart(elements, key);
  return elements;
}

/** The members of these objects are elements. */
const maps: ReadonlySet<string> = new Set(['methods', 'properties', 'parameters', 'schemas']);
/** The items of these arrays are elements. */
const lists: ReadonlySet<string> = new Set(['x-rules', 'x-permissions', 'x-notes', 'x-undocumented']);

/** Lists the pointers of methods, parameters, schemas, properties (also nested), rules, permissions, notes, and undocumented topics. */
export function listElements(specification: Json): readonly string[] {
  const elements: string[] = [];
  visit(specification, '', elements);
  return elements;
}

function visit(value: Json, pointer: string, elements: string[]): void {
  if (value === null || typeof value !== 'object') return;
  for (const [key, child] of Object.entries(value)) {
    const childPointer = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const container = pointer.slice(pointer.lastIndexOf('/') + 1);
    const isElement = Array.isArray(value) ? lists.has(container) && typeof child !== 'string' : maps.has(container) && isObject(child);
    const isPermission = container === 'x-permissions';
    if ((isElement || isPermission) && !isPathParameter(child)) elements.push(childPointer);
    visit(child, childPointer, elements);
  }
}

/** The path already contains these parameters. */
function isPathParameter(value: Json): boolean {
  return isObject(value) && value['location'] === 'path';
}

/** Lists the document parts that a specification names as sources. */
export function listSources(specification: Json): readonly string[] {
  if (specification === null || typeof specification !== 'object') return [];
  return Object.entries(specification).flatMap(([key, value]) => {
    const isSource = key === 'x-source' || key === 'source';
    return isSource && typeof value === 'string' ? [value] : listSources(value);
  });
}
