/** Reads the requests of methods whose body isn't the resource. */
import { getMember, type HandlerCall, type Json } from '../mock/service.js';

/** Returns a field of the request body, or a query parameter. The fields beside a resource in the body are parameters of the call. */
export function getField(call: Pick<HandlerCall, 'requestBody' | 'parameters'>, name: string): Json | undefined {
  return getMember(call.requestBody as Json | undefined, name) ?? (call.parameters[name] as Json | undefined);
}

export function getTextField(call: Pick<HandlerCall, 'requestBody' | 'parameters'>, name: string): string | undefined {
  const value = getField(call, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
