/** How to validate a value: as a resource, a request, or a response. */
export interface Direction {
  /** Output-only fields are ignored. */
  readonly request: boolean;
  /** Write-only fields are rejected. */
  readonly response: boolean;
  /** Unknown enum values are allowed. */
  readonly lenient: boolean;
  /** The value is a partial update. Rules that need an absent field are skipped. */
  readonly partial: boolean;
  /** Required fields must be present. */
  readonly whole: boolean;
  /** The call sends media, which replaces the body or some required fields. */
  readonly media: boolean;
  /** Unknown fields are rejected. */
  readonly closed: boolean;
  /** How to validate the elements of a list. An update replaces a list as a whole, so its elements are complete even in a partial request. */
  readonly elements: Direction;
}

type Flags = Partial<Pick<Direction, 'request' | 'response' | 'lenient' | 'partial' | 'media' | 'closed'>>;

function createDirection({
  request = false,
  response = false,
  lenient = false,
  partial = false,
  media = false,
  ...flags
}: Flags): Direction {
  const whole = !lenient && !partial;
  const { closed = (request || response) && !lenient } = flags;
  const direction = { request, response, lenient, partial, media, whole, closed } as { -readonly [Key in keyof Direction]: Direction[Key] };
  direction.elements = partial ? createDirection({ request, response, lenient, media }) : direction;
  return direction;
}

export const asResource: Direction = /* @__PURE__ */ createDirection({});
export const asStrictResource: Direction = /* @__PURE__ */ createDirection({ closed: true });
export const asRequest: Direction = /* @__PURE__ */ createDirection({ request: true });
export const asPartialRequest: Direction = /* @__PURE__ */ createDirection({ request: true, partial: true });
export const asMediaRequest: Direction = /* @__PURE__ */ createDirection({ request: true, media: true });
export const asPartialMediaRequest: Direction = /* @__PURE__ */ createDirection({ request: true, partial: true, media: true });
export const asLenientRequest: Direction = /* @__PURE__ */ createDirection({ request: true, lenient: true });
export const asResponse: Direction = /* @__PURE__ */ createDirection({ response: true, lenient: true });
export const asStrictResponse: Direction = /* @__PURE__ */ createDirection({ response: true });
