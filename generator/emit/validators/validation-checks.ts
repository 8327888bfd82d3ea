/** Code that evaluates the validations of an object. */
import { _, type Name, joinCode, joinList } from './code.js';
import type { Violation } from '../../../runtime/rules/rule-check.js';
import type { ObjectType } from '../../model/model.js';
import { parseFieldPath } from '../../lib/field-path.js';
import { formatValidationMessage } from '../../language/format-validation.js';
import type { CompiledValidation } from '../validations.js';
import { errors, getSection, toPointerSegment, type CheckLocation, readMember } from './check-location.js';
import { toRawCode, toTextCode, toTextListCode } from './code-tables.js';
import { toDataLiteral } from '../../lib/literals.js';
import { toCamelCase } from '../names.js';

/** Reports the validations that an object, or a field of it, violates. The mock checks those that use the stored object or other resources. */
export function emitValidationChecks(site: CheckLocation, type: ObjectType): void {
  const { gen, mode, compilation } = site;
  const validations = compilation.listValidations(type);
  if (validations.length === 0) return;
  const whole = gen.const('whole', _`!${mode}.partial && !${mode}.lenient`);
  const counts = new Map<string | undefined, number>();
  for (const validation of validations) {
    const index = counts.get(validation.field) ?? 0;
    counts.set(validation.field, index + 1);
    if (!validation.usesOldSelf && validation.relatedNames.size === 0) emitValidationCheck(site, validation, { index, whole });
  }
}

interface ValidationPosition {
  /** Among the validations of the same object or field. */
  readonly index: number;
  /** Whether an absent field is known to be unset. */
  readonly whole: Name;
}

function emitValidationCheck(site: CheckLocation, validation: CompiledValidation, { index, whole }: ValidationPosition): void {
  const { gen, value, mode, steps, schemaPath, compilation } = site;
  const { tables } = compilation;
  const { field, name } = validation;
  const self = field === undefined ? value : gen.const(toCamelCase(field), readMember(site, field));
  const conditions = [
    // A client might not know every enum value, and a server ignores output-only fields.
    ...(validation.comparesEnum ? [_`!${mode}.lenient`] : []),
    ...(validation.usesReadOnly ? [_`!${mode}.request`] : []),
    ...(field === undefined ? [] : [_`${self} !== undefined && ${self} !== null`]),
    ...(field === undefined && readsOnlyFields(validation)
      ? [_`(${whole} || ${tables.useSymbol('mentionsAny')}(${self}, ${toTextListCode(validation.fields)}))`]
      : []),
  ];
  const evaluation = _`${toRawCode(name)}(${self}, undefined, ${whole})`;
  const result = gen.const(
    toCamelCase(name.slice('evaluate'.length), 'Result'),
    conditions.length === 0 ? evaluation : _`${joinCode(conditions, ' && ')} ? ${evaluation} : true`,
  );
  const rulePath = `${schemaPath}${field === undefined ? '' : `/properties/${toPointerSegment(field)}`}/x-validations/${index}`;
  const ruleSite = joinList([toTextCode(schemaPath), toTextCode(rulePath), ...steps]);
  gen.if(_`${result} === false || typeof ${result} === "symbol"`, () =>
    gen.assign(
      errors,
      _`${tables.useSymbol('reportValidation')}(${errors}, ${result}, [${toRawCode(toDataLiteral(toRuleFacts(validation)))}, ${ruleSite}])`,
    ),
  );
}

/** Whether the expression reads nothing of its object but these fields. */
function readsOnlyFields({ rule, fields }: CompiledValidation): boolean {
  const mentions = [...rule.rule.matchAll(/\bself\b(?:\.(\w+))?/g)];
  return mentions.length > 0 && mentions.every(([, name = '']) => fields.includes(name));
}

/** The details of the error. */
function toRuleFacts(validation: CompiledValidation): Violation {
  const { rule, field } = validation;
  const path = [...(field === undefined ? [] : [field]), ...(parseFieldPath(rule.fieldPath ?? '') ?? [])];
  const source = getSection(validation);
  return {
    path: path.map((name) => `/${toPointerSegment(String(name))}`).join(''),
    message: formatValidationMessage(rule),
    params: {
      rule: rule.rule,
      ...(rule.reason !== undefined && { reason: rule.reason }),
      ...(source !== undefined && { source }),
    },
  };
}
