/**
 * The names of headers, parameters, and fields whose value is a secret, in any casing: `accessToken`, `ACCESS_TOKEN`, `x-access-token`. The tape,
 * learned overlays, and reports use this one list.
 */
import { memoizeByText } from '../../../generator/lib/memoize.js';

/** The ends of names, in lower case without separators. The plural ends with `s`. */
export const secretEnds: readonly string[] = [
  'token',
  'secret',
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'credential',
  'cookie',
  'jwt',
  'assertion',
  'authorization',
  'authcode',
  'authorizationcode',
  'devicecode',
  'recoverycode',
  'backupcode',
  'verificationcode',
  'securitycode',
  'codeverifier',
  'connectionstring',
  'apikey',
  'accesskey',
  'secretkey',
  'privatekey',
  'privkey',
  'signingkey',
  'encryptionkey',
  'encryptedkey',
  'sharedkey',
  'authkey',
  'hmackey',
  'rawkey',
  'accountkey',
  'masterkey',
  'subscriptionkey',
  'functionskey',
  'sslkey',
  'tlskey',
  'storagekey',
  'sessionkey',
  'consumerkey',
  'appkey',
  'applicationkey',
  'licensekey',
  'deploykey',
  'servicekey',
  'keystring',
  'accesskeyid',
  'privatekeyid',
  'sessionid',
  'signedblob',
  'signedurl',
  'seedphrase',
  'mnemonic',
  'storepass',
  'keypass',
];

/** Words that are too short for the end of any name: they are the whole last word of a name, as in `dbPin`. */
export const secretWords: readonly string[] = ['pin', 'otp', 'totp', 'pwd', 'pass', 'sid', 'pat', 'psk', 'sas', 'cvv', 'bearer', 'auth'];

/** Further whole names of parameters, such as those of signed URLs. */
export const parameterWords: readonly string[] = [
  'key',
  'code',
  'csrf',
  'sig',
  'signature',
  'policysignature',
  'sesignature',
  'xgoogsignature',
  'xamzsignature',
  'xosssignature',
  'hmac',
  'ticket',
  'uploadid',
  'googleaccessid',
  'keypairid',
  'samlrequest',
  'samlresponse',
  'session',
];

/** The ends of further names of headers. */
export const headerEnds: readonly string[] = [
  'authentication',
  'dpop',
  'signature',
  'signature256',
  'xamznoidcdata',
  'xclientdata',
  'xgoogfirstpartyreauth',
  'secwebsocketkey',
];

/** The last words of further headers of applications, whose names begin with `x-`: `x-key`. */
export const applicationHeaderWords: readonly string[] = ['key', 'session', 'jwe', 'hmac', 'ticket', 'sig', 'code'];

/** Words before `token` and `key` in the names of values that aren't secrets: page tokens, idempotency keys. */
const publicTokens = [
  'page',
  'sync',
  'continuation',
  'resume',
  'cursor',
  'update',
  'change',
  'watch',
  'scroll',
  'next',
  'start',
  'list',
  'consistency',
  'skip',
  'paging',
  'pagination',
  'max',
  'min',
  'total',
  'prompt',
  'candidates',
  'input',
  'output',
  'completion',
  'num',
  'cached',
];
const publicKeys = ['idempotency', 'cache', 'surrogate', 'partition', 'sort', 'primary', 'routing', 'public', 'object', 'foreign'];

/** What can follow the end of a name: `passwordHash`, `tokenValue`. */
const suffixes = ['value', 'data', 'string', 'text', 'pem', 'hash', 'base64', 'plaintext', 'raw'];

/** Longer names aren't names of secrets. */
const maxNameLength = 80;

interface NameList {
  readonly ends: readonly string[];
  /** Last words of names. */
  readonly words: readonly string[];
  /** Whole names, without separators. */
  readonly names: readonly string[];
}

/** Returns a function that finds out whether a name is that of a secret. */
function compile({ ends, words, names }: NameList): (name: string) => boolean {
  const form = new RegExp(`(?:(?:${ends.join('|')})(?:${suffixes.join('|')})?s?|(?:^|\\0)(?:${words.join('|')})s?)$`);
  const whole = new Set(names);
  return memoizeByText((name) => {
    if (name.length > maxNameLength) return false;
    const parts = splitName(name);
    const joined = parts.join('');
    if (publicName.test(joined)) return false;
    return whole.has(joined) || form.test(`${parts.slice(0, -1).join('')}\0${parts.at(-1) ?? ''}`) || form.test(joined);
  }, 10_000);
}

/** Splits a name into its words in lower case: `dbPassword`, `DB_PASSWORD`, and `db-password` are `db` and `password`. */
const splitName = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part !== '');

const publicName = new RegExp(`(?:(?:${publicTokens.join('|')})tokens?|(?:${publicKeys.join('|')})keys?)$`);
const fields: NameList = { ends: secretEnds, words: secretWords, names: [] };

/** Whether a field of a JSON object, a variable, or an option of a command has a secret. */
export const isSecretField: (name: string) => boolean = compile(fields);
/** Whether a parameter of a query or a form has a secret, such as one of a signed URL. */
export const isSecretParameter: (name: string) => boolean = compile({ ...fields, names: parameterWords });

const isListedHeader = compile({ ...fields, ends: [...secretEnds, ...headerEnds] });
const isApplicationHeader = compile({ ends: ['(?!)'], words: applicationHeaderWords, names: [] });

/** Whether a header has a secret, possibly after a scheme such as `Bearer`. */
export const isSecretHeader = (name: string): boolean =>
  isListedHeader(name) || /^x-(?:secret|vault)/i.test(name) || (/^x-/i.test(name) && isApplicationHeader(name));

export const isCookieHeader = (name: string): boolean => /^(?:cookie|set-cookie2?)$/i.test(name);

/** Whether a number under a name is a count, such as `tokens` of a language model. */
export const isCount = (name: string): boolean => /tokens$/i.test(name);
