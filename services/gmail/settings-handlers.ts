/** The send-as addresses of a mailbox. It always has its own address. */
import type { Handler, Handlers, HandlerCall } from '../../mock/service.js';
import { getMailbox } from './mailbox.js';

function createPrimary(call: HandlerCall): void {
  const address = getMailbox(call);
  const path = `/gmail/v1/users/${encodeURIComponent(address)}/settings/sendAs/${encodeURIComponent(address)}`;
  if (call.state.get(path) === undefined) call.state.put(path, { sendAsEmail: address, isPrimary: true, isDefault: true });
}

/** Conventions implement the methods. */
const withPrimary: Handler = (call, next) => {
  createPrimary(call);
  return next() as Promise<object>;
};

export const settingsHandlers: Handlers = {
  'gmail.users.settings.sendAs.list': withPrimary,
  'gmail.users.settings.sendAs.get': withPrimary,
  'gmail.users.settings.sendAs.patch': withPrimary,
  'gmail.users.settings.sendAs.update': withPrimary,
  'gmail.users.settings.sendAs.delete': (call, next) => {
    if (String(call.parameters['sendAsEmail']).toLowerCase() === getMailbox(call).toLowerCase())
      call.reject('invalid', 'Cannot delete primary send-as address.');
    return next() as Promise<object>;
  },
};
