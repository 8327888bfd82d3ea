/** Rules of list methods: pages, filters, and order. */

/** The method returns pages. */
export interface PaginationRule {
  readonly kind: 'pagination';
  readonly items: string;
  readonly pageSize?: { readonly parameter: string; readonly minimum: number; readonly maximum: number; readonly default: number };
  readonly pageToken: string;
  readonly nextPageToken: string;
  /** The code of the warning that an empty page can have. */
  readonly emptyWarning?: string;
}
/** `parameter` filters the items. */
export interface FilterRule {
  readonly kind: 'filter';
  readonly parameter: string;
  /** The supported styles. A request can use only one of them. */
  readonly styles: readonly ('aip160' | 'regex')[];
}
/** `parameter` sorts the items. */
export interface OrderByRule {
  readonly kind: 'orderBy';
  readonly parameter: string;
  /** The accepted values: `name`, `creationTimestamp desc`. */
  readonly orders: readonly string[];
  readonly default: string;
}
/** If `parameter` is true, unreachable scopes don't fail the request. */
export interface PartialSuccessRule {
  readonly kind: 'partialSuccess';
  readonly parameter: string;
}
/** `parameter` sorts the items: `keys` maps each of its values to a field of an item. `direction` is the parameter with the value `ascending` or `descending`. */
export interface SortRule {
  readonly kind: 'sort';
  readonly parameter: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly direction?: string;
}
/**
 * `parameter` selects the items whose `field` (default: `name`) starts with its value. `delimiter` groups them: a name that contains the
 * delimiter after the prefix isn't an item; instead the response lists its beginning, including the delimiter, once in `prefixes`.
 */
export interface PrefixRule {
  readonly kind: 'prefix';
  readonly parameter: string;
  readonly field?: string;
  readonly delimiter?: { readonly parameter: string; readonly prefixes: string };
}
