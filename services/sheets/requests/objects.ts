/** Requests for what a spreadsheet keeps in lists: named and protected ranges, filter views, bandings, charts, slicers, and rules of formats. */
import { isList, isObject, type Json, type JsonObject } from '../../../mock/service.js';
import { completeColors, replaceFields, requireFields } from '../field-masks.js';
import type { Sheet } from '../spreadsheets.js';
import { getObject, omitNullMembers, type BatchContext, type RequestTable } from './context.js';

/** Returns the list with other objects in place of the one at an index. */
const replaceAt = (objects: readonly JsonObject[], index: number, others: readonly JsonObject[]): readonly JsonObject[] => [
  ...objects.slice(0, index),
  ...others,
  ...objects.slice(index + 1),
];

const insertAt = (objects: readonly JsonObject[], index: number, object: JsonObject): readonly JsonObject[] => [
  ...objects.slice(0, index),
  object,
  ...objects.slice(index),
];

/** A list of objects with IDs, in the spreadsheet or in each sheet. */
interface ObjectList {
  /** The member that contains the list. */
  readonly list: string;
  readonly id: string;
  /** The member of the request with the object, and of the reply. */
  readonly member: string;
  readonly replyMember?: string;
  readonly hasTextId?: true;
  readonly isInSpreadsheet?: true;
  readonly noun: string;
  /** Returns the object as it is stored. */
  readonly complete?: (object: JsonObject, user: string) => JsonObject;
}

const lists = {
  NamedRange: {
    list: 'namedRanges',
    id: 'namedRangeId',
    member: 'namedRange',
    hasTextId: true,
    isInSpreadsheet: true,
    noun: 'named range',
  },
  ProtectedRange: {
    list: 'protectedRanges',
    id: 'protectedRangeId',
    member: 'protectedRange',
    noun: 'protected range',
    complete: ({ warningOnly, ...range }, user) => ({
      ...range,
      ...(warningOnly === true && { warningOnly }),
      requestingUserCanEdit: true,
      // Who adds a range can edit it.
      editors: { users: [user], ...getObject(range['editors']) },
    }),
  },
  FilterView: { list: 'filterViews', id: 'filterViewId', member: 'filter', noun: 'filter view' },
  Banding: { list: 'bandedRanges', id: 'bandedRangeId', member: 'bandedRange', noun: 'banded range' },
  Chart: { list: 'charts', id: 'chartId', member: 'chart', noun: 'chart' },
  Slicer: { list: 'slicers', id: 'slicerId', member: 'slicer', noun: 'slicer' },
} as const satisfies Readonly<Record<string, ObjectList>>;

function getList(context: BatchContext, { list, isInSpreadsheet }: ObjectList, sheet: Sheet | undefined): readonly JsonObject[] {
  return ((isInSpreadsheet ? context.spreadsheet : (sheet ?? {}))[list as never] ?? []) as readonly JsonObject[];
}

function putList(
  context: BatchContext,
  { list, isInSpreadsheet }: ObjectList,
  { sheet, objects }: { readonly sheet: Sheet | undefined; readonly objects: readonly JsonObject[] },
): void {
  if (isInSpreadsheet) context.spreadsheet = { ...context.spreadsheet, [list]: objects };
  else if (sheet) context.replaceSheet({ ...sheet, [list]: objects } as unknown as Sheet);
}

interface FoundObject {
  readonly sheet: Sheet | undefined;
  readonly objects: readonly JsonObject[];
  readonly index: number;
}

function requireObject(context: BatchContext, kind: ObjectList, id: Json | undefined): FoundObject {
  const sheets = kind.isInSpreadsheet ? [undefined] : context.spreadsheet.sheets;
  for (const sheet of sheets) {
    const objects = getList(context, kind, sheet);
    const index = objects.findIndex((object) => String(object[kind.id]) === String(id));
    if (index >= 0) return { sheet, objects, index };
  }
  return context.reject(`No ${kind.noun} with id: ${String(id)}`);
}

