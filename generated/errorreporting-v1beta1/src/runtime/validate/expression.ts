/** How parameters that hold an expression are reported. */
import { added, instanceTail, type Errors } from './report.js';

/** Where a parameter stands in the schema, and the document's section that states its rule. */
export type Expressed = readonly [schemaPath: string, source?: string | undefined];

/** What is wrong with it. */
interface Found {
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export function told(errors: Errors, [schemaPath, source]: Expressed, { keyword, message, params }: Found): Errors {
  const stated = source === undefined ? params : { ...params, source };
  return added(errors, {
    instancePath: instanceTail(schemaPath, []),
    schemaPath: `${schemaPath}/${keyword}`,
    keyword,
    params: stated,
    message,
  });
}
