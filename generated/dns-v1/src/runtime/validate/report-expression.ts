/** Reports errors of parameters that contain an expression. */
import { append, formatInstancePath, type Errors } from './report.js';

/** The schema path of a parameter, and the section of the documentation that states its rule. */
export type ExpressionSite = readonly [schemaPath: string, source?: string | undefined];

/** The error of an expression. */
interface ExpressionProblem {
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export function reportExpression(
  errors: Errors,
  [schemaPath, source]: ExpressionSite,
  { keyword, message, params }: ExpressionProblem,
): Errors {
  const stated = source === undefined ? params : { ...params, source };
  return append(errors, {
    instancePath: formatInstancePath(schemaPath, []),
    schemaPath: `${schemaPath}/${keyword}`,
    keyword,
    params: stated,
    message,
  });
}
