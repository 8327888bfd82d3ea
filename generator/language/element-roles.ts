/** Classifies the mappings of a document for traversals. */

import { isObject, type Json, type Pointer } from '../lib/json.js';

/** `element`: its keys belong to the specification language. `container`: its keys are names. `plain`: neither, such as a condition of a rule. */
export type ElementRole = 'element' | 'container' | 'plain';

/** The keys of containers, with a noun for a member. */
export const containerNouns: Readonly<Record<string, string>> = {
  schemas: 'schema',
  properties: 'field',
  parameters: 'parameter',
  methods: 'method',
  resources: 'collection',
  scopes: 'scope',
  'x-variables': 'variable',
  'x-documents': 'document',
};
const elements: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'request', 'response', 'auth', 'oauth2']);

/** The role of a mapping, given the role of its parent and its key. */
export function getChildRole(role: ElementRole, key: string): ElementRole {
  if (role === 'container') return 'element';
  if (role === 'plain') return 'plain';
  if (Object.hasOwn(containerNouns, key)) return 'container';
  return elements.has(key) ? 'element' : 'plain';
}

/** A member of a mapping, or an element of a list. */
export interface DocumentPart {
  readonly key: string | number;
  readonly value: Json;
  /** Valid only during the visit. */
  readonly pointer: Pointer;
  /** The role and the key of the mapping that has it. */
  readonly role: ElementRole;
  readonly owner: string;
}

/** Visits all parts of a document, outer ones first. Skips the content of a part if `visit` returns false. */
export function visitParts(root: Json, visit: (part: DocumentPart) => unknown): void {
  const pointer: (string | number)[] = [];
  const visitContent = (value: Json, role: ElementRole, owner: string): void => {
    const visitPart = (key: string | number, inner: Json, ownRole: ElementRole): void => {
      pointer.push(key);
      if (visit({ key, value: inner, pointer, role: ownRole, owner }) !== false)
        visitContent(inner, getChildRole(ownRole, String(key)), String(key));
      pointer.pop();
    };
    if (Array.isArray(value)) value.forEach((inner: Json, index) => visitPart(index, inner, 'plain'));
    else if (isObject(value)) for (const key of Object.keys(value)) visitPart(key, value[key] as Json, role);
  };
  visitContent(root, 'element', '');
}
