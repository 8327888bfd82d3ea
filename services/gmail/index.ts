/** The service module of Gmail. */
import { defineBuiltIn, type Handlers, type ServiceDefinition } from '../../mock/service.js';
import { draftHandlers } from './draft-handlers.js';
import { historyHandlers } from './history-handlers.js';
import { labelHandlers } from './label-handlers.js';
import { messageHandlers } from './message-handlers.js';
import { settingsHandlers } from './settings-handlers.js';
import { threadHandlers } from './thread-handlers.js';

const handlers: Handlers = {
  ...messageHandlers,
  ...threadHandlers,
  ...labelHandlers,
  ...draftHandlers,
  ...historyHandlers,
  ...settingsHandlers,
};

const listParameters = { q: true, labelIds: true, includeSpamTrash: true, maxResults: true, pageToken: true } as const;
const formats = { format: true, metadataHeaders: true } as const;
const sources = { internalDateSource: true, deleted: true } as const;

const parameters: NonNullable<ServiceDefinition['parameters']> = {
  'gmail.users.messages.list': listParameters,
  'gmail.users.threads.list': listParameters,
  'gmail.users.drafts.list': { q: true, includeSpamTrash: true, maxResults: true, pageToken: true },
  'gmail.users.messages.get': formats,
  'gmail.users.threads.get': formats,
  'gmail.users.drafts.get': { format: true },
  'gmail.users.messages.insert': sources,
  // No message is spam for the mock.
  'gmail.users.messages.import': { ...sources, neverMarkSpam: true },
  'gmail.users.history.list': { startHistoryId: true, labelId: true, historyTypes: true, maxResults: true, pageToken: true },
};

export const gmailServices: object = defineBuiltIn({
  api: 'gmail',
  aliases: { '/gmail/v1/users/{userId}': (name, { user }) => (name === 'me' ? user : name) },
  handlers,
  parameters,
});
