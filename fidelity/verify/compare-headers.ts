/** Compares the response headers that carry meaning. A recording without such a header says nothing about it. */
import { getHeader } from '../recordings/body.js';
import type { RecordedHeaders } from '../recordings/exchange.js';
import { compareTexts, type TextContext } from './compare-texts.js';
import type { Difference } from './difference.js';
import type { ValueRole } from './value-role.js';

const headers: readonly { readonly name: string; readonly role?: ValueRole }[] = [
  { name: 'etag', role: 'etag' },
  { name: 'location' },
  { name: 'content-type' },
  { name: 'range' },
  { name: 'x-goog-upload-status' },
  { name: 'x-range-md5' },
];

export function compareHeaders(
  recorded: RecordedHeaders,
  actual: RecordedHeaders,
  { resource, hasBody, context }: { readonly resource: string; readonly hasBody: boolean; readonly context: TextContext },
): readonly Difference[] {
  return headers.flatMap(({ name, role }): readonly Difference[] => {
    const expected = getComparableHeader(recorded, name);
    const own = getComparableHeader(actual, name);
    if (expected === undefined || (name === 'content-type' && !hasBody)) return [];
    const field = `headers.${name}`;
    if (own === undefined) return [{ kind: 'missing', field, expected }];
    const result =
      name === 'location'
        ? bindLocation(expected, own, context)
        : compareTexts({ recorded: expected, actual: own }, { resource, field, role, isOutput: true }, context);
    return result.kind === 'equal' ? [] : [{ kind: result.kind, field, expected, actual: own }];
  });
}

/** The parameters of a content type, such as the charset, don't matter. */
function getComparableHeader(all: RecordedHeaders, name: string): string | undefined {
  const value = getHeader(all, name);
  return name === 'content-type' ? value?.split(';', 1)[0]?.trim().toLowerCase() : value;
}

/** The address of an upload contains an ID that the server generates. Later requests have it. */
function bindLocation(recorded: string, actual: string, context: TextContext): { readonly kind: 'equal' | 'value' } {
  const [left, right] = [findUploadId(recorded), findUploadId(actual)];
  if (left === undefined || right === undefined) {
    const result = compareTexts({ recorded, actual }, { resource: '', field: 'location', role: undefined, isOutput: true }, context);
    return { kind: result.kind === 'equal' ? 'equal' : 'value' };
  }
  if (context.binds) context.bindings.bind({ resource: '', field: 'upload_id' }, { recorded: left, actual: right });
  return { kind: 'equal' };
}

function findUploadId(address: string): string | undefined {
  return new URLSearchParams(address.split('?', 2)[1] ?? '').get('upload_id') ?? undefined;
}
