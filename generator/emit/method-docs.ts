/** The doc comment of a method: its description, route, rules, scopes, and permissions. */
import type { MediaUpload, Method } from '../model/model.js';
import { createDocs, formatPermission, describeRules } from './doc-comments.js';
import type { DocComment } from '../lib/statements.js';

const formatCode = (text: string): string => `\`${text}\``;

/** `GET dns/v1/projects/{project}` */
export function formatRoute(method: Method): string {
  return `${method.httpMethod} ${method.route}`;
}

function describeMedia(method: Method): readonly string[] {
  return [
    ...(method.mediaUpload === undefined ? [] : [describeUpload(method.mediaUpload)]),
    ...(method.mediaDownload ? ['To download the content, call the `Media` variant of the method.'] : []),
  ];
}

function describeUpload({ maxSize, accept, resumable }: MediaUpload): string {
  return [
    'Uploads the content of the `media` option.',
    ...(accept.length === 0 || accept.includes('*/*') ? [] : [`Accepted types: ${accept.map(formatCode).join(', ')}.`]),
    ...(maxSize === undefined ? [] : [`Maximum size: ${formatCode(maxSize)}.`]),
    ...(resumable ? ['Uploads large content in chunks.'] : []),
  ].join(' ');
}

/** Describes the request ID, unless a rule describes it. */
function describeRequestId({ requestId, rules, operation }: Method): readonly string[] {
  if (requestId === undefined || rules.some(({ rule }) => rule.kind === 'requestId')) return [];
  return [
    `The client generates a ${formatCode(requestId.name)}. A request that repeats it ${operation === undefined ? 'changes nothing and returns the first response' : 'returns the original operation'}.`,
  ];
}

function describeMethod(method: Method): readonly string[] {
  const { scopes, permissions } = method;
  return [
    `${formatCode(formatRoute(method))}`,
    ...describeRules(method.rules),
    ...describeRequestId(method),
    ...(scopes.length === 0
      ? []
      : [`Requires ${scopes.length === 1 ? 'the scope' : 'one of these scopes:'} ${scopes.map(formatCode).join(', ')}.`]),
    ...(permissions.length === 0
      ? []
      : [
          `Requires ${permissions.length === 1 ? 'the permission' : 'these permissions:'} ${permissions.map((permission) => formatPermission(permission, formatCode)).join(', ')}.`,
        ]),
    ...describeMedia(method),
  ];
}

/** The doc comment of the `Media` variant. */
export function createMediaDocs(method: Method): DocComment[] {
  const summary = method.mediaDownload ? 'Downloads the content.' : 'Returns the response as raw content.';
  return createDocs({
    stated: { ...method, description: `${summary} ${method.description ?? ''}` },
    facts: [formatCode(formatRoute(method))],
  });
}

export function createMethodDocs(method: Method): DocComment[] {
  return createDocs({ stated: method, facts: describeMethod(method) });
}
