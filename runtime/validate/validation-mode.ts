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
  /** Enum values may be their integers, as the JSON mapping of protobuf allows. */
  readonly enumNumbers: boolean;
  /**
   * How to validate the elements of a list. An update replaces a list as a whole, so its elements are complete even in a partial request.
   * The elements of a batch of updates are partial.
   */
  readonly elements: ValidationMode;
}

type Flags = Partial<
  Pick<ValidationMode, 'request' | 'response' | 'lenient' | 'partial' | 'media' | 'closed' | 'anyNumber' | 'enumNumbers'>
>;

function createMode({
  request = false,
  response = false,
  lenient = false,
  partial = false,
  media = false,
  enumNumbers = false,
  ...flags
}: Flags): ValidationMode {
  const whole = !lenient && !partial;
  const { closed = (request || response) && !lenient, anyNumber = request && lenient } = flags;
  const mode = { request, response, lenient, partial, media, whole, closed, anyNumber, enumNumbers } as {
    -readonly [Key in keyof ValidationMode]: ValidationMode[Key];
  };
  mode.elements = partial ? createMode({ request, response, lenient, media, anyNumber, enumNumbers }) : mode;
  return mode;
}

/** The modes of validators, for all APIs. */
export interface Modes {
  readonly resource: ValidationMode;
  readonly strictResource: ValidationMode;
  readonly lenientRequest: ValidationMode;
  readonly response: ValidationMode;
  readonly strictResponse: ValidationMode;
}

function createModes(enumNumbers: boolean): Modes {
  return {
    resource: createMode({ enumNumbers }),
    strictResource: createMode({ enumNumbers, closed: true }),
    lenientRequest: createMode({ enumNumbers, request: true, lenient: true }),
    response: createMode({ enumNumbers, response: true, lenient: true }),
    strictResponse: createMode({ enumNumbers, response: true }),
  };
}

const plainModes: Modes = /* @__PURE__ */ createModes(false);
const protoJsonModes: Modes = /* @__PURE__ */ createModes(true);

/** Returns the modes for an API. `isProtoJson`: whether it uses ProtoJSON. */
export const getModes = (isProtoJson: boolean): Modes => (isProtoJson ? protoJsonModes : plainModes);

/** Creates the mode of strict requests. */
export function createRequestMode({
  form,
  ...flags
}: Pick<ValidationMode, 'anyNumber' | 'enumNumbers' | 'media'> & { readonly form: BodyForm }): ValidationMode {
  const mode = createMode({ request: true, ...flags, partial: form === 'partial' || form === 'mergePatch' });
  return form === 'partialElements' ? { ...mode, elements: createMode({ request: true, ...flags, partial: true }) } : mode;
}
