/** Compares what fields, parameters, and other elements have in common: defaults, deprecation, and descriptions. */
import type { ModelElement, Field } from '../model/model.js';
import { createChildSite, type Site } from './changes.js';
import { formatValue, type Comparison, type Pair } from './comparison.js';

/** Compares defaults, also of parameters. */
export function compareDefault({ changes }: Comparison, { old, new: next }: Pair<Pick<Field, 'default'>>, site: Site): void {
  if (JSON.stringify(old.default) === JSON.stringify(next.default)) return;
  const fieldSite = createChildSite(site, ['default']);
  if (old.default === undefined)
    changes.add('default-changed', fieldSite, {
      message: `the default was added: ${formatValue(next.default ?? null)}`,
      effect: 'adds',
    });
  else if (next.default === undefined && site.direction.received)
    changes.add('default-changed', fieldSite, {
      message: `the default was removed: ${formatValue(old.default)}`,
      effect: 'explains',
      reason: 'the effect of omitting the field is no longer documented',
    });
  else
    changes.add('default-changed', fieldSite, {
      message:
        next.default === undefined
          ? `the default was removed: ${formatValue(old.default)}`
          : `the default changed from ${formatValue(old.default)} to ${formatValue(next.default)}`,
      effect: 'replaces',
      reason: 'requests that omit the value change their meaning',
    });
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
