/** Rules of list methods: pages, filters, and order. */

/** The method returns pages. */
export interface PaginationRule {
  readonly kind: 'pagination';
  readonly items: string;
  readonly pageSize?: {
    readonly parameter: string;
    readonly minimum: number;
    readonly maximum: number;
    readonly default: number;
    /** A larger page size than the maximum counts as the maximum (AIP-158). */
    readonly coerced?: true;
  };
  readonly pageToken: string;
  readonly nextPageToken: string;
  /** The code of the warning that an empty page can have. */
  readonly emptyWarning?: string;
  /** The boolean parameter that requests partial results instead of an error. */
  readonly partialSuccess?: string;
}
/** `parameter` filters the items. */
export interface FilterRule {
  readonly kind: 'filter';
  readonly parameter: string;
  /** The supported styles. A request can use only one of them. `words`: all words must occur in texts of the item. */
  readonly styles: readonly ('aip160' | 'regex' | 'words')[];
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
 * `parameter` selects the items whose `field` (default: `name`) starts with its value. `delimiter` groups them: a name that contains the
 * delimiter after the prefix isn't an item; instead the response lists its beginning, including the delimiter, once in `prefixes`.
 */
export interface PrefixRule {
  readonly kind: 'prefix';
  readonly parameter: string;
  readonly field?: string;
  readonly delimiter?: { readonly parameter: string; readonly prefixes: string };
}

/** `-` instead of the ID of a parent in the path lists the members of all parents (AIP-159). */
export interface AllParentsRule {
  readonly kind: 'allParents';
}

/** Each value of the parameter, without redundant spaces, with its order: a field, and ` desc` if it is descending. */
export function listSupportedOrders({ orders, default: standard }: OrderByRule): ReadonlyMap<string, string> {
  const stated = isList(orders) ? orders.map((order) => [order, order] as const) : Object.entries(orders);
  const known = new Map(stated.map(([value, order]) => [normalizeOrder(value), order]));
  const value = standard === undefined ? undefined : normalizeOrder(standard);
  return value === undefined || known.has(value) ? known : known.set(value, value);
}

/** Omits redundant spaces from an order: ` foo , bar  desc` is `foo,bar desc` (AIP-132). */
export function normalizeOrder(text: string): string {
  return text.trim().replace(/\s+/g, ' ').replace(/ ?, ?/g, ',');
}

/** Whether a text is one of the orders, apart from redundant spaces. */
export function hasOrder(orders: ReadonlySet<string>, text: string): boolean {
  if (orders.has(text)) return true;
  const normalized = normalizeOrder(text);
  return [...orders].some((order) => normalizeOrder(order) === normalized);
}

const isList = (orders: OrderByRule['orders']): orders is readonly string[] => Array.isArray(orders);

export function reverseOrder(order: string): string {
  return order.endsWith(' desc') ? order.slice(0, -' desc'.length) : `${order} desc`;
}
