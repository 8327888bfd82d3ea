/** What a method's doc comment says beside its purpose: route, rules, scopes, permissions. */
import type { JSDocStructure, OptionalKind } from 'ts-morph';
import type { Method } from '../model/model.js';
import { docsOf, permissionText, ruleFacts } from './doc-comments.js';

const code = (text: string): string => `\`${text}\``;

/** `GET dns/v1/projects/{project}` */
export function routeText(method: Method): string {
  return `${method.httpMethod} ${method.route}`;
}

function mediaFacts(method: Method): readonly string[] {
  return [
    ...(method.mediaUpload === undefined ? [] : ['Can upload media; this client sends the metadata alone.']),
    ...(method.mediaDownload ? ['Can download media; this client asks for the metadata.'] : []),
  ];
}

/** Said where no rule says it already. */
function requestIdFact({ requestId, rules }: Method): readonly string[] {
  if (requestId === undefined || rules.some(({ rule }) => rule.kind === 'requestId')) return [];
  return [`Carries a request id (${code(requestId.name)}): a repeated one answers the first operation.`];
}

function methodFacts(method: Method): readonly string[] {
  const { scopes, permissions } = method;
  return [
    `${code(routeText(method))}`,
    ...ruleFacts(method.rules, method.source),
    ...requestIdFact(method),
    ...(scopes.length === 0 ? [] : [`Scopes, any one of: ${scopes.map(code).join(', ')}.`]),
    ...(permissions.length === 0
      ? []
      : [`Permissions, all of: ${permissions.map((permission) => code(permissionText(permission))).join(', ')}.`]),
    ...mediaFacts(method),
  ];
}

export function methodDocs(method: Method): OptionalKind<JSDocStructure>[] {
  return docsOf({ stated: method, facts: methodFacts(method) });
}
