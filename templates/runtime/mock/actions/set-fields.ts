import { existing } from '../call.js';
import { member, withMember } from '../json.js';
import { requireCurrent } from '../rules/fingerprint.js';
import { requireUsable } from '../rules/locked-while.js';
import { judgeResource } from '../rules/index.js';
import { fillChanged } from '../fill.js';
import { filling } from '../call.js';
import type { Perform } from './action.js';

/** Replaces single fields by those of the body; what the body lacks becomes empty. */
export const setFields: Perform<'setFields'> = async (call, action) => {
  const { place, entity } = await existing(call);
  if (action.fingerprint !== undefined) requireCurrent(action.fingerprint, call.body, entity.body);
  requireUsable(place, entity.body);
  const next = action.fields.reduce((body, field) => withMember(body, field, member(call.body, field) ?? {}), entity.body);
  judgeResource({ place, next });
  const body = fillChanged(place, { before: entity.body, body: next }, filling(call));
  return {
    effects: [{ kind: 'put', path: place.path, body, version: entity.version }],
    answer: { place },
    target: { place, body: entity.body },
  };
};
