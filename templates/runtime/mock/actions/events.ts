import { notImplemented } from '../call.js';
import type { Perform } from './action.js';

export const reportEvent: Perform<'reportEvent'> = async (call) => {
  throw notImplemented(call.method);
};
export const listEvents: Perform<'listEvents'> = async (call) => {
  throw notImplemented(call.method);
};
export const deleteEvents: Perform<'deleteEvents'> = async (call) => {
  throw notImplemented(call.method);
};
export const listGroupStats: Perform<'listGroupStats'> = async (call) => {
  throw notImplemented(call.method);
};
