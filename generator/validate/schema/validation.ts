/** An entry of `x-validations`. */
import { validationReasons } from '../../rules/validation.js';
import { object, oneOf, text, type JsonSchema } from '../../rules/schema.js';
import { ref } from './words.js';

export const validation: JsonSchema = object(
  'A condition that the value must meet.',
  {
    rule: text(
      'A CEL expression that returns whether the value is valid. `self` is the value; `oldSelf` is the stored one, which makes it a rule of updates.',
    ),
    message: text('What a user of the API reads where the value is invalid.'),
    reason: oneOf('The reason of the error. Default: `invalid`.', validationReasons),
    fieldPath: text('The field that the error names, as a dotted path from the value. Default: the value itself.'),
    optionalOldSelf: {
      type: 'boolean',
      description: 'Also applies at creation: `oldSelf` is then optional, read by `oldSelf.hasValue()` and `oldSelf.value()`.',
    },
    source: ref('source'),
  },
  ['message', 'reason', 'fieldPath', 'optionalOldSelf', 'source'],
);
