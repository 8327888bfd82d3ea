/** Comments and their replies. The conventions implement most of their methods. */
import { type Handlers, type JsonObject } from '../../mock/service.js';
import { getText, requireResponseMask } from './call.js';
import { requireFile } from './files.js';

const lists = { 'drive.comments.list': 'comments', 'drive.replies.list': 'replies' } as const;
const others = [
  'drive.comments.create',
  'drive.comments.get',
  'drive.comments.update',
  'drive.replies.create',
  'drive.replies.get',
  'drive.replies.update',
];

/** The methods require the `fields` parameter, and a list without members is empty. */
export const commentHandlers: Handlers = {
  ...Object.fromEntries(
    Object.entries(lists).map(([methodId, member]): [string, NonNullable<Handlers[string]>] => [
      methodId,
      async (call, next) => {
        requireResponseMask(call);
        requireFile(call, getText(call, 'fileId') ?? '');
        const page = (await next()) as JsonObject;
        return { ...page, [member]: page[member] ?? [] };
      },
    ]),
  ),
  ...Object.fromEntries(
    others.map((methodId): [string, NonNullable<Handlers[string]>] => [
      methodId,
      async (call, next) => {
        requireResponseMask(call);
        return (await next()) as JsonObject;
      },
    ]),
  ),
};
