/** Lists what mocks don't implement of the requests of methods: the parameters and body fields that they reject or ignore. */
import type { Specification } from '../lib/specification.js';
import type { Method } from '../model/model.js';
import { formatCode } from '../rules/prose.js';
import type { ListedRule } from './list-rules.js';

/** Lists a rule `notImplemented` or `ignored` for each parameter. `api`: the name of the API. */
export function listIgnoredParts(methods: readonly Method[], api: string, { at }: Pick<Specification, 'at'>): readonly ListedRule[] {
  return methods.flatMap(({ id, pointer, ignored, selectors }) =>
    ignored.map((name): ListedRule => {
      const [kind, sentence] = Object.hasOwn(selectors, name)
        ? ['notImplemented', `The mock responds with 501 to ${formatCode(name)}, unless its value selects nothing.`]
        : ['ignored', `The mock ignores ${formatCode(name)}, and reports that.`];
      const label = id.startsWith(`${api}.`) ? id.slice(api.length + 1) : id;
      return { id: `${api} ${label}(${name}) ${kind}`, ...at(pointer, 'key'), owner: id, kind, sentence, source: '' };
    }),
  );
}
