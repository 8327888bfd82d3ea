/** Where traffic has secrets: the names of headers, parameters, and fields, and the forms of tokens. All patterns take linear time. */

/** Headers whose value is a secret. A word before it, such as `Bearer`, is kept. */
export const secretHeaders: RegExp =
  /^(?:(?:proxy-|x-|x-goog-iam-)?authorization(?:-token)?|x-(?:goog-)?api-key|x-(?:api|auth|access|csrf|xsrf|amz-security|vault|goog-security|gitlab|ms)-?(?:key|token)?|(?:private|gitlab|api|apikey|access|auth|id|refresh)-(?:token|key)|x-goog-(?:copy-source-)?encryption-key|x-amz-(?:copy-source-)?server-side-encryption-customer-key|x-serverless-authorization|x-goog-iap-jwt-assertion|x-goog-first-party-reauth|x-client-data|sec-websocket-key|x-secret.*|.*-(?:secret|password))$/;

export const cookieHeaders: RegExp = /^(?:cookie|set-cookie2?)$/;

/** Parameters of queries and forms whose value is a secret, such as those of signed URLs. In lower case. */
const secretParameterNames = [
  'key',
  'api[-_]?key',
  'apikey',
  '(?:access|auth|oauth|id|refresh|bearer|subject|actor|session|csrf|xsrf)[-_]?token',
  'token',
  'upload_id',
  'assertion',
  'client_assertion',
  'code',
  'code_verifier',
  'device_code',
  'client[-_]?secret',
  'secret',
  'pass(?:word|wd|phrase)?',
  'pwd',
  'sig',
  'signature',
  'x-(?:goog|amz|oss)-(?:signature|credential|security-token)',
  'googleaccessid',
  'awsaccesskeyid',
  'policy-signature',
  'key-pair-id',
  'se-signature',
];
export const secretParameters: RegExp = new RegExp(`^(?:${secretParameterNames.join('|')})$`, 'i');

/** Fields of JSON objects whose value is a secret. */
const secretFieldNames = [
  '(?:access|auth|oauth|oauth2|id|refresh|bearer|subject|actor|session|identity|registration|deploy|bot|api|security|join|bootstrap)_?[tT]okens?',
  'token',
  '\\w*(?:[cC]lient|[sS]hared|[aA]pp|[wW]ebhook|[hH]mac|[sS]igning|[cC]onsumer|[uU]ser|[pP]re_?[sS]hared)_?[sS]ecret',
  'secret',
  'secret_?(?:[kK]ey|[aA]ccess_?[kK]ey|[vV]alue|[dD]ata)',
  '\\w*[pP]rivate_?[kK]ey(?:_?(?:[dD]ata|[iI]d|[pP]em))?',
  '\\w*[aA]pi_?[kK]ey',
  'key_?[sS]tring',
  '\\w*[pP]ass(?:word|wd|phrase)',
  'raw_?[kK]ey',
  'rsa_?[eE]ncrypted_?[kK]ey',
  'aws_?[sS]ecret\\w*',
  'aws_?[sS]ession_?[tT]oken',
  'access_?[kK]ey(?:_?[iI]d)?',
  'account_?[kK]ey',
  'encryption_?[kK]ey',
  'pre_?[sS]hared_?[kK]ey',
  'assertion',
  'client_assertion',
  'code_verifier',
  'device_?[cC]ode',
  'authorization_?[cC]ode',
  'connection_?[sS]tring',
  'credentials?',
  'cookies?',
  'signed_?(?:[jJ]wt|[bB]lob|[uU]rl)',
  'authorization',
  'otp',
  'pin',
];
export const secretFields: RegExp = new RegExp(`^(?:${secretFieldNames.join('|')})$`);
/** A secret field in a text that contains JSON. */
const secretFieldText = `(?<=["](?:${secretFieldNames.join('|')})["]\\s{0,9}:\\s{0,9}["])[^"\\\\]+(?=["])`;

