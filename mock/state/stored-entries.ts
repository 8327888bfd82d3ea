/** The shapes of stored values. */
import { isOptionValue, optionTable } from '../lib/option-table.js';
import { getMember, isList, isObject, type Json } from '../lib/json.js';
import { createKey, getEntryKind, type EntryKind } from './keys.js';

const isText = (value: Json): boolean => typeof value === 'string';
const isNumber = (value: Json | undefined): boolean => typeof value === 'number';

const checks: Readonly<Partial<Record<EntryKind, (value: Json) => boolean>>> = {
  record: (value) => isObject(getMember(value, 'body')) && isNumber(getMember(value, 'version')),
  index: (value) => value === true,
  number: isText,
  policy: isObject,
  token: isObject,
  request: (value) => isText(value) || isObject(value),
  task: (value) => isList(value) && value.every((effect) => typeof getMember(effect, 'kind') === 'string'),
  event: isObject,
  log: isObject,
  counter: isNumber,
  media: isObject,
  upload: isObject,
  project: isText,
};

const controlsKey = createKey('control');

/** Whether a value is the state of a generator of random numbers. */
function isState(value: Json | undefined): boolean {
  return isList(value) && value.every(isNumber);
}

function isControls(value: Json): boolean {
  const [ids, faults] = [getMember(value, 'ids'), getMember(value, 'faults')];
  const random = getMember(faults, 'random');
  return (
    isObject(getMember(value, 'clock')) &&
    isList(getMember(faults, 'rules')) &&
    (isNumber(random) || isState(random)) &&
    isState(ids) &&
    isOptionValue(optionTable.ignored, getMember(value, 'ignored') ?? 'select')
  );
}

/** Whether a value has the shape of its key, so that what reads it doesn't fail. Doesn't look into resources. */
export function isStoredValue(key: string, value: Json): boolean {
  if (key === controlsKey) return isControls(value);
  const kind = getEntryKind(key);
  return (kind && checks[kind]?.(value)) ?? true;
}
