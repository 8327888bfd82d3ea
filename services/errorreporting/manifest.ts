import type { ServiceManifest } from '../manifest.js';

const eventParameters = ['serviceFilter.service', 'serviceFilter.version', 'serviceFilter.resourceType', 'groupId', 'timeRange.period'];

export const errorreporting: ServiceManifest = {
  rules: {
    reopen: {
      description: 'A new error event of the group changes `status` from one of the values `from` to the value `to`.',
      options: {
        status: { kind: 'field', description: 'The field with the status.', type: 'string' },
        from: { kind: 'texts', description: 'The values before.' },
        to: { kind: 'text', description: 'The value after.' },
      },
      sentence: 'A new event of the group changes {status} from {from:or} to {to}.',
    },
  },
  actions: {
    'report-event': {
      description: 'Adds an error event to its group and to the log of the project.',
      access: 'write',
      needsBody: true,
      options: {},
      fields: 'all',
      acceptsAnyName: true,
      addsRecord: true,
    },
    'list-events': {
      description: 'Lists error events, latest first.',
      access: 'read',
      options: {},
      parameters: eventParameters,
      hasPages: true,
      acceptsAnyName: true,
    },
    'delete-events': {
      description: 'Deletes all error events of a project or location.',
      access: 'delete',
      options: {},
      acceptsAnyName: true,
    },
    'list-group-stats': {
      description: 'Lists the groups of error events with their statistics.',
      access: 'read',
      options: {},
      parameters: [...eventParameters, 'timedCountDuration', 'alignment', 'alignmentTime', 'order'],
      hasPages: true,
      acceptsAnyName: true,
    },
  },
};
