import { Ajv } from 'ajv';
import { schema } from './json-schema.js';
import { areDisjoint, isByte, isCidrIpv4, isDateTime, isUrl, isUniqueBy } from './shape.js';
import { withRules } from './rules.js';

const compiler = new Ajv({ allErrors: true, strict: false });
for (const [name, validate] of Object.entries({ byte: isByte, url: isUrl, 'cidr-ipv4': isCidrIpv4, 'date-time': isDateTime })) {
  compiler.addFormat(name, { type: 'string', validate });
}
compiler.addKeyword({ keyword: 'uniqueBy', type: 'array', errors: false, compile: (member) => (list) => isUniqueBy(list, member) });
compiler.addKeyword({ keyword: 'disjoint', type: 'object', errors: false, compile: (fields) => (value) => areDisjoint(value, fields) });

function peer(validate) {
  return { validate: (value) => validate(value), read: (value) => (validate(value) ? [] : validate.errors) };
}

export const ajv = peer(compiler.compile(schema));
export const ajvWithRules = peer(compiler.compile(withRules(schema)));