/** Tokens with a form of their own. A character before them would be a part of another word. */
const tokens = [
  // JSON Web Tokens.
  '(?<![\\w.-])eyJ[\\w-]{5,}\\.[\\w-]{5,}\\.[\\w-]*',
  // Google: access tokens, refresh tokens, authorization codes, API keys, client secrets, and HMAC keys.
  '(?<![\\w.-])ya29\\.[\\w.-]{8,}',
  '(?<![\\w/-])1//0[\\w-]{8,}',
  '(?<![\\w/-])4/0[\\w-]{20,}',
  '(?<![\\w-])AIza[\\w-]{30,}',
  '(?<![\\w-])GOCSPX-[\\w-]{10,}',
  '(?<![\\w-])GOOG[\\dA-Z]{16,}',
  // Other vendors: AWS, GitHub, GitLab, Slack, Stripe, SendGrid, npm, PyPI, OpenAI, Anthropic, Hugging Face, DigitalOcean, Shopify, Twilio, Mailgun, Square, Vault, Databricks.
  '(?<![\\w-])A(?:KIA|SIA|ROA|GPA|IDA|NPA)[\\dA-Z]{16}(?![\\w-])',
  '(?<![\\w-])gh[opsur]_\\w{20,}',
  '(?<![\\w-])github_pat_\\w{20,}',
  '(?<![\\w-])gl(?:pat|ptt|dt|rt|soat|cbt|agent)-[\\w-]{16,}',
  '(?<![\\w-])xox[abeoprs]-[\\w-]{8,}',
  '(?<=hooks\\.slack\\.com/services/)[\\w/]{8,}',
  '(?<![\\w-])(?:sk|rk|pk|whsec)_(?:live_|test_)?\\w{16,}',
  '(?<![\\w-])SG\\.[\\w-]{10,}\\.[\\w-]{10,}',
  '(?<![\\w-])npm_\\w{30,}',
  '(?<![\\w-])pypi-[\\w-]{20,}',
  '(?<![\\w-])sk-[\\w-]{20,}',
  '(?<![\\w-])hf_\\w{20,}',
  '(?<![\\w-])do[opr]_v1_\\w{32,}',
  '(?<![\\w-])shp(?:at|ca|pa|ss)_\\w{20,}',
  '(?<![\\w-])(?:SK|AC)[\\da-f]{32}(?![\\w-])',
  '(?<![\\w-])key-[\\da-z]{32}(?![\\w-])',
  '(?<![\\w-])sq0[a-z]{3}-[\\w-]{20,}',
  '(?<![\\w-])hv[bsr]\\.[\\w-]{20,}',
  '(?<![\\w-])dapi[\\da-f]{32}(?![\\w-])',
];

/** Secrets that their surroundings show. The lookbehind and the lookahead stay. */
const contexts = [
  // A private key in PEM form, also with escaped line ends.
  '(?<=-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[^-]+(?=-----END)',
  // The password in a URL.
  '(?<=://[^\\s/?#:@"\']{0,80}:)[^\\s/?#:@"\']{1,200}(?=@)',
  // The parameters of a URL.
  `(?<=[?&;](?:${secretParameterNames.join('|')})=)[^&#\\s"'<>;]+`,
  // A header in a message, such as a part of a batch.
  '(?<=(?:^|\\n)(?:authorization|proxy-authorization|cookie|set-cookie|x-goog-api-key): {0,5})[^\\r\\n]+',
  '(?<=\\b(?:bearer|basic) )(?=\\S{0,200}[\\d=])[\\w.~+/-]{8,}=*',
  secretFieldText,
];

/** Matches a secret that its surroundings show. */
export const secretContexts: RegExp = new RegExp(contexts.join('|'), 'gi');
/** Matches each text in which `secretContexts` can match, in less time. */
export const contextHint: RegExp = /private key|:\/\/[^/\s]*@|[?&;][\w-]+=|"\s*:\s*"|(?:authorization|cookie|key): |(?:bearer|basic) /i;

/** Matches a secret that its form shows. */
export const secretTokens: RegExp = new RegExp(tokens.join('|'), 'g');
/** Matches each text in which `secretTokens` can match, in less time. */
export const tokenHint: RegExp =
  /eyJ|ya29\.|1\/\/0|4\/0|AIza|GOCSPX|GOOG|A(?:KIA|SIA|ROA|GPA|IDA|NPA)|gh[opsur]_|_pat_|gl[a-z]{2,5}-|xox[a-z]-|hooks\.slack|(?:sk|rk|pk|whsec|npm|hf|v1|shp[acps][ats])_|SG\.|pypi-|sk-|(?:SK|AC|dapi)[\da-f]{32}|key-|sq0|hv[bsr]\./;
