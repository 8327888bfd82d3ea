/** Errors of the XML API. */
import { HttpError } from '../../../mock/service.js';

export interface XmlError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: string;
  /** Further elements by name. */
  readonly more?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes text. Characters that XML can't contain are replaced. */
export function escapeXml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => escapes[character] ?? '')
    .replace(/[\u0000-\u0008\v\f\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}

export const formatElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

export function createXmlResponse(content: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const type = { 'content-type': 'application/xml; charset=UTF-8' };
  return new Response(`<?xml version='1.0' encoding='UTF-8'?>${content}`, { status, headers: { ...headers, ...type } });
}

export function createErrorResponse({ status, code, message, details, more = {}, headers = {} }: XmlError): Response {
  const elements = { Code: code, Message: message, ...(details !== undefined && { Details: details }), ...more };
  const content = Object.entries(elements).map(([name, text]) => formatElement(name, text));
  return createXmlResponse(`<Error>${content.join('')}</Error>`, status, headers);
}

/** Converts an error that the parts of the module throw for both APIs. Rethrows any other. */
export function toXmlError(error: unknown): XmlError {
  if (!(error instanceof HttpError)) throw error;
  const { reason, code: status, message: details } = error;
  const describe = (code: string, message: string): XmlError => ({ status, code, message, details });
  switch (reason) {
    case 'notFound':
      return details.startsWith('No such object')
        ? describe('NoSuchKey', 'The specified key does not exist.')
        : { status, code: 'NoSuchBucket', message: details };
    case 'authError':
      return describe('AuthenticationRequired', 'Authentication required.');
    case 'forbidden':
      return describe('AccessDenied', 'Access denied.');
    case 'conditionNotMet':
      return describe('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold.');
    case 'notImplemented':
      return describe('NotImplemented', 'A header or query you provided requested a function that is not implemented.');
    default: {
      const { 'content-range': range } = error.headers;
      return status === 416 && range !== undefined
        ? { status, code: 'InvalidRange', message: 'The requested range cannot be satisfied.', headers: { 'content-range': range } }
        : describe('InvalidArgument', 'Invalid argument.');
    }
  }
}
