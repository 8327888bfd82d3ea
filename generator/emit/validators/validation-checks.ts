/** Emits code that evaluates the validations of an object. */
import { _ } from 'ajv';
import type { RuleFacts } from '../../../templates/runtime/cel/report-rule.js';
import type { ObjectType } from '../../model/model.js';
import { validationMessage } from '../../rules/validation.js';
import type { CompiledValidation } from '../validations.js';
import { readMember } from './member-access.js';
import { errors, getSection, toPointerSegment, type Site } from './site.js';
import { joinCode, listCode, rawCode, textCode } from './code-tables.js';

/** Emits checks of the validations of an object and its fields. The mock evaluates the validations that compare with the stored object. */
export function emitValidationChecks(site: Site, type: ObjectType): void {
  const counts = new Map<string | undefined, number>();
  for (const validation of site.compilation.listValidations(type)) {
    const index = counts.get(validation.field) ?? 0;
    counts.set(validation.field, index + 1);
    if (!validation.usesOldSelf) emitValidationCheck(site, validation, index);
  }
}

function emitValidationCheck(site: Site, validation: CompiledValidation, index: number): void {
  const { gen, value, direction, steps, schemaPath, compilation } = site;
  const { tables } = compilation;
  const { field, name } = validation;
  const self = field === undefined ? value : gen.const('data', readMember(site, field));
  const whole = _`!${direction}.partial && !${direction}.lenient`;
  const conditions = [
    // A client might not know every enum value, and a server ignores output-only fields.
    ...(validation.comparesEnum ? [_`!${direction}.lenient`] : []),
    ...(validation.usesReadOnly ? [_`!${direction}.request`] : []),
    ...(field === undefined ? [] : [_`${self} !== undefined && ${self} !== null`]),
    _`${rawCode(name)}(${self}, undefined, ${whole}) === false`,
  ];
  const rulePath = `${schemaPath}${field === undefined ? '' : `/properties/${toPointerSegment(field)}`}/x-validations/${index}`;
  const place = listCode([textCode(schemaPath), textCode(rulePath), ...steps]);
  gen.if(joinCode(conditions, ' && '), () =>
    gen.assign(errors, _`${tables.use('reportRule')}(${errors}, ${tables.facts(toRuleFacts(validation))}, [${place}])`),
  );
}

/** The details of the error. */
function toRuleFacts(validation: CompiledValidation): RuleFacts {
  const { rule, field } = validation;
  const path = [...(field === undefined ? [] : [field]), ...(rule.fieldPath?.split('.') ?? [])];
  const source = getSection(validation);
  return {
    path: path.map((name) => `/${toPointerSegment(name)}`).join(''),
    message: validationMessage(rule),
    params: {
      rule: rule.rule,
      ...(rule.reason !== undefined && { reason: rule.reason }),
      ...(source !== undefined && { source }),
    },
  };
}
