/** Emits code that reads members of a value. */
import { _, type Code } from './code.js';
import { toPropertyAccess } from '../../lib/literals.js';
import type { Site } from './site.js';
import { toRawCode, toTextCode } from './code-tables.js';

/** Reads a member. An inherited name such as `constructor` is read as an own property. */
export function readMember(site: Site, name: string): Code {
  const inherited = name in Object.prototype;
  return inherited
    ? _`${site.compilation.tables.useSymbol('getOwnMember')}(${site.value}, ${toTextCode(name)})`
    : _`${site.value}${toRawCode(toPropertyAccess(name))}`;
}
