/** How parameters that hold an expression are reported. */
import { append, formatInstanceTail, type Errors } from './report.js';

/** Where a parameter stands in the schema, and the document's section that states its rule. */
export type ExpressionSite = readonly [schemaPath: string, source?: string | undefined];

/** What is wrong with it. */
interface ExpressionProblem {
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export function reportExpression(errors: Errors, [schemaPath, source]: ExpressionSite, { keyword, message, params }: ExpressionProblem): Errors {
  const stated = source === undefined ? params : { ...params, source };
  return append(errors, {
    instancePath: formatInstanceTail(schemaPath, []),
    schemaPath: `${schemaPath}/${keyword}`,
    keyword,
    params: stated,
    message,
  });
}
