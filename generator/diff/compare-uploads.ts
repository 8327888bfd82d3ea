/** Compares media uploads. */
import { parseByteSize } from '../emit/media-descriptors.js';
import type { MediaUpload, Method } from '../model/model.js';
import { createChildSite, type Effect, sentOnly, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { formatTransition } from './compare-facets.js';

export function compareUploads({ changes }: Comparison, { old, new: next }: Pair<Method>, around: Site): void {
  const site = { ...createChildSite(around, ['mediaUpload']), direction: sentOnly };
  const report = (message: string, effect: Effect): void => changes.add('media-changed', site, { message: `upload: ${message}`, effect });
  const [before, after] = [old.mediaUpload, next.mediaUpload];
  if (before === undefined || after === undefined) {
    if (after !== undefined) report('new', 'adds');
    if (before !== undefined) report('removed', 'removes');
    return;
  }
  if (before.route !== after.route) report(`the path ${formatTransition(before.route, after.route)}`, 'replaces');
  for (const { name, is } of protocols)
    if (is(before) !== is(after)) report(`${is(after) ? 'also' : 'no longer'} ${name}`, is(after) ? 'adds' : 'removes');
  const sizes = { old: parseByteSize(before.maxSize) ?? Infinity, new: parseByteSize(after.maxSize) ?? Infinity };
  if (sizes.old !== sizes.new)
    report(`the maximum size ${formatTransition(before.maxSize, after.maxSize)}`, sizes.new > sizes.old ? 'widens' : 'narrows');
  compareTypes({ old: before.accept, new: after.accept }, report);
}

const protocols: readonly { readonly name: string; readonly is: (upload: MediaUpload) => boolean }[] = [
  { name: 'in one request', is: ({ simple }) => simple },
  { name: 'in pieces', is: ({ resumable }) => resumable },
];

/** An empty list accepts all types. */
function compareTypes({ old, new: next }: Pair<readonly string[]>, report: (message: string, effect: Effect) => void): void {
  const lost = (old.length === 0 ? ['*/*'] : old).filter((type) => !isAccepted(next, type));
  const gained = (next.length === 0 ? ['*/*'] : next).filter((type) => !isAccepted(old, type));
  if (lost.length > 0) report(`${lost.join(', ')} no longer accepted`, 'narrows');
  if (gained.length > 0) report(`${gained.join(', ')} now accepted`, 'widens');
}

/** `message/*` accepts `message/rfc822`. */
function isAccepted(types: readonly string[], type: string): boolean {
  return (
    types.length === 0 ||
    types.some((each) => each === '*/*' || each === type || (each.endsWith('/*') && type.startsWith(each.slice(0, -1))))
  );
}
