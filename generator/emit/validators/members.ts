/** Code that reads members of a value. */
import { _, type Code } from 'ajv';
import { propertyAccess } from '../literals.js';
import type { Site } from './site.js';
import { raw, text } from './tables.js';

/** A member of the value. A name that objects inherit, such as `constructor`, is looked up in the object itself. */
export function memberOf(site: Site, name: string): Code {
  const inherited = name in Object.prototype;
  return inherited ? _`${site.compilation.tables.use('own')}(${site.value}, ${text(name)})` : _`${site.value}${raw(propertyAccess(name))}`;
}
