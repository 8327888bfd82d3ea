/** Encryption keys that customers supply or manage. The module doesn't implement them. */
import type { HandlerCall } from '../../mock/service.js';
import { getText } from './call.js';

const headers = ['x-goog-encryption-key', 'x-goog-copy-source-encryption-key'];
const parameters = ['kmsKeyName', 'destinationKmsKeyName'];

/** Rejects a request with a key with 501, because its object would not be encrypted. */
export function rejectEncryptionKeys(call: HandlerCall): void {
  const header = headers.find((name) => call.headers[name] !== undefined);
  const name = header ?? parameters.find((each) => getText(call, each) !== undefined);
  if (name !== undefined) call.reject('notImplemented', `The mock doesn't implement encryption keys (received ${name}).`);
}
