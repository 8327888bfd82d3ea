/** Compares media uploads. */
import type { UploadSupport, Method } from '../model/model.js';
import { createChildSite, type ChangeEffect, requestOnly, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { formatTransition } from './compare-facets.js';

export function compareUploads({ changes }: Comparison, { old, new: next }: Pair<Method>, parentSite: Site): void {
  const site = { ...createChildSite(parentSite, ['mediaUpload']), direction: requestOnly };
  const report = (message: string, effect: ChangeEffect): void =>
    changes.add('media-changed', site, { message: `media upload ${message}`, effect });
  const [before, after] = [old.mediaUpload, next.mediaUpload];
  if (before === undefined || after === undefined) {
    if (after !== undefined) report('was added', 'adds');
    if (before !== undefined) report('was removed', 'removes');
    return;
  }
  if (before.route !== after.route) report(`path ${formatTransition(before.route, after.route)}`, 'replaces');
  for (const { name, isSupported } of protocols)
    if (isSupported(before) !== isSupported(after))
      report(`${isSupported(after) ? 'now supports' : 'no longer supports'} ${name}`, isSupported(after) ? 'adds' : 'removes');
  const sizes = { old: before.maxBytes ?? Infinity, new: after.maxBytes ?? Infinity };
  if (sizes.old !== sizes.new)
    report(`size limit ${formatTransition(before.maxSize, after.maxSize)}`, sizes.new > sizes.old ? 'widens' : 'narrows');
  compareTypes({ old: before.accept, new: after.accept }, report);
}

const protocols: readonly { readonly name: string; readonly isSupported: (upload: UploadSupport) => boolean }[] = [
  { name: 'simple uploads', isSupported: ({ simple }) => simple },
  { name: 'resumable uploads', isSupported: ({ resumable }) => resumable },
];

/** An empty list accepts all types. */
function compareTypes({ old, new: next }: Pair<readonly string[]>, report: (message: string, effect: ChangeEffect) => void): void {
  const removedTypes = (old.length === 0 ? ['*/*'] : old).filter((type) => !isAccepted(next, type));
  const addedTypes = (next.length === 0 ? ['*/*'] : next).filter((type) => !isAccepted(old, type));
  if (removedTypes.length > 0) report(`no longer accepts ${removedTypes.join(', ')}`, 'narrows');
  if (addedTypes.length > 0) report(`now also accepts ${addedTypes.join(', ')}`, 'widens');
}

/** `message/*` accepts `message/rfc822`. */
function isAccepted(types: readonly string[], type: string): boolean {
  return (
    types.length === 0 ||
    types.some((each) => each === '*/*' || each === type || (each.endsWith('/*') && type.startsWith(each.slice(0, -1))))
  );
}
