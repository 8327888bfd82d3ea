/** The service modules of Error Reporting. */
import type { ServiceModules } from '../../mock/service.js';
import { eventRecords } from './event-records.js';
import { deleteEvents, listEvents, listGroupStats, reportEvent } from './events.js';

const modules: ServiceModules<'errorreporting'> = {
  rules: {
    // Applied when an event is stored.
    'errorreporting/reopen': {},
  },
  actions: {
    'errorreporting/report-event': reportEvent,
    'errorreporting/list-events': listEvents,
    'errorreporting/delete-events': deleteEvents,
    'errorreporting/list-group-stats': listGroupStats,
  },
  records: eventRecords,
};

export const errorreportingServices: object = modules;
