/** Compares what fields, parameters, and other elements have in common: defaults, deprecation, and descriptions. */
import type { ModelElement, Field } from '../model/model.js';
import { createChildSite, type ChangeText, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { formatValue } from '../language/specification.js';

/** Compares defaults, also of parameters. */
export function compareDefault({ changes }: Comparison, { old, new: next }: Pair<Pick<Field, 'default'>>, site: Site): void {
  const [before, after] = [old.default, next.default].map((value) => (value === undefined ? undefined : formatValue(value)));
  if (JSON.stringify(old.default) === JSON.stringify(next.default)) return;
  const describe = (): ChangeText => {
    if (before === undefined) return { message: `the default was added: ${after}`, effect: 'adds' };
    const message = after === undefined ? `the default was removed: ${before}` : `the default changed from ${before} to ${after}`;
    if (after === undefined && site.direction.received)
      return { message, effect: 'explains', reason: 'the effect of omitting the field is no longer documented' };
    return { message, effect: 'replaces', reason: 'requests that omit the value change their meaning' };
  };
  changes.add('default-changed', createChildSite(site, ['default']), describe());
}

/** Compares deprecation and description of any element. */
export function compareDocumentation(
  { changes }: Pick<Comparison, 'changes'>,
  { old, new: next }: Pair<Pick<ModelElement, 'deprecated' | 'description'>>,
  site: Site,
): void {
  if (old.deprecated !== next.deprecated)
    changes.add(next.deprecated ? 'deprecated' : 'not-deprecated', createChildSite(site, ['deprecated']), {
      message: next.deprecated ? 'is now deprecated' : 'is no longer deprecated',
      effect: next.deprecated ? 'adds' : 'explains',
      ...(next.deprecated ? { reason: 'it still works' } : {}),
    });
  if ((old.description ?? '') !== (next.description ?? ''))
    changes.add('documentation-changed', createChildSite(site, ['description']), {
      message: 'the description changed',
      effect: 'explains',
    });
}
