/** The list of the names of secrets. Each word of the list has a name that only this word makes a secret. */
import { describe, expect, test } from 'vitest';
import {
  applicationHeaderWords,
  headerEnds,
  isCount,
  isSecretField,
  isSecretHeader,
  isSecretParameter,
  parameterWords,
  secretEnds,
  secretWords,
} from '../../../../../fidelity/recordings/redact/secret-names.js';

const fields: Readonly<Record<string, string>> = {
  token: 'accessToken',
  secret: 'CLIENT_SECRET',
  password: 'rootPassword',
  passwd: 'plain_text_passwd',
  passphrase: 'key-passphrase',
  passcode: 'passcode',
  credential: 'credentials',
  cookie: 'sessionCookies',
  jwt: 'signedJwt',
  assertion: 'client_assertion',
  authorization: 'proxyAuthorization',
  authcode: 'authCode',
  authorizationcode: 'authorization_code',
  devicecode: 'device_code',
  recoverycode: 'recoveryCodes',
  backupcode: 'backup_codes',
  verificationcode: 'verificationCode',
  securitycode: 'securityCode',
  codeverifier: 'code_verifier',
  connectionstring: 'ConnectionString',
  apikey: 'apiKey',
  accesskey: 'secretAccessKey',
  secretkey: 'SECRET_KEY',
  privatekey: 'privateKeyData',
  privkey: 'privkey',
  signingkey: 'signingKey',
  encryptionkey: 'encryption_key',
  encryptedkey: 'rsaEncryptedKey',
  sharedkey: 'preSharedKey',
  authkey: 'authKey',
  hmackey: 'hmacKey',
  rawkey: 'rawKey',
  accountkey: 'AccountKey',
  masterkey: 'masterKey',
  subscriptionkey: 'subscriptionKey',
  functionskey: 'x-functions-key',
  sslkey: 'sslKey',
  tlskey: 'TLS_KEY',
  storagekey: 'storageKey',
  sessionkey: 'sessionKey',
  consumerkey: 'consumerKey',
  appkey: 'appKey',
  applicationkey: 'applicationKey',
  licensekey: 'licenseKey',
  deploykey: 'deployKey',
  servicekey: 'serviceKey',
  keystring: 'keyString',
  accesskeyid: 'AWS_ACCESS_KEY_ID',
  privatekeyid: 'private_key_id',
  sessionid: 'sessionId',
  signedblob: 'signedBlob',
  signedurl: 'signedUrl',
  seedphrase: 'seedPhrase',
  mnemonic: 'mnemonic',
  storepass: 'storepass',
  keypass: 'keypass',
  pin: 'cardPin',
  otp: 'OTP',
  totp: 'totp',
  pwd: 'PWD',
  pass: 'SMTP_PASS',
  sid: 'sid',
  pat: 'github_pat',
  psk: 'wifiPsk',
  sas: 'sas',
  cvv: 'cvv',
  bearer: 'bearer',
  auth: 'auth',
};

const parameters: Readonly<Record<string, string>> = {
  key: 'key',
  code: 'code',
  csrf: 'csrf',
  sig: 'sig',
  signature: 'Signature',
  policysignature: 'Policy-Signature',
  sesignature: 'se-signature',
  xgoogsignature: 'X-Goog-Signature',
  xamzsignature: 'X-Amz-Signature',
  xosssignature: 'x-oss-signature',
  hmac: 'hmac',
  ticket: 'ticket',
  uploadid: 'upload_id',
  googleaccessid: 'GoogleAccessId',
  keypairid: 'Key-Pair-Id',
  samlrequest: 'SAMLRequest',
  samlresponse: 'SAMLResponse',
  session: 'session',
};

const headers: Readonly<Record<string, string>> = {
  authentication: 'authentication',
  dpop: 'dpop',
  signature: 'stripe-signature',
  signature256: 'x-hub-signature-256',
  xamznoidcdata: 'x-amzn-oidc-data',
  xclientdata: 'x-client-data',
  xgoogfirstpartyreauth: 'x-goog-first-party-reauth',
  secwebsocketkey: 'sec-websocket-key',
};

const applicationHeaders: Readonly<Record<string, string>> = {
  key: 'x-key',
  session: 'x-session',
  jwe: 'x-jwe',
  hmac: 'x-hmac',
  ticket: 'x-ticket',
  sig: 'x-sig',
  code: 'x-code',
};

describe.each([
  ['fields', [...secretEnds, ...secretWords], fields, isSecretField],
  ['parameters', parameterWords, parameters, isSecretParameter],
  ['headers', headerEnds, headers, isSecretHeader],
  ['headers of applications', applicationHeaderWords, applicationHeaders, isSecretHeader],
])('the names of %s', (_, words, examples, isSecret) => {
  test('are those of the list', () => expect([...words].sort()).toEqual(Object.keys(examples).sort()));
  test.each(Object.values(examples))('contain %s', (name) => expect(isSecret(name)).toBe(true));
});

test('each name of a field is that of a parameter and of a header, too', () => {
  expect(Object.values(fields).filter((name) => !isSecretParameter(name) || !isSecretHeader(name))).toEqual([]);
});

test.each([
  'nextPageToken',
  'pageToken',
  'syncToken',
  'maxTokens',
  'tokenCount',
  'totalTokens',
  'tokenType',
  'secretId',
  'secretName',
  'fingerprint',
  'kmsKeyName',
  'publicKey',
  'keyId',
  'idempotencyKey',
  'etag',
  'compass',
  'shipping',
  'opinion',
  'author',
  'passed',
  'passwordPolicy',
  'credentialType',
  'cookieDomain',
  'authType',
  'keyRing',
  'spin',
  'id',
  'key',
  'name',
])('%s is not the name of a secret', (name) => expect(isSecretField(name)).toBe(false));

test.each([
  'x-request-id',
  'idempotency-key',
  'x-goog-hash',
  'x-cache-key',
  'content-type',
  'etag',
  'x-forwarded-for',
  'x-goog-api-client',
])('the header %s has no secret', (name) => expect(isSecretHeader(name)).toBe(false));

test('a number of tokens is a count', () => {
  expect(['tokens', 'maxTokens'].every(isCount)).toBe(true);
  expect(['passwords', 'pins', 'token'].some(isCount)).toBe(false);
});
