/** Messages that are sent: the headers that the service adds, and their recipients. */
import { addressParser } from 'postal-mime';
import type { HandlerCall, JsonObject } from '../../mock/service.js';
import { createId, getMailbox } from './mailbox.js';
import { findHeader, listHeaders, parseMessage } from './mime.js';

/** Returns a message with the headers that it lacks: its sender, its ID, and its date. */
export async function prepareSent(call: HandlerCall, raw: Uint8Array): Promise<{ readonly raw: Uint8Array; readonly payload: JsonObject }> {
  const { payload } = await parseMessage(raw);
  const missing = [
    ['From', getMailbox(call)],
    ['Message-ID', `<${createId(call)}@mail.gmail.com>`],
    ['Date', new Date(call.now).toUTCString().replace('GMT', '+0000')],
  ].filter(([name = '']) => findHeader(payload, name.toLowerCase()) === '');
  if (missing.length === 0) return { raw, payload };
  const headers = new TextEncoder().encode(missing.map(([name, value]) => `${name}: ${value}\r\n`).join(''));
  const complete = new Uint8Array(headers.length + raw.length);
  complete.set(headers);
  complete.set(raw, headers.length);
  return { raw: complete, payload };
}

/** Returns the addresses to which a message is sent, in lower case. Throws 400 for none. */
export function requireRecipients(call: HandlerCall, payload: JsonObject): readonly string[] {
  const headers = ['to', 'cc', 'bcc'].flatMap((name) => listHeaders(payload, name));
  const addresses = headers.flatMap((header) =>
    addressParser(header, { flatten: true }).flatMap(({ address }) => (address ? [address.toLowerCase()] : [])),
  );
  if (addresses.length === 0) call.reject('invalid', 'Recipient address required');
  const invalid = addresses.find((address) => !/^[^@\s]+@[^@\s]+$/.test(address));
  if (invalid !== undefined) call.reject('invalid', 'Invalid To header');
  return addresses;
}