/** Returns the sheet on which an object is: that of its range, or of its position. */
function requireOwner(context: BatchContext, { isInSpreadsheet, list }: ObjectList, object: JsonObject): Sheet | undefined {
  const anchor = getObject(getObject(getObject(object['position'])['overlayPosition'])['anchorCell']);
  const range = isObject(object['range']) ? object['range'] : list === 'charts' || list === 'slicers' ? anchor : undefined;
  const named = getObject(object['spec'])['dataRange'];
  const sheet = context.requireSheet((range ?? getObject(named))['sheetId'], 'grid');
  return isInSpreadsheet ? undefined : sheet;
}

function addObject(context: BatchContext, kind: ObjectList, stated: JsonObject): JsonObject {
  const object = completeColors(dropEmptyLists(omitNullMembers(stated)));
  const sheet = requireOwner(context, kind, object);
  const objects = getList(context, kind, sheet);
  const id = object[kind.id] ?? (kind.hasTextId ? String(context.createId()) : context.createId());
  if (objects.some((each) => each[kind.id] === id)) context.reject(`A ${kind.noun} with id ${String(id)} already exists`);
  if (kind.list === 'namedRanges') requireFreeName(context, object);
  const completed = { [kind.id]: id, ...(kind.complete?.(object, context.call.user) ?? object) };
  putList(context, kind, { sheet, objects: [...objects, completed] });
  return { [kind.member]: omitZeroSheet({ ...completed, ...(kind.list === 'protectedRanges' && { editors: object['editors'] ?? {} }) }) };
}

function requireFreeName(context: BatchContext, { name, namedRangeId }: JsonObject): void {
  if (typeof name !== 'string' || !/^[A-Za-z_][\w.]*$/.test(name)) return context.reject(`Invalid name: "${String(name)}"`);
  const ranges = getList(context, lists.NamedRange, undefined);
  if (ranges.some((range) => range['namedRangeId'] !== namedRangeId && String(range['name']).toLowerCase() === name.toLowerCase()))
    context.reject(`A named range with name "${name}" already exists.`);
}

/** ProtoJSON omits the ID of the first sheet, and empty lists. */
export function omitZeroSheet<T extends Json>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, each: Json) => {
    if (!isObject(each) || each['sheetId'] !== 0) return each;
    const { sheetId: _sheetId, ...rest } = each;
    return rest;
  }) as T;
}

const dropEmptyLists = (value: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(value), (_, each: Json) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).filter(([, member]) => !(isList(member) && member.length === 0))) : each,
  ) as JsonObject;

function updateObject(context: BatchContext, kind: ObjectList, request: JsonObject): void {
  const source = completeColors(omitNullMembers(getObject(request[kind.member])));
  const { sheet, objects, index } = requireObject(context, kind, source[kind.id]);
  const before = objects[index] ?? {};
  const changed = {
    ...replaceFields(before, source, requireFields(context.call, request['fields'])),
    [kind.id]: before[kind.id],
  } as JsonObject;
  if (kind.list === 'namedRanges') requireFreeName(context, changed);
  putList(context, kind, { sheet, objects: replaceAt(objects, index, [kind.complete?.(changed, context.call.user) ?? changed]) });
}

function deleteObject(context: BatchContext, kind: ObjectList, id: Json | undefined): void {
  const { sheet, objects, index } = requireObject(context, kind, id);
  putList(context, kind, { sheet, objects: replaceAt(objects, index, []) });
}

/** Returns the index of a rule of formats. Throws 400 if there is none. */
function requireRule(context: BatchContext, rules: readonly JsonObject[], index: Json | undefined): number {
  const position = Number(index ?? 0);
  if (position < 0 || position >= rules.length) return context.reject(`No conditional format on sheet at index: ${position}`);
  return position;
}

const formats: ObjectList = { list: 'conditionalFormats', id: '', member: 'rule', noun: 'conditional format' };

