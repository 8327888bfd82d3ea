/** What a method's doc comment says beside its purpose: route, rules, scopes, permissions. */
import type { MediaUpload, Method } from '../model/model.js';
import { createDocs, formatPermission, describeRules } from './doc-comments.js';
import type { JSDocStructure } from './structures.js';

const code = (text: string): string => `\`${text}\``;

/** `GET dns/v1/projects/{project}` */
export function formatRoute(method: Method): string {
  return `${method.httpMethod} ${method.route}`;
}

function mediaFacts(method: Method): readonly string[] {
  return [
    ...(method.mediaUpload === undefined ? [] : [uploadFact(method.mediaUpload)]),
    ...(method.mediaDownload ? ['Its `Media` form downloads the content.'] : []),
  ];
}

function uploadFact({ maxSize, accept, resumable }: MediaUpload): string {
  const kinds = accept.length === 0 || accept.includes('*/*') ? '' : ` of ${accept.map(code).join(', ')}`;
  const most = maxSize === undefined ? '' : `, at most ${code(maxSize)}`;
  return `Uploads content${kinds}${most} where the option \`media\` gives it${resumable ? ', large content in pieces' : ''}.`;
}

/** Said where no rule says it already. */
function requestIdFact({ requestId, rules, operation }: Method): readonly string[] {
  if (requestId === undefined || rules.some(({ rule }) => rule.kind === 'requestId')) return [];
  return [
    `Carries a request id (${code(requestId.name)}): a repeated one ${operation === undefined ? 'changes nothing and returns the first response' : 'answers the first operation'}.`,
  ];
}

function methodFacts(method: Method): readonly string[] {
  const { scopes, permissions } = method;
  return [
    `${code(formatRoute(method))}`,
    ...describeRules(method.rules, method.source),
    ...requestIdFact(method),
    ...(scopes.length === 0 ? [] : [`Scopes, any one of: ${scopes.map(code).join(', ')}.`]),
    ...(permissions.length === 0
      ? []
      : [`Permissions, all of: ${permissions.map((permission) => code(formatPermission(permission))).join(', ')}.`]),
    ...mediaFacts(method),
  ];
}

/** Of the call that answers media. */
export function createMediaDocs(method: Method): JSDocStructure[] {
  const what = method.mediaDownload ? 'Downloads the content' : 'Asks for the answer as the content that it is';
  return createDocs({ stated: { ...method, description: `${what}: ${method.description ?? ''}` }, facts: [code(formatRoute(method))] });
}

export function createMethodDocs(method: Method): JSDocStructure[] {
  return createDocs({ stated: method, facts: methodFacts(method) });
}
