/** Builds the behavior of a mock, with its validators, from a specification in memory. */
import { compileFunction } from 'node:vm';
import { createNames } from '../../../generator/emit/names.js';
import { toRelatedData, toValidationData } from '../../../generator/emit/mock-entry.js';
import { listValidations } from '../../../generator/emit/validations.js';
import { compileValidators } from '../../../generator/emit/validators/compile-validators.js';
import { getAt, type Json, type JsonObject } from '../../../generator/lib/json.js';
import type { TestedRule } from '../../../fidelity/prove/tested-rule.js';
import { buildModel } from '../../../generator/model/build.js';
import type { Api } from '../../../generator/model/model.js';
import { getLookup } from '../../../generator/model/schema-lookup.js';
import type { ApiBehavior } from '../../../runtime/behavior.js';
import * as dnsValidators from '../../../services/dns/validate/index.js';
import * as validators from '../../../runtime/validate/index.js';
import { createRequestValidator, createResourceValidator, type CompiledValidator } from '../../../runtime/validate/validator.js';
import { buildBehavior } from '../../support/mock-of.js';

/** What compiled validators import. */
const runtime = { ...validators, ...dnsValidators };

/** Evaluates a compiled module with the given imports. */
function evaluateModule(text: string): Readonly<Record<string, unknown>> {
  const exported = [...text.matchAll(/^export (?:function|const) ([\w$]+)/gm)].map(([, name]) => name);
  const statements = text.replace(/^import [^;]*;$/gm, '').replace(/^export (?=function|const)/gm, '');
  const body = `const { ${Object.keys(runtime).join(', ')} } = runtime;\n${statements}\nreturn { ${exported.join(', ')} };`;
  return (compileFunction(body, ['runtime']) as (imports: typeof runtime) => Readonly<Record<string, unknown>>)(runtime);
}

/** Returns a function that tells whether a value breaks the rule of a tested rule, which knows nothing of other rules. */
export function compileRule({ key, value, pointer }: TestedRule, document: JsonObject): (value: Json) => boolean {
  // Validators of resources accept enum values that the service could have added.
  if (key === 'enum' && Array.isArray(value)) return (each) => !(value as readonly Json[]).includes(each);
  const { type = 'string', items, additionalProperties } = (getAt(document, pointer.slice(0, -1)) ?? {}) as JsonObject;
  const outer = {
    ...(items !== undefined && { items: { type: 'any' } }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  };
  const schema = { id: 'OnlyRule', type: 'object', properties: { value: { type, ...outer, [key]: value } } };
  const api = buildModel({ name: 'rule', version: 'v1', schemas: { OnlyRule: schema }, resources: {} }, { variables: {} });
  const names = createNames(api);
  const isValid = createResourceValidator(
    evaluateModule(compileValidators(api, names).text)[names.schemaValidator('OnlyRule')] as CompiledValidator,
  );
  return (each) => !isValid({ value: each }, { strict: true });
}

/** `built`: the behavior of the package, which has the code that no specification changes. */
export function buildFullBehavior(value: JsonObject, built: ApiBehavior): { readonly api: Api; readonly behavior: ApiBehavior } {
  const api = buildModel(value, { variables: {} });
  const names = createNames(api);
  const compiled = evaluateModule(compileValidators(api, names).text);
  const getValidator = (name: string): CompiledValidator => compiled[name] as CompiledValidator;
  const validated = new Set(built.resources.filter(({ validate }) => validate !== undefined).map(({ schema }) => schema));
  const plain = buildBehavior(api);
  const behavior: ApiBehavior = {
    ...plain,
    ...(built.services && { services: built.services }),
    ...(built.media && { media: built.media }),
    ...(built.re2 && { re2: built.re2 }),
    methods: plain.methods.map((method) => ({
      ...method,
      validate: createRequestValidator(
        getValidator(names.method(method.method.id).requestValidator),
        api.methods.find(({ id }) => id === method.method.id)?.bodyForm ?? 'whole',
      ),
    })),
    resources: plain.resources.map((resource) => {
      const type = getLookup(api).object(resource.schema);
      const located = type === undefined ? [] : listValidations(type, api);
      const evaluate = (name: string): never => compiled[name] as never;
      const own = located.filter(({ validation }) => validation.relatedNames.size === 0);
      const related = located.filter(({ validation, at }) => validation.relatedNames.size > 0 && at.length === 0);
      return {
        ...resource,
        ...(validated.has(resource.schema) &&
          resource.schema !== undefined && { validate: createResourceValidator(getValidator(names.schemaValidator(resource.schema))) }),
        ...(own.length > 0 && {
          validations: own.map((each) => ({ evaluate: evaluate(each.validation.name), ...toValidationData(each) })),
        }),
        ...(related.length > 0 && {
          relatedValidations: related.map((each) => ({ evaluate: evaluate(each.validation.name), ...toRelatedData(each) })),
        }),
      };
    }),
  };
  return { api, behavior };
}
