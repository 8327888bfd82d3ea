import * as v from 'valibot';
import { choices, flags, isByte, isCidrIpv4, isDateTime, isUrl, namePattern, texts, urls } from './shape.js';

const all = (names, type) => Object.fromEntries(names.map((name) => [name, v.optional(type)]));
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(63), v.regex(namePattern));
const range = v.pipe(v.string(), v.check(isCidrIpv4));
const url = v.pipe(v.string(), v.check(isUrl));
const schema = v.looseObject({
  kind: v.optional(v.literal('compute#subnetwork')),
  name: v.optional(name),
  creationTimestamp: v.optional(v.pipe(v.string(), v.check(isDateTime))),
  ipCidrRange: v.optional(range),
  fingerprint: v.optional(v.pipe(v.string(), v.check(isByte))),
  ...all(texts, v.string()),
  ...all(urls, url),
  ...all(flags, v.boolean()),
  ...Object.fromEntries(Object.entries(choices).map(([field, values]) => [field, v.optional(v.picklist(values))])),
  secondaryIpRanges: v.optional(
    v.array(v.looseObject({ rangeName: v.optional(name), ipCidrRange: v.optional(range), reservedInternalRange: v.optional(url) })),
  ),
  logConfig: v.optional(
    v.looseObject({
      enable: v.optional(v.boolean()),
      aggregationInterval: v.optional(v.string()),
      flowSampling: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
      metadata: v.optional(v.string()),
      metadataFields: v.optional(v.array(v.string())),
      filterExpr: v.optional(v.string()),
    }),
  ),
});
export const valibot = {
  validate: (value) => v.safeParse(schema, value).success,
  read: (value) => v.safeParse(schema, value).issues ?? [],
};
