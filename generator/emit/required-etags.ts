/** Fields that an update must contain so that it can't overwrite changes of others. */
import type { ObjectType } from '../model/model.js';

/** The fields of the `etag` rules with `match: required`. */
export function listRequiredEtags(rules: ObjectType['rules']): readonly string[] {
  return rules.flatMap(({ rule }) => (rule.kind === 'etag' && rule.match === 'required' ? [rule.field] : []));
}
