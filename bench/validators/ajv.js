import { Ajv } from 'ajv';
import { schema } from './json-schema.js';
import { isByte, isCidrIpv4, isDateTime, isUrl } from './shape.js';

const compiler = new Ajv({ allErrors: true, strict: false });
for (const [name, validate] of Object.entries({ byte: isByte, url: isUrl, 'cidr-ipv4': isCidrIpv4, 'date-time': isDateTime })) {
  compiler.addFormat(name, { type: 'string', validate });
}
const validate = compiler.compile(schema);
export const ajv = (value) => validate(value);
