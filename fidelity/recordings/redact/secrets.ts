/** Patterns of secrets by their form, and by the text around them. All patterns take linear time. */

/** Where a secret starts and ends in a text. */
export type FoundSecret = readonly [start: number, end: number];

/** Tokens with a characteristic form. They begin at the start of a word. */
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
  '(?<=discord(?:app)?\\.com/api/webhooks/\\d{1,25}/)[\\w-]{20,}',
  '(?<!\\d)\\d{8,10}:AA[\\w-]{30,}',
  '(?<![\\w-])(?:xapp-|nvapi-|dckr_pat_|lin_api_|rubygems_|ATATT|sntrys_|glsa_)[\\w=-]{20,}',
  // Keys of age, and hashes of passwords.
  '(?<![\\w-])AGE-SECRET-KEY-1[\\dA-Z]{20,}',
  '(?<=\\$(?:[156y]|2[abxy]|apr1|argon2(?:i|d|id))\\$)[\\w./+$,=-]{10,}',
];

/** Secrets that the text around them identifies. The match doesn't include this text. */
const contexts = [
  // The password in a URL, and a token in the place of the user.
  '(?<=://[^\\s/?#:@"\'<>]{0,80}:)[^\\s"\'<>]{1,200}?(?=@(?:[\\w.-]+|\\[[\\da-f:.]+\\])(?::\\d{1,5})?(?:[/?#,;\\s"\'<>)\\\\`]|$))',
  '(?<=://)[^\\s/?#:@"\'<>.]{16,200}(?=@)',
  // The password in the data source name of a database: user:password@tcp(host).
  '(?<=(?:^|[\\s"\'=])[\\w.-]{1,60}:)[^\\s"\'@]{1,200}(?=@(?:tcp|udp|unix)?\\()',
  '(?<=jdbc:oracle:\\w{1,10}:[\\w.-]{1,60}/)[^\\s"\'@]{1,200}(?=@)',
  // A line of .pgpass, and the password of a wireless network.
  '(?<=(?:^|[\\r\\n"\'])[\\w.*-]{1,100}:(?:\\d{4,5}|\\*):(?!\\d+:)[\\w.*-]{1,63}:[\\w.*-]{1,63}:)[^\\s"\'`:/][^\\s"\'`]{2,200}',
  '(?<=\\bWIFI:(?:[A-Z]:(?:\\\\.|[^;\\\\\\r\\n]){0,100};){0,6}P:)(?:\\\\.|[^;\\\\\\r\\n]){1,100}',
  '(?<=\\b(?:bearer|basic) )(?=\\S{0,200}[\\d=])[\\w.~+/-]{8,}=*',
];

/** Matches a secret that the text around it identifies. */
export const secretContexts: RegExp = new RegExp(contexts.join('|'), 'gi');
/** Matches each text in which `secretContexts` can match, in less time. */
export const contextHint: RegExp = /:\/\/[^\s]{1,300}@|@(?:tcp|udp|unix)?\(|jdbc:oracle|:(?:\d{4,5}|\*):|WIFI:|(?:bearer|basic) /i;

/** Matches a secret that its form identifies. An escaped line break can precede it. */
export const secretTokens: RegExp = new RegExp(tokens.join('|').replaceAll('(?<![\\w-])', '(?:(?<![\\w-])|(?<=\\\\[nrt]))'), 'g');
/** Matches each text in which `secretTokens` can match, in less time. */
export const tokenHint: RegExp =
  /eyJ|ya29\.|1\/\/0|4\/0|AIza|GOCSPX|GOOG|A(?:KIA|SIA|ROA|GPA|IDA|NPA)|gh[opsur]_|_pat_|gl[a-z]{2,5}-|xox[a-z]-|hooks\.slack|(?:sk|rk|pk|whsec|npm|hf|v1|shp[acps][ats])_|SG\.|pypi-|sk-|(?:SK|AC|dapi)[\da-f]{32}|key-|sq0|hv[bsr]\.|SECRET-KEY|webhooks|\d:AA|xapp-|nvapi-|lin_api_|rubygems_|ATATT|sntrys_|glsa_|\$(?:[156y]|2[abxy]|apr1|argon2)/;
