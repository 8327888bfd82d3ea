/** Lists the properties of the resources of an API as tested rules. */
import type { Location } from '../../generator/lib/diagnostics.js';
import type { Pointer } from '../../generator/lib/json.js';
import type { ApiIndex } from './api-index.js';
import type { TestedRule } from './tested-rule.js';
import { properties, propertyKey } from './kinds/properties.js';

/** `at`: locates a part of the specification. */
export function listProperties(index: ApiIndex, at: (pointer: Pointer) => Location): readonly TestedRule[] {
  const { api } = index;
  return api.resources.flatMap((resource) =>
    properties
      .filter(({ appliesTo }) => appliesTo(index, resource))
      .map(({ name, sentence }) => {
        const pointer = index.listMethods(resource)[0]?.pointer ?? [];
        const owner = resource.path.slice(Math.max(0, resource.path.indexOf('projects/{')));
        return {
          id: `${api.name} ${owner} ${name}`,
          owner,
          kind: 'property',
          sentence,
          source: '',
          pointer,
          ...at(pointer),
          key: propertyKey(name),
          value: resource.path,
          place: { in: 'api' } as const,
        };
      }),
  );
}
