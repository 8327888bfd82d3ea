/** The `projectNumber` rule: names that contain the number of the project instead of its ID. */
import { getMemberAt, withMemberAt, type JsonObject } from '../../lib/json.js';
import { toNumberedName } from '../../catalog/projects.js';
import type { CompiledResource } from '../../catalog/resource.js';
import type { FillContext } from '../call.js';

export function setProjectNumbers(
  { projectNumberFields }: Pick<CompiledResource, 'projectNumberFields'>,
  body: JsonObject,
  { getProjectNumber }: Pick<FillContext, 'getProjectNumber'>,
): JsonObject {
  return projectNumberFields.reduce((next, field) => {
    const name = getMemberAt(next, field);
    return typeof name === 'string' ? withMemberAt(next, field, toNumberedName(name, getProjectNumber)) : next;
  }, body);
}
