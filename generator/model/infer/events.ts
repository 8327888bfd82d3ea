/** Infers which methods can return their response as server-sent events. */
import type { Method, Parameter } from '../model.js';

/** `streamAnswer`, `streamingRead`, `serverStreamingPredict`, `executeStreamingSql` */
const streamingName = /^stream[A-Z]|(?:^s|S)treaming[A-Z]/;

/**
 * A method returns events if its name says that it streams, or if `sse` is a value of the parameter `alt` of the method or of the API. Each
 * event has the type of the response. Lists and raw content have forms of their own.
 */
export function inferEvents(method: Method, commonParameters: readonly Parameter[]): boolean {
  const { name, response, list, acceptsMedia, returnsMedia, parameters } = method;
  if (response === undefined || list !== undefined || acceptsMedia || returnsMedia) return false;
  const format = [...parameters, ...commonParameters].find((parameter) => parameter.name === 'alt');
  const values = format?.type.kind === 'string' ? (format.type.enum ?? []) : [];
  return streamingName.test(name) || values.some(({ value }) => value === 'sse');
}
