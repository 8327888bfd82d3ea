/** Rules of methods that list: pages, selections, orders. */

export interface PaginationRule {
  readonly kind: 'pagination';
  readonly items: string;
  readonly pageSize?: { readonly parameter: string; readonly minimum: number; readonly maximum: number; readonly default: number };
  readonly pageToken: string;
  readonly nextPageToken: string;
  /** Code of the warning that an empty page can carry. */
  readonly emptyWarning?: string;
}
export interface FilterRule {
  readonly kind: 'filter';
  readonly parameter: string;
  /** Styles that cannot be mixed in one request. */
  readonly styles: readonly ('aip160' | 'regex')[];
}
export interface OrderByRule {
  readonly kind: 'orderBy';
  readonly parameter: string;
  /** As written in a request: `name`, `creationTimestamp desc`. */
  readonly orders: readonly string[];
  readonly default: string;
}
export interface PartialSuccessRule {
  readonly kind: 'partialSuccess';
  readonly parameter: string;
}
/** `parameter` names what the list is sorted by: `keys` says which field of an item each name stands for. `createDirection` is the parameter with `ascending` or `descending`. */
export interface SortRule {
  readonly kind: 'sort';
  readonly parameter: string;
  readonly keys: Readonly<Record<string, string>>;
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
