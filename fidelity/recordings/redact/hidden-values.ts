/** Hides secrets in what isn't compared with anything: reports, and values that overlays could state. */
import type { Json } from '../../../generator/lib/json.js';
import { memoizeByText } from '../../../generator/lib/memoize.js';
import type { Replacements } from './pseudonyms.js';
import { Redactor } from './redactor.js';

const hidden = '[hidden]';

/** Replaces each value by the same text. */
const mask: Replacements = {
  replace: () => hidden,
  replaceBase64: () => hidden,
  createBytes: (_, count) => new Uint8Array(count),
};

/** Each text on its own: what one contains doesn't change how another one reads. */
const createHider = (): Redactor => new Redactor(mask, { keepsPlaces: true });

/** Replaces the secrets and email addresses in a text by `[hidden]`. IDs of projects, service accounts, and IP addresses stay. */
export const hideSecrets: (text: string) => string = memoizeByText((text) => createHider().redactText(text), 5_000);

/** Replaces the secrets and email addresses in a value, also those that the names of its fields identify. `key`: the name of its field. */
export const hideSecretsInValue = (value: Json, key = ''): Json => createHider().redactValue(value, key);

/** Replaces the secrets in a URL. */
export const hideSecretsInUrl = (url: string): string => createHider().redactUrl(url);
