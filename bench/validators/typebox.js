import { Compile } from 'typebox/compile';
import { Set as setFormat } from 'typebox/format';
import { schema } from './json-schema.js';
import { isByte, isCidrIpv4, isDateTime, isUrl } from './shape.js';

for (const [name, validate] of Object.entries({ byte: isByte, url: isUrl, 'cidr-ipv4': isCidrIpv4, 'date-time': isDateTime }))
  setFormat(name, validate);
const validator = Compile(schema);
export const typebox = {
  validate: (value) => validator.Check(value),
  read: (value) => (validator.Check(value) ? [] : validator.Errors(value)),
};
