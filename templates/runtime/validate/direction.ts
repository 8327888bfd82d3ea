/** How a value is judged: as a resource, as a request or as a response. Compiled validators get it as their `this`. */
export interface Direction {
  /** Output-only fields are ignored. */
  readonly request: boolean;
  /** Write-only fields are refused. */
  readonly response: boolean;
  /** Unknown enum values pass. */
  readonly lenient: boolean;
  /** Some fields of the whole: a rule that would need an absent one is not judged. */
  readonly partial: boolean;
  /** Required fields must be there. */
  readonly whole: boolean;
  /** Unknown fields are refused. */
  readonly closed: boolean;
  /** How the elements of a list are judged: a list is replaced whole, so its elements are whole even in a partial request. */
  readonly elements: Direction;
}

type Flags = Partial<Pick<Direction, 'request' | 'response' | 'lenient' | 'partial'>>;

function createDirection({ request = false, response = false, lenient = false, partial = false }: Flags): Direction {
  const whole = !lenient && !partial;
  const closed = (request || response) && !lenient;
  const own = { request, response, lenient, partial, whole, closed };
  const elements: Direction = partial ? createDirection({ request, response, lenient }) : createCircular(own);
  return partial ? { ...own, elements } : elements;
}

function createCircular(own: Omit<Direction, 'elements'>): Direction {
  const result = { ...own } as { -readonly [Key in keyof Direction]: Direction[Key] };
  result.elements = result;
  return result;
}

export const asResource: Direction = /* @__PURE__ */ createDirection({});
export const asRequest: Direction = /* @__PURE__ */ createDirection({ request: true });
export const asPartialRequest: Direction = /* @__PURE__ */ createDirection({ request: true, partial: true });
export const asLenientRequest: Direction = /* @__PURE__ */ createDirection({ request: true, lenient: true });
export const asResponse: Direction = /* @__PURE__ */ createDirection({ response: true, lenient: true });
export const asStrictResponse: Direction = /* @__PURE__ */ createDirection({ response: true });
