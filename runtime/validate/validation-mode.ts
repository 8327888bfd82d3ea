/** The form of a request body: a complete resource, some of its fields, a list of such updates, or a merge patch (RFC 7396). */
export type BodyForm = 'whole' | 'partial' | 'partialElements' | 'mergePatch';

/** How to validate a value: as a resource, a request, or a response. */
export interface ValidationMode {
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
  /** Numbers may have every form of the JSON mapping of protobuf. */
  readonly anyNumber: boolean;
  /**
   * How to validate the elements of a list. An update replaces a list as a whole, so its elements are complete even in a partial request.
   * The elements of a batch of updates are partial.
   */
  readonly elements: ValidationMode;
}

type Flags = Partial<Pick<ValidationMode, 'request' | 'response' | 'lenient' | 'partial' | 'media' | 'closed' | 'anyNumber'>>;

function createMode({
  request = false,
  response = false,
  lenient = false,
  partial = false,
  media = false,
  ...flags
}: Flags): ValidationMode {
  const whole = !lenient && !partial;
  const { closed = (request || response) && !lenient, anyNumber = request && lenient } = flags;
  const mode = { request, response, lenient, partial, media, whole, closed, anyNumber } as {
    -readonly [Key in keyof ValidationMode]: ValidationMode[Key];
  };
  mode.elements = partial ? createMode({ request, response, lenient, media, anyNumber }) : mode;
  return mode;
}

export const asResource: ValidationMode = /* @__PURE__ */ createMode({});
export const asStrictResource: ValidationMode = /* @__PURE__ */ createMode({ closed: true });
export const asLenientRequest: ValidationMode = /* @__PURE__ */ createMode({ request: true, lenient: true });
export const asResponse: ValidationMode = /* @__PURE__ */ createMode({ response: true, lenient: true });
export const asStrictResponse: ValidationMode = /* @__PURE__ */ createMode({ response: true });

/** Creates the mode of strict requests. */
export function createRequestMode({
  form,
  ...flags
}: Pick<ValidationMode, 'anyNumber' | 'media'> & { readonly form: BodyForm }): ValidationMode {
  const mode = createMode({ request: true, ...flags, partial: form === 'partial' || form === 'mergePatch' });
  return form === 'partialElements' ? { ...mode, elements: createMode({ request: true, ...flags, partial: true }) } : mode;
}
