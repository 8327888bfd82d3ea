/** Requests that change rows and columns. */
import { isObject, type Json, type JsonObject } from '../../../mock/service.js';
import {
  deleteIndexes,
  insertIndexes,
  moveNamedRanges,
  reorderIndexes,
  toDimension,
  type Dimension,
  type Insertion,
} from '../dimensions.js';
import { completeColors, replaceFields, requireFields } from '../field-masks.js';
import { getMetadataKey } from '../grid-data.js';
import { getGridSize, setGridSize, type Sheet } from '../spreadsheets.js';
import { getObject, type BatchContext, type RequestTable } from './context.js';
import { omitZeroSheet } from './objects.js';

interface DimensionRange extends Insertion {
  readonly sheet: Sheet;
}

function requireDimensionRange(context: BatchContext, range: Json | undefined): DimensionRange {
  const { sheetId, dimension, startIndex = 0, endIndex } = getObject(range);
  const sheet = context.requireSheet(sheetId, 'grid');
  const size = getGridSize(sheet);
  const named = toDimension(dimension);
  const end = Number(endIndex ?? (named === 'ROWS' ? size.rowCount : size.columnCount));
  const count = end - Number(startIndex);
  if (count <= 0) return context.reject('The range must have at least one row or column.');
  return { sheet, dimension: named, start: Number(startIndex), count };
}

const getLength = (sheet: Sheet, dimension: Dimension): number => getGridSize(sheet)[dimension === 'ROWS' ? 'rowCount' : 'columnCount'];

function requireInside(context: BatchContext, { sheet, dimension, start, count }: DimensionRange): void {
  const length = getLength(sheet, dimension);
  if (start + count > length)
    context.reject(`range.endIndex[${start + count}] exceeds the number of ${dimension === 'ROWS' ? 'rows' : 'columns'}[${length}]`);
}

const getGroupsName = (dimension: Dimension): string => (dimension === 'ROWS' ? 'rowGroups' : 'columnGroups');
const getGroups = (sheet: Sheet, dimension: Dimension): readonly JsonObject[] =>
  (sheet[getGroupsName(dimension)] ?? []) as readonly JsonObject[];

interface Span {
  readonly start: number;
  readonly end: number;
}

const toSpan = (group: JsonObject): Span => {
  const { startIndex = 0, endIndex = 0 } = getObject(group['range']);
  return { start: Number(startIndex), end: Number(endIndex) };
};

/** The depth of a group is one more than the number of groups around it. */
function addGroup(
  context: BatchContext,
  groups: readonly JsonObject[],
  { sheet, dimension, start, count }: DimensionRange,
): readonly JsonObject[] {
  const span = { start, end: start + count };
  const isInside = (inner: Span, outer: Span): boolean => outer.start <= inner.start && outer.end >= inner.end;
  const isApart = (other: Span): boolean => other.end < span.start || other.start > span.end;
  const others = groups.map((group) => ({ group, span: toSpan(group) }));
  if (others.some((other) => !isApart(other.span) && !isInside(span, other.span) && !isInside(other.span, span)))
    return context.rejectUnknown('groups that overlap or touch');
  const depth = 1 + others.filter((other) => isInside(span, other.span)).length;
  const deeper = others.map(({ group, span: inner }) =>
    isInside(inner, span) && !isInside(span, inner) ? { ...group, depth: Number(group['depth'] ?? 1) + 1 } : group,
  );
  const added = { range: { sheetId: sheet.properties.sheetId, dimension, startIndex: start, endIndex: start + count }, depth };
  return [...deeper, added].sort((one, other) => toSpan(one).start - toSpan(other).start || Number(one.depth) - Number(other.depth));
}

function deleteGroup(context: BatchContext, groups: readonly JsonObject[], { start, count }: DimensionRange): readonly JsonObject[] {
  const same = groups.filter((group) => toSpan(group).start === start && toSpan(group).end === start + count);
  const deepest = same.reduce<JsonObject | undefined>(
    (found, group) => (found && Number(found['depth']) > Number(group['depth']) ? found : group),
    undefined,
  );
  if (!deepest) return context.rejectUnknown('a range that is not that of a group');
  const { start: from, end } = toSpan(deepest);
  return groups.flatMap((group) => {
    if (group === deepest) return [];
    const span = toSpan(group);
    return span.start >= from && span.end <= end && Number(group['depth']) > Number(deepest['depth'])
      ? [{ ...group, depth: Number(group['depth']) - 1 }]
      : [group];
  });
}

const putGroups = (context: BatchContext, { sheet, dimension }: DimensionRange, groups: readonly JsonObject[]): void =>
  context.replaceSheet({ ...sheet, [getGroupsName(dimension)]: groups } as unknown as Sheet);