export const objectRequests: RequestTable = {
  addNamedRange: (context, { namedRange }) => addObject(context, lists.NamedRange, getObject(namedRange)),
  updateNamedRange: (context, request) => updateObject(context, lists.NamedRange, request),
  deleteNamedRange: (context, { namedRangeId }) => deleteObject(context, lists.NamedRange, namedRangeId),
  addProtectedRange: (context, { protectedRange }) => addObject(context, lists.ProtectedRange, getObject(protectedRange)),
  updateProtectedRange: (context, request) => updateObject(context, lists.ProtectedRange, request),
  deleteProtectedRange: (context, { protectedRangeId }) => deleteObject(context, lists.ProtectedRange, protectedRangeId),
  addFilterView: (context, { filter }) => addObject(context, lists.FilterView, getObject(filter)),
  updateFilterView: (context, request) => updateObject(context, lists.FilterView, request),
  deleteFilterView: (context, { filterId }) => deleteObject(context, lists.FilterView, filterId),
  addBanding: (context, { bandedRange }) => addObject(context, lists.Banding, getObject(bandedRange)),
  updateBanding: (context, request) => updateObject(context, lists.Banding, request),
  deleteBanding: (context, { bandedRangeId }) => deleteObject(context, lists.Banding, bandedRangeId),
  addChart: (context, { chart }) => addObject(context, lists.Chart, getObject(chart)),
  updateChartSpec(context, { chartId, spec }) {
    const { sheet, objects, index } = requireObject(context, lists.Chart, chartId);
    putList(context, lists.Chart, {
      sheet,
      objects: replaceAt(objects, index, [{ ...objects[index], spec: completeColors(getObject(spec)) }]),
    });
  },
  addSlicer: (context, { slicer }) => addObject(context, lists.Slicer, getObject(slicer)),
  deleteEmbeddedObject(context, { objectId }) {
    const isChart = context.spreadsheet.sheets.some((sheet) =>
      getList(context, lists.Chart, sheet).some(({ chartId }) => chartId === objectId),
    );
    deleteObject(context, isChart ? lists.Chart : lists.Slicer, objectId);
  },
  setBasicFilter(context, { filter }) {
    const stated = completeColors(getObject(filter));
    const { sheet } = context.requireRange(stated['range']);
    context.replaceSheet({ ...sheet, basicFilter: stated } as Sheet);
  },
  clearBasicFilter(context, { sheetId }) {
    const { basicFilter: _, ...sheet } = context.requireSheet(sheetId);
    context.replaceSheet(sheet as unknown as Sheet);
  },
  addConditionalFormatRule(context, { rule, index }) {
    const stated = completeColors(getObject(rule));
    const [range] = (stated['ranges'] ?? []) as readonly JsonObject[];
    const { sheet } = context.requireRange(range);
    const rules = getList(context, formats, sheet);
    putList(context, formats, { sheet, objects: insertAt(rules, Number(index ?? 0), stated) });
  },
  updateConditionalFormatRule(context, { rule, index, newIndex, sheetId }) {
    const stated = isObject(rule) ? completeColors(rule) : undefined;
    const [range] = (stated?.['ranges'] ?? []) as readonly JsonObject[];
    const sheet = context.requireSheet(sheetId ?? range?.['sheetId'], 'grid');
    const rules = getList(context, formats, sheet);
    const at = requireRule(context, rules, index);
    const before = rules[at] ?? {};
    const next = stated ?? before;
    const others = replaceAt(rules, at, []);
    const to = stated ? at : Number(newIndex ?? 0);
    putList(context, formats, { sheet, objects: insertAt(others, to, next) });
    return omitZeroSheet({ oldRule: before, newRule: next, newIndex: to, ...(stated ? {} : { oldIndex: at }) });
  },
  deleteConditionalFormatRule(context, { index, sheetId }) {
    const sheet = context.requireSheet(sheetId, 'grid');
    const rules = getList(context, formats, sheet);
    const at = requireRule(context, rules, index);
    putList(context, formats, { sheet, objects: replaceAt(rules, at, []) });
    return omitZeroSheet({ rule: rules[at] ?? {} });
  },
};
