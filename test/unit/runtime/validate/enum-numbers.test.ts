/** ProtoJSON allows the integer of an enum value. */
import { expect, test } from 'vitest';
import { reportWrongShape, type Shape } from '../../../../runtime/validate/shape.js';
import {
  createRequestValidator,
  createResourceValidator,
  createResponseValidator,
  type CompiledValidator,
} from '../../../../runtime/validate/validator.js';

const values: ReadonlySet<string> = new Set(['HARD', 'SOFT']);
const cover: Shape = { type: 'string', enum: values, check: (value, mode) => mode.lenient || values.has(value as string) };

/** Checks a value that is an enum value. A generated check is quick, and the report decides. */
const compiled: CompiledValidator = (value, mode) =>
  typeof value === 'string' && cover.check(value, mode) ? null : reportWrongShape(null, value, ['/cover', cover, mode]);

const validators = (isProtoJson: boolean) => [
  createResourceValidator(compiled, isProtoJson),
  createRequestValidator(compiled, 'whole', isProtoJson),
  createResponseValidator(compiled, isProtoJson),
];

test.each([0, 7, -1, 2 ** 31 - 1])('%d is valid in ProtoJSON only', (number) => {
  for (const validate of validators(true)) expect(validate(number)).toBe(true);
  for (const validate of validators(false)) expect(validate(number)).toBe(false);
});

test.each([1.5, 2 ** 31, true, null])('%j is never valid', (value) => {
  for (const validate of [...validators(true), ...validators(false)]) expect(validate(value)).toBe(false);
});