/** The sizes of rows and columns: by their index, in the properties of the sheet that responses lack. */
function changeMetadata(context: BatchContext, range: DimensionRange, change: (metadata: JsonObject) => JsonObject): void {
  const rows = context.call.rows('sheets');
  const key = getMetadataKey(context.spreadsheet, range.sheet, range.dimension);
  const stored: Record<string, JsonObject> = { ...rows.get<Record<string, JsonObject>>(key) };
  for (let index = range.start; index < range.start + range.count; index++) stored[index] = change(stored[index] ?? {});
  rows.put(key, stored);
}

export const dimensionRequests: RequestTable = {
  insertDimension(context, { range }) {
    const insertion = requireDimensionRange(context, range);
    context.requireFixedFormulas();
    if (insertion.start > getLength(insertion.sheet, insertion.dimension)) context.reject('range.startIndex exceeds the grid.');
    context.replaceSheet(insertIndexes(context.openGrid(insertion.sheet), insertion.sheet, insertion));
    context.spreadsheet = moveNamedRanges(context.spreadsheet, insertion.sheet.properties.sheetId, { ...insertion, isDeletion: false });
  },

  appendDimension(context, { sheetId, dimension, length }) {
    const sheet = context.requireSheet(sheetId, 'grid');
    const { rowCount, columnCount } = getGridSize(sheet);
    const count = Number(length ?? 0);
    context.replaceSheet(
      setGridSize(sheet, toDimension(dimension) === 'ROWS' ? { rowCount: rowCount + count } : { columnCount: columnCount + count }),
    );
  },

  deleteDimension(context, { range }) {
    const deletion = requireDimensionRange(context, range);
    requireInside(context, deletion);
    context.requireFixedFormulas();
    if (deletion.count === getLength(deletion.sheet, deletion.dimension))
      context.reject(`You can't delete all the ${deletion.dimension === 'ROWS' ? 'rows' : 'columns'} on the sheet.`);
    context.replaceSheet(deleteIndexes(context.openGrid(deletion.sheet), deletion.sheet, deletion));
    context.spreadsheet = moveNamedRanges(context.spreadsheet, deletion.sheet.properties.sheetId, { ...deletion, isDeletion: true });
  },

  moveDimension(context, { source, destinationIndex }) {
    const moved = requireDimensionRange(context, source);
    requireInside(context, moved);
    context.requireFixedFormulas();
    const target = Number(destinationIndex ?? 0);
    if (target > moved.start && target < moved.start + moved.count) context.reject('destinationIndex must not be in the moved range.');
    context.replaceSheet(reorderIndexes(context.openGrid(moved.sheet), moved.sheet, { ...moved, target }));
  },

  updateDimensionProperties(context, { range, properties, fields }) {
    const changed = requireDimensionRange(context, range);
    requireInside(context, changed);
    const source = completeColors(getObject(properties));
    const mask = requireFields(context.call, fields);
    changeMetadata(context, changed, (metadata) => replaceFields(metadata, source, mask));
  },

  autoResizeDimensions(context, { dimensions }) {
    const resized = requireDimensionRange(context, dimensions);
    // The size depends on fonts.
    changeMetadata(context, resized, (metadata) => ({ ...metadata, pixelSize: -1 }));
  },

  addDimensionGroup(context, { range }) {
    const added = requireDimensionRange(context, range);
    const groups = addGroup(context, getGroups(added.sheet, added.dimension), added);
    putGroups(context, added, groups);
    const control = added.dimension === 'ROWS' ? 'rowGroupControlAfter' : 'columnGroupControlAfter';
    const sheet = context.requireSheet(added.sheet.properties.sheetId);
    context.replaceSheet({
      ...sheet,
      properties: { ...sheet.properties, gridProperties: { [control]: true, ...getObject(sheet.properties['gridProperties']) } },
    });
    return omitZeroSheet({ dimensionGroups: groups });
  },

  deleteDimensionGroup(context, { range }) {
    const deleted = requireDimensionRange(context, range);
    const groups = deleteGroup(context, getGroups(deleted.sheet, deleted.dimension), deleted);
    putGroups(context, deleted, groups);
    return groups.length > 0 ? omitZeroSheet({ dimensionGroups: groups }) : {};
  },

  updateDimensionGroup(context, { dimensionGroup, fields }) {
    const stated = getObject(dimensionGroup);
    const range = requireDimensionRange(context, stated['range']);
    const mask = requireFields(context.call, fields);
    const groups = getGroups(range.sheet, range.dimension);
    const isSame = (group: JsonObject): boolean =>
      toSpan(group).start === range.start &&
      toSpan(group).end === range.start + range.count &&
      Number(group['depth'] ?? 1) === Number(stated['depth'] ?? 1);
    if (!groups.some(isSame)) context.reject('There is no such group.');
    const change = (group: JsonObject): JsonObject =>
      isSame(group) && isObject(group)
        ? { ...replaceFields(group, stated, mask), range: group['range'] ?? {}, depth: group['depth'] ?? 1 }
        : group;
    putGroups(context, range, groups.map(change));
  },
};
