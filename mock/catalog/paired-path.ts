/** Paths of resources whose names contain slashes: pairs of a collection and a member ID. */
import type { ResourceBehavior } from '../../runtime/behavior.js';
import { parseTemplate } from '../../runtime/paths/template.js';
import type { Action } from '../../runtime/rule.js';

export interface PathMethod {
  readonly action: Action;
  /** The template of its path. */
  readonly path: string;
}

interface PathUse {
  readonly method: PathMethod;
  /** The resource type that the method's action names. */
  readonly resource: (Pick<ResourceBehavior, 'path' | 'idParameters'> & { readonly spansSegments?: boolean }) | undefined;
  /** Returns all methods of the API. */
  readonly listMethods: () => readonly PathMethod[];
}

/**
 * Returns a test of a path whose resource names contain slashes, if the method names the collection by a variable. Such a path consists of
 * pairs of a collection and a member ID. An additional segment names a collection.
 */
export function createPairTest({ method, resource, listMethods }: PathUse): ((segments: readonly string[]) => boolean) | undefined {
  if (!resource?.spansSegments || method.action.kind === 'notImplemented') return undefined;
  const length = countSegments(resource.path) - Math.max(1, resource.idParameters.length);
  if (countSegments(method.path) === length) return undefined;
  const isPaired = listMethods().some(
    ({ action, path }) => isCollectionAction(action) && getActionResource(action) === resource.path && countSegments(path) > length,
  );
  const remainder = isCollectionAction(method.action) ? 1 : 0;
  return isPaired ? (segments) => (segments.length - length) % 2 === remainder : undefined;
}

const countSegments = (template: string): number => parseTemplate(template).steps.length;
const isCollectionAction = ({ kind }: Action): boolean => kind === 'list' || kind === 'create';

export function getActionResource(action: Action): string | undefined {
  return 'resource' in action ? action.resource : undefined;
}
