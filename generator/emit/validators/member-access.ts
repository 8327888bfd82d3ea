/** Code that reads members of a value. */
import { _, type Code } from 'ajv';
import { toPropertyAccess } from '../literals.js';
import type { Site } from './site.js';
import { rawCode, textCode } from './code-tables.js';

/** A member of the value. A name that objects inherit, such as `constructor`, is looked up in the object itself. */
export function readMember(site: Site, name: string): Code {
  const inherited = name in Object.prototype;
  return inherited
    ? _`${site.compilation.tables.use('getOwnMember')}(${site.value}, ${textCode(name)})`
    : _`${site.value}${rawCode(toPropertyAccess(name))}`;
}
