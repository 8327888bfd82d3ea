/** The control route of methods and their rules. */
import { getTextMember } from '../../lib/json.js';
import type { MethodList, MethodSummary, RuleSummary } from '../../types/control.js';
import { toJson, type AdminRoute } from './admin-call.js';
import { listDocumentedMethods, listRuleOwners, readRules } from './documented-methods.js';

export const listMethods: AdminRoute = async ({ session: { catalog } }) => {
  const rules: RuleSummary[] = [];
  const methods: MethodSummary[] = [];
  for (const api of catalog.apis) {
    /** The indexes of the rules of each method and schema. */
    const indexes = new Map<string, readonly number[]>();
    for (const method of await listDocumentedMethods(api)) {
      const owners = await listRuleOwners(catalog, method);
      for (const [owner, element] of owners) {
        if (indexes.has(owner)) continue;
        const stated = readRules(owner, element);
        indexes.set(
          owner,
          stated.map((_, index) => rules.length + index),
        );
        rules.push(...stated);
      }
      const { id, collections, name, value } = method;
      const description = getTextMember(value, 'description');
      methods.push({
        id,
        api: api.name,
        version: api.version,
        collections,
        name,
        path: getTextMember(value, 'path') ?? '',
        ...(description !== undefined && { description }),
        rules: owners.flatMap(([owner]) => indexes.get(owner) ?? []),
      });
    }
  }
  return toJson({ methods, rules } satisfies MethodList);
};
