/** The names of headers, parameters, and fields whose value is a secret, in any casing: `accessToken`, `ACCESS_TOKEN`, `x-access-token`. */
import { memoizeByText } from '../../lib/memoize.js';

/** The end of a name in lower case without separators. */
const secretEnds = [
  // Page tokens and similar tokens aren't credentials.
  '(?<!page|sync|continuation|resume|cursor|update|change|watch|scroll|next|start|list|consistency)token(?:value|data)?',
  'secret(?:value|data|string)?',
  'pass(?:word|wd|phrase)',
  'credentials?',
  'cookies?',
  'jwt',
  'assertion',
  'authorization',
  '(?:authorization|device|recovery)code',
  'codeverifier',
  'connectionstring',
  '(?:api|access|secret|private|signing|encryption|shared|auth|hmac|raw|account|master|subscription|functions|ssl|tls|storage)key(?:id|data|pem|string|value)?',
  'rsaencryptedkey',
  'keystring',
  'session(?:id|key)',
  'signed(?:jwt|blob|url)',
  'secretaccesskey\\w*',
];
/** Short names, which can be a part of other words. */
const secretWords = ['pin', 'otp', 'pwd', 'sid', 'pat', 'bearer', 'authkey', 'apikey'];
const parameterWords = [
  'key',
  'code',
  'auth',
  'csrf',
  'sas',
  'sig',
  '(?:policy|se|x(?:goog|amz|oss))?signature',
  'x(?:goog|amz|oss)credential',
  'hmac',
  'ticket',
  'uploadid',
  'googleaccessid',
  'awsaccesskeyid',
  'keypairid',
  'samlre(?:quest|sponse)',
];
const headerWords = [
  'authentication',
  'dpop',
  '.*signature(?:256)?',
  'xamznoidcdata',
  'xclientdata',
  'xgoogfirstpartyreauth',
  '(?:xgoog|xamz).*encryption(?:customer)?key',
  'secwebsocketkey',
  'xsecret.*',
  'xvault.*',
];

/** Returns a function that finds out whether a name is that of a secret. `words`: patterns of further names. */
const compile = (...words: readonly string[]): ((name: string) => boolean) => {
  const pattern = new RegExp(`(?:${secretEnds.join('|')})$|^(?:${[...secretWords, ...words].join('|')})$`);
  return memoizeByText((name) => name.length <= maxNameLength && pattern.test(name.replaceAll(/[^A-Za-z\d]/g, '').toLowerCase()));
};

/** Longer names aren't names of secrets. */
const maxNameLength = 80;

/** Whether a field of a JSON object, a variable, or an option of a command has a secret. */
export const isSecretField: (name: string) => boolean = compile();
/** Whether a parameter of a query or a form has a secret, such as one of a signed URL. */
export const isSecretParameter: (name: string) => boolean = compile(...parameterWords);
/** Whether a header has a secret, possibly after a scheme such as `Bearer`. */
export const isSecretHeader: (name: string) => boolean = compile(...headerWords);

export const isCookieHeader = (name: string): boolean => /^(?:cookie|set-cookie2?)$/i.test(name);
