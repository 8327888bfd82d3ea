/** The service module of Error Reporting. */
import { defineBuiltIn } from '../../mock/service.js';
import { eventRecords } from './event-records.js';
import { deleteEvents, listEvents, listGroupStats, reportEvent } from './events.js';

export const errorreportingServices: object = defineBuiltIn({
  api: 'errorreporting',
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
});
