/** The schema of an entry of `x-validations`. */
import { validationReasons } from '../../rules/format-validation.js';
import { objectSchema, enumSchema, textSchema, type JsonSchema } from '../../rules/parameter-schemas.js';
import { refSchema } from './schema-parts.js';

export const validation: JsonSchema = objectSchema(
  'A condition that the value must meet.',
  {
    rule: textSchema(
      'A CEL expression that returns whether the value is valid. `self` is the value; `oldSelf` is the stored one, which makes it a rule of updates.',
    ),
    message: textSchema('The error message for an invalid value.'),
    reason: enumSchema('The reason of the error. Default: `invalid`.', validationReasons),
    fieldPath: textSchema('The field that the error names, as a dotted path from the value. Default: the value itself.'),
    optionalOldSelf: {
      type: 'boolean',
      description: 'Also applies at creation: `oldSelf` is then optional, read by `oldSelf.hasValue()` and `oldSelf.value()`.',
    },
    source: refSchema('source'),
  },
  ['message', 'reason', 'fieldPath', 'optionalOldSelf', 'source'],
);
