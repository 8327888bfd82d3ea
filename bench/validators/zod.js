import * as z from 'zod';
import { choices, flags, isByte, isCidrIpv4, isDateTime, isUrl, namePattern, texts, urls } from './shape.js';

const all = (names, type) => Object.fromEntries(names.map((name) => [name, type.optional()]));
const name = z.string().min(1).max(63).regex(namePattern);
const range = z.string().refine(isCidrIpv4);
const url = z.string().refine(isUrl);
const schema = z.looseObject({
  kind: z.literal('compute#subnetwork').optional(),
  name: name.optional(),
  creationTimestamp: z.string().refine(isDateTime).optional(),
  ipCidrRange: range.optional(),
  fingerprint: z.string().refine(isByte).optional(),
  ...all(texts, z.string()),
  ...all(urls, url),
  ...all(flags, z.boolean()),
  ...Object.fromEntries(Object.entries(choices).map(([field, values]) => [field, z.enum(values).optional()])),
  secondaryIpRanges: z
    .array(z.looseObject({ rangeName: name.optional(), ipCidrRange: range.optional(), reservedInternalRange: url.optional() }))
    .optional(),
  logConfig: z
    .looseObject({
      enable: z.boolean().optional(),
      aggregationInterval: z.string().optional(),
      flowSampling: z.number().min(0).max(1).optional(),
      metadata: z.string().optional(),
      metadataFields: z.array(z.string()).optional(),
      filterExpr: z.string().optional(),
    })
    .optional(),
});
export const zod = {
  validate: (value) => schema.safeParse(value).success,
  read: (value) => schema.safeParse(value).error?.issues ?? [],
};
