/** A call that must not be sent to a server. The message is the reason, without a period. */
export class RejectedCallError extends Error {
  override readonly name = 'RejectedCallError';
}
