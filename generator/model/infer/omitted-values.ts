/** Infers which values the responses of an API omit, although a request set them. */
import { beginsWithVersion } from './errors.js';
import { inferProtoJson } from './proto-json.js';
import type { Api } from '../model.js';

/**
 * Published services never send empty lists. Those whose paths begin with the version serialize messages as ProtoJSON does, without the
 * default values of their fields.
 */
export function inferOmittedValues({ isPublished, methods, parameters }: Api): Api['omittedValues'] {
  if (!isPublished) return undefined;
  return inferProtoJson({ parameters }) && beginsWithVersion(methods) ? 'defaults' : 'emptyLists';
}
