/** Rules of methods that list: pages, selections, orders. */

export interface PaginationRule {
  readonly kind: 'pagination';
  readonly items: string;
  readonly pageSize?: { readonly parameter: string; readonly minimum: number; readonly maximum: number; readonly default: number };
  readonly pageToken: string;
  readonly nextPageToken: string;
  /** Code of the warning that an empty page can carry. */
  readonly emptyWarning?: string;
  /** The boolean parameter that requests partial results instead of an error. */
  readonly partialSuccess?: string;
}
export interface FilterRule {
  readonly kind: 'filter';
  readonly parameter: string;
  /** Styles that cannot be mixed in one request. */
  readonly styles: readonly ('aip160' | 'regex')[];
}
/**
 * `parameter` sorts the list. `orders` lists the supported values, each a field and a direction: `name`, `creationTimestamp desc`. As a map,
 * it maps each value to such an order. `direction` is a parameter with `ascending` or `descending`. Default: the first order.
 */
export interface OrderByRule {
  readonly kind: 'orderBy';
  readonly parameter: string;
  readonly orders: readonly string[] | Readonly<Record<string, string>>;
  readonly default?: string;
  readonly direction?: string;
}
/**
 * `parameter` selects the items whose `field` (default: `name`) begins with it. `delimiter` groups them: a name that has the delimiter after
 * the prefix is not an item; the response lists its beginning, up to and including the delimiter, once in `prefixes`.
 */
export interface PrefixRule {
  readonly kind: 'prefix';
  readonly parameter: string;
  readonly field?: string;
  readonly delimiter?: { readonly parameter: string; readonly prefixes: string };
}
