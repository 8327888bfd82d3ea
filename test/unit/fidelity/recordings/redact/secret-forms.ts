/** Ways of writing a secret, and the places where texts and JSON values stand in an exchange. */
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { TapeExchange } from '../../../../../fidelity/recordings/write-tape.js';

/** Secrets of one form. `lines`: a key in several lines. */
export interface Secrets {
  readonly word: string;
  readonly lines: readonly string[];
  readonly digits: string;
}

type Form<Value> = readonly [name: string, create: (secrets: Secrets) => Value];

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const pem = ({ lines }: Secrets, kind = 'PRIVATE KEY'): string => `-----BEGIN ${kind}-----\n${lines.join('\n')}\n-----END ${kind}-----\n`;
const indent = (text: string, spaces: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(spaces));

/** Texts that contain a secret. */
export const textForms: readonly Form<string>[] = [
  // Keys
  ['a key in HTML', (s) => pem(s).replaceAll('\n', '<br>\n')],
  ['a key in XML', (s) => pem(s).replaceAll('\n', '&#10;')],
  ['a key in a comment with asterisks', (s) => pem(s).replaceAll('\n', '\n * ')],
  ['a key with numbers of lines', (s) => pem(s).replaceAll(/^/gm, '3: ')],
  // Tables, markup, and code
  ['a table with commas', ({ word }) => `user,password\nbob,${word}\n`],
  ['a table with quotes', ({ word }) => `"user","api_key"\n"a, b","${word}"\n`],
  ['a table with bars', ({ word }) => `| user | password |\n|---|---|\n| bob | ${word} |\n`],
  ['a name and a value in attributes', ({ word }) => `<add key="ApiKey" value="${word}"/>`],
  ['a table after a sentence', ({ word }) => `These are the users:\n\n| user | password |\n|---|---|\n| bob | ${word} |\n\nThat is all.`],
  ['a table in a script', ({ word }) => `cat > users.csv <<EOF\nname;token;role\nbob;${word};admin\nEOF\n`],
  ['inserted rows', ({ word }) => `INSERT INTO users (name, password) VALUES ('a', 'b'), ('it''s', '${word}');`],
  [
    'an argument of a function in an inserted row',
    ({ word }) => `insert into "u"("id","pwd") values (1, crypt('${word}', gen_salt('bf')))`,
  ],
  ['a number in an inserted row', ({ digits }) => `INSERT INTO cards (name, pin) VALUES ('a', ${digits})`],
  ['copied rows', ({ word }) => `COPY users (name, password) FROM stdin;\nbob\t${word}\n\\.\n`],
  ['entities of HTML', ({ word }) => `{&quot;password&quot;:&quot;${word}&quot;}`],
  ['a value and a name in attributes', ({ word }) => `<add value="${word}" key="ApiKey"/>`],
  ['an element with a name', ({ word }) => `<property name="password"><value>${word}</value></property>`],
  ['a property list', ({ word }) => `<key>password</key>\n<string>${word}</string>`],
  ['character data', ({ word }) => `<password><![CDATA[${word}]]></password>`],
  ['the default of a variable', ({ word }) => `variable "db_password" {\n  type = string\n  default = "${word}"\n}`],
  ['a constant with a type', ({ word }) => `const apiKey: string = '${word}';`],
  // YAML
  ['a list after a comment', ({ word }) => `passwords:\n# the list\n- ${word}\n`],
  ['a comment between a name and a value', ({ word }) => `- name: PASSWORD # x\n  # y\n  value: "${word}"\n`],
  ['a description between a name and a value', ({ word }) => `- name: PASSWORD\n  description: the password\n  value: ${word}\n`],
  // Commands
  ['curl with several options', ({ word }) => `curl -sSu admin:${word} https://x.example`],
  ['curl with a cookie', ({ word }) => `curl -b 'id=${word}' https://x.example`],
  ['the password of a database', ({ word }) => `sqlcmd -S db -U sa -P ${word}`],
  ['a password from a pipe', ({ word }) => `echo ${word} | docker login --password-stdin`],
  ['a literal of a secret', ({ word }) => `kubectl create secret generic x --from-literal=a=${word}`],
  ['a variable that a command sets', ({ word }) => `setx API_TOKEN ${word}`],
  ['a setting', ({ word }) => `aws configure set aws_secret_access_key ${word}`],
  ['a private key', (s) => pem(s)],
  ['a key after other text', (s) => `the key is here: ${pem(s, 'RSA PRIVATE KEY')} and so on`],
  ['a key with escaped line ends', (s) => `key=${JSON.stringify(pem(s))}`],
  ['an OpenSSH key', (s) => pem(s, 'OPENSSH PRIVATE KEY')],
  [
    'an encrypted key with headers',
    ({ lines }) =>
      `-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n${lines.join('\n')}\n-----END EC PRIVATE KEY-----`,
  ],
  [
    'a PGP key',
    ({ lines }) =>
      `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n${lines.join('\n')}\n=aB3d\n-----END PGP PRIVATE KEY BLOCK-----`,
  ],
  [
    'an SSH2 key',
    ({ lines }) =>
      `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "x"\n${lines.join('\n')}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`,
  ],
  [
    'a PuTTY key',
    ({ lines }) => `PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nPrivate-Lines: 4\n${lines.join('\n')}\nPrivate-MAC: 00`,
  ],
  ['a key without its end', (s) => pem(s).slice(0, -32)],
  ['a key without its beginning', (s) => pem(s).slice(30)],
  ['a key in a startup script', (s) => `#!/bin/bash\ncat > /etc/key.pem <<'EOF'\n${pem(s)}EOF\nchmod 600 /etc/key.pem\n`],
  ['a key in .env', (s) => `PORT=1\nTLS_KEY="${pem(s)}"\nHOST=x\n`],
  ['a key in YAML', (s) => `tls:\n  key.pem: |\n${indent(pem(s), 4)}  port: 443\n`],
  ['a key in lines of JSON', (s) => `{"a":1}\n${JSON.stringify({ pem: pem(s) })}\n{"a":2}\n`],
  ['a JSON Web Key', ({ word }) => JSON.stringify({ kty: 'RSA', n: 'x', e: 'AQAB', d: word })],
  ['a key of age', ({ word }) => `# public key\nAGE-SECRET-KEY-1${word.toUpperCase()}\n`],
  ['an encrypted message', (s) => pem(s, 'PGP MESSAGE')],
  ['an encrypted message without its end', (s) => pem(s, 'PGP MESSAGE').slice(0, -30)],
  ['another armor', (s) => pem(s, 'AGE ENCRYPTED FILE')],
  // JSON and lines
  ['a line of JSON', ({ word }) => `{"a":1}\n{"token":"${word}"}\n`],
  ['an event', ({ word }) => `event: x\ndata: {"pass":"${word}"}\n\n`],
  ['JSON after a prefix', ({ word }) => `)]}'\n{"token": ["${word}"]}`],
  ['JSON within text', ({ word }) => `received: {"client": {"tokens": ["${word}"]}} from x`],
  ['escaped JSON', ({ word }) => `body: {\\"password\\": \\"${word}\\"}`],
  ['JSON that is cut', ({ word }) => `{"items": [{"name": "PASSWORD", "value": "${word}"}, {"a`],
  ['an object of JavaScript', ({ word }) => `const options = { host: 'x', password: '${word}', port: 1 };`],
  ['a hash of Ruby', ({ word }) => `config = { :user => "u", :password => "${word}" }`],
  ['a dictionary of Python', ({ word }) => `db = {'user': 'u', 'passwd': '${word}'}`],
  ['an index in code', ({ word }) => `env["API_TOKEN"] = "${word}"`],
  ['a call in code', ({ word }) => `client.setPassword("${word}");`],
  ['two arguments in code', ({ word }) => `map.put("api_key", "${word}");`],
  // YAML
  ['YAML with a comment', ({ word }) => `db:\n  password: ${word} # rotate\n  port: 1\n`],
  ['YAML in double quotes', ({ word }) => `db:\n  password: "${word}" # x\n`],
  ['YAML in single quotes', ({ word }) => `db:\n  password: 'it''s ${word}'\n`],
  ['a block in YAML', ({ word }) => `db:\n  password: |\n    ${word}\n  port: 1\n`],
  ['a folded block in YAML', ({ word }) => `db:\n  password: >-\n    some words\n    ${word}\n  port: 1\n`],
  ['an anchor in YAML', ({ word }) => `db:\n  password: &pw ${word}\nother:\n  password: *pw\n`],
  ['a tag in YAML', ({ word }) => `password: !!str ${word}\n`],
  ['a list in YAML', ({ word }) => `tokens:\n  - first\n  - ${word}\nport: 1\n`],
  ['a list without indentation in YAML', ({ word }) => `tokens:\n- ${word}\nport: 1\n`],
  ['a mapping in YAML', ({ word }) => `credentials:\n  user: u\n  value: ${word}\nport: 1\n`],
  ['a flow in YAML', ({ word }) => `db: {user: u, password: ${word}, port: 1}\n`],
  ['a flow list in YAML', ({ word }) => `tokens: [one, ${word}]\n`],
  ['the next line in YAML', ({ word }) => `password:\n  ${word}\nport: 1\n`],
  ['a quoted key in YAML', ({ word }) => `"password": ${word}\n`],
  ['several words in YAML', ({ word }) => `db:\n  passphrase: correct horse ${word}\n`],
  ['a name and a value in YAML', ({ word }) => `env:\n  - name: DB_PASSWORD\n    value: ${word}\n`],
  ['a value and a name in YAML', ({ word }) => `env:\n  - value: ${word}\n    name: DB_PASSWORD\n`],
  ['a Secret of Kubernetes', ({ word }) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ndata:\n  config: ${base64(word)}\n`],
  ['a Secret of Kubernetes in clear text', ({ word }) => `kind: Secret\nstringData:\n  config: ${word}\nmetadata:\n  name: x\n`],
  // Files of settings
  ['.env', ({ word }) => `# x\nPORT=1\nDB_PASSWORD=${word}\n`],
  ['.env with spaces', ({ word }) => `PORT=1\nDB_PASSPHRASE=two words ${word}\n`],
  ['a quoted variable', ({ word }) => `export API_TOKEN='${word}'\n`],
  ['TOML', ({ word }) => `[db]\nuser = "u"\npassword = "${word}"\nport = 1\n`],
  ['a list in TOML', ({ word }) => `tokens = [\n  "a",\n  "${word}",\n]\n`],
  ['several lines in TOML', ({ word }) => `secret = """\nline\n${word}"""\n`],
  ['an inline table in TOML', ({ word }) => `db = { user = "u", password = "${word}" }\n`],
  ['HCL', ({ word }) => `resource "x" "y" {\n  master_password = "${word}"\n}\n`],
  ['a heredoc in HCL', ({ word }) => `secret_data = <<-EOT\n  line\n  ${word}\nEOT\n`],
  ['ini', ({ word }) => `[client]\nuser=u\npassword = ${word}\n`],
  ['properties', ({ word }) => `spring.datasource.username=u\nspring.datasource.password=${word}\n`],
  ['properties with a colon', ({ word }) => `db.password: ${word}\n`],
  ['.netrc', ({ word }) => `machine x.example login u password ${word}\n`],
  ['.npmrc', ({ word }) => `//registry.example/:_authToken=${word}\n`],
  ['.pgpass', ({ word }) => `# passwords\ndb.example:5432:*:app:${word}\n`],
  ['a wireless network', ({ word }) => `WIFI:S:home;T:WPA;P:${word};;`],
  ['a section of ini', ({ word }) => `[core]\na = b\n[credentials]\ndb = ${word}\n[other]\nc = d\n`],
  ['a section of TOML', ({ word }) => `[app.secrets]\ndb = "${word}" # x\n`],
  ['properties in several lines', ({ word }) => `db.password=abc\\\n    ${word}\nx=1\n`],
  [
    'a field of a form in parts',
    ({ word }) => `POST\r\n--b\r\nContent-Disposition: form-data; name='password'\r\n\r\n${word}\r\n--b--\r\n`,
  ],
  ['fields of a form in brackets', ({ word }) => `user%5Bname%5D=a&user%5Bpassword%5D=${word}&tokens[]=${word}`],
  ['.pgpass in a variable', ({ word }) => `PGPASSWORD=${word} psql -h db.example -U u`],
  ['a Dockerfile', ({ word }) => `FROM x\nENV API_TOKEN ${word}\n`],
  ['Docker credentials', ({ word }) => JSON.stringify({ auths: { 'r.example': { auth: base64(`u:${word}`) } } }, undefined, 2)],
  ['XML', ({ word }) => `<settings><server><password>${word}</password></server></settings>`],
  ['a hash of a password', ({ word }) => `root:$6$salt$${word}:19000:0:99999:7:::`],
  // Commands
  ['curl -u', ({ word }) => `curl -u admin:${word} https://x.example/`],
  ['curl --user', ({ word }) => `curl --user 'admin:${word}' https://x.example/`],
  ['curl -H', ({ word }) => `curl -H 'Authorization: Bearer ${word}' https://x.example/`],
  ['curl -H with another header', ({ word }) => `curl -H "X-Api-Key: ${word}" https://x.example/`],
  ['mysql -p', ({ word }) => `mysql -u root -p${word} shop < dump.sql`],
  ['--password=', ({ word }) => `tool --password=${word} --verbose`],
  ['--token', ({ word }) => `tool --token ${word} --verbose`],
  ['--from-literal', ({ word }) => `kubectl create secret generic x --from-literal=password=${word}`],
  ['-D', ({ word }) => `java -Ddb.password=${word} -jar x.jar`],
  ['docker login', ({ word }) => `docker login -u u -p ${word} r.example`],
  ['sshpass', ({ word }) => `sshpass -p '${word}' ssh u@x`],
  ['arguments in a list', ({ word }) => `subprocess.run(['mysql', '-uroot', '-p${word}'])`],
  ['arguments in a list of YAML', ({ word }) => `command:\n  - tool\n  - --password\n  - ${word}\n`],
  ['arguments in several lines', ({ word }) => `mysqldump -h x \\\n  -u root \\\n  -p${word} db`],
  ['a here string', ({ word }) => `docker login -u u --password-stdin <<< "${word}"`],
  ['a here string of chpasswd', ({ word }) => `chpasswd <<< 'root:${word}'`],
  ['a here document', ({ word }) => `passwd root <<EOF\n${word}\n${word}\nEOF\n`],
  ['sudo -S', ({ word }) => `printf '%s\\n' "${word}" | sudo -S apt update`],
  ['net use', ({ word }) => `net use Z: \\\\server\\share ${word} /user:bob`],
  ['zip', ({ word }) => `zip -P ${word} a.zip b`],
  ['a default of a variable in a shell', ({ word }) => `PASSWORD="\${PASSWORD:-${word}}"`],
  ['a default of a variable in code', ({ word }) => `const token = process.env.TOKEN || '${word}';`],
  ['redis-cli', ({ word }) => `redis-cli -h x -a ${word} ping`],
  ['openssl', ({ word }) => `openssl rsa -in k.pem -passin pass:${word}`],
  ['chpasswd', ({ word }) => `echo 'root:${word}' | chpasswd`],
  ['SQL', ({ word }) => `CREATE USER u IDENTIFIED BY '${word}';`],
  ['SQL without quotes', ({ word }) => `ALTER USER u IDENTIFIED BY ${word};`],
  ['SQL with a plug-in', ({ word }) => `CREATE USER u IDENTIFIED WITH mysql_native_password AS '${word}'`],
  ['SQL of a condition', ({ word }) => `SELECT 1 FROM u WHERE password LIKE '${word}'`],
  ['SQL of PostgreSQL', ({ word }) => `ALTER ROLE u WITH PASSWORD '${word}';`],
  ['PowerShell', ({ word }) => `$p = ConvertTo-SecureString "${word}" -AsPlainText -Force`],
  // Addresses
  ['a connection URL', ({ word }) => `postgres://u:${word}@db.example:5432/x`],
  ['a connection URL without a user', ({ word }) => `redis://:${word}@cache.example:6379/0`],
  ['a password with an at sign in a URL', ({ word }) => `mysql://u:p@${word}@db.example/x`],
  ['a token in a URL', ({ word }) => `git clone https://${word}@git.example/x.git`],
  ['a connection string', ({ word }) => `Server=db.example;User Id=u;Password=${word};Encrypt=true`],
  ['an account key', ({ word }) => `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${word};EndpointSuffix=y`],
  ['a data source name', ({ word }) => `u:${word}@tcp(db.example:3306)/shop`],
  ['JDBC', ({ word }) => `jdbc:mysql://db.example/x?user=u&password=${word}`],
  ['a signed URL', ({ word }) => `see https://s.example/o?X-Goog-Date=1&X-Goog-Signature=${word}`],
  // Messages and sentences
  ['a header in a message', ({ word }) => `POST /x HTTP/1.1\r\nHost: x.example\r\nX-Auth: ${word}\r\n\r\n`],
  ['digest credentials', ({ word }) => `GET / HTTP/1.1\r\nAuthorization: Digest username="u", response="${word}"\r\n`],
  ['a cookie in a message', ({ word }) => `GET / HTTP/1.1\r\nCookie: a=b; sid=${word}\r\n`],
  ['a sentence', ({ word }) => `the password is ${word}`],
  ['a part of a sentence', ({ word }) => `log in as bob with the password ${word} please`],
  ['a sentence with two words', ({ word }) => `Your API key: ${word}`],
  ['a quotation', ({ word }) => `use password "${word}" to log in`],
  // Encodings
  ['base64', ({ word }) => base64(`password=${word}`)],
  ['base64 within text', ({ word }) => `echo ${base64(`{"token":"${word}"}`)} | base64 -d`],
  ['base64 of base64', ({ word }) => base64(`data: ${base64(`token: ${word}`)}`)],
  ['base64 in lines', ({ word }) => (base64(`{"user":"${'u'.repeat(80)}","password":"${word}"}`).match(/.{1,64}/g) ?? []).join('\n')],
  ['base64 of gzip', ({ word }) => gzipSync(`password=${word}\n`).toString('base64')],
  ['a data URL', ({ word }) => `url(data:application/json;base64,${base64(`{"password":"${word}"}`)})`],
  ['an encoded query', ({ word }) => `next=${encodeURIComponent(`https://x.example/?access_token=${word}`)}`],
  ['an encoded email address', ({ word }) => `mail%40to: ${word}%40mail.example`],
  // Tokens
  ['a JSON Web Token', ({ word }) => `got eyJhbGciOiJIUzI1NiJ9.${word}.${word}`],
  ...[
    'ya29.',
    'AIzaSy0',
    'GOCSPX-',
    '1//0',
    'ghp_',
    'glpat-',
    'xoxb-1-',
    'sk_live_',
    'SG.aaaaaaaaaaaa.',
    'npm_',
    'sk-',
    'hf_',
    'dop_v1_',
  ].map((prefix): Form<string> => [`a token ${prefix}`, ({ word }) => `got ${prefix}${word}`]),
  ['a key of AWS', ({ word }) => `got AKIA${word.toUpperCase().slice(0, 16)}`],
];

/** JSON values that contain a secret. */
export const jsonForms: readonly Form<unknown>[] = [
  ['numbers in a list of tokens', ({ digits }) => ({ tokens: [Number(digits)] })],
  ['a flat list of headers', ({ word }) => ({ rawHeaders: ['Accept', '*', 'X-Api-Key', word, 'Authorization', `Bearer ${word}`] })],
  ['rows and the names of their columns', ({ word }) => ({ columns: ['name', 'password'], rows: [['a', word]] })],
  [
    'rows of objects',
    ({ word }) => ({ schema: { fields: [{ name: 'user' }, { name: 'api_key' }] }, rows: [{ f: [{ v: 'a' }, { v: word }] }] }),
  ],
  [
    'a row of names before the others',
    ({ word }) => ({
      values: [
        ['user', 'role', 'password'],
        ['bob', 'admin', word],
      ],
    }),
  ],
  ['names and values in two lists', ({ word }) => ({ keys: ['user', 'password'], values: ['u', word] })],
  ['the arguments of mysql', ({ word }) => ({ args: ['mysql', '-uroot', `-p${word}`, 'shop'] })],
  ['the arguments of a command in another list', ({ word }) => ({ command: ['mysqldump'], args: [`-p${word}`] })],
  ['the arguments of a login', ({ word }) => ['docker', 'login', '-p', word]],
  ['base64 of zlib', ({ word }) => ({ data: deflateSync(`password=${word}`).toString('base64') })],
  ['base64 of deflate', ({ word }) => ({ data: deflateRawSync(`{"password":"${word}"}`).toString('base64') })],
  ['base64 of UTF-16', ({ word }) => ['powershell', '-enc', Buffer.from(`$password = '${word}'`, 'utf16le').toString('base64')]],
  ['base64 in short lines', ({ word }) => ({ data: (base64(`{"user":"u","password":"${word}"}`).match(/.{1,20}/g) ?? []).join('\n') })],
  ['a form in brackets', ({ word }) => ({ body: `user%5Bname%5D=a&user%5Bpassword%5D=${word}` })],
  ['several numbers', ({ digits }) => ({ pins: [Number(digits)] })],
  ['the name and the value of a parameter', ({ word }) => ({ parameterKey: 'DBPassword', parameterValue: word })],
  ['an output', ({ word }) => ({ db: { value: word, sensitive: true } })],
  ['a header', ({ word }) => ({ headers: { 'X-Session': word } })],
  ['the arguments of curl', ({ word }) => ({ args: ['curl', '-u', `me:${word}`] })],
  ['the lines of a key', (s) => pem(s).split('\n')],
  ['a number', ({ digits }) => ({ pin: Number(digits) })],
  ['a list', ({ word }) => ({ tokens: ['a', word] })],
  ['an object', ({ word }) => ({ credentials: { user: 'u', value: word } })],
  ['a nested list', ({ word }) => ({ secrets: { db: [[word]] } })],
  ['a map', ({ word }) => ({ passwords: { alice: word } })],
  ['a name and a value', ({ word }) => ({ name: 'PASSWORD', value: word })],
  ['a value and a key', ({ word }) => ({ value: word, key: 'API_KEY' })],
  ['a name and a value in capitals', ({ word }) => ({ Name: 'DB_PASSWORD', Value: word })],
  ['a name and values', ({ word }) => ({ name: 'token', values: [word] })],
  ['a header as an object', ({ word }) => ({ header: 'Authorization', value: `Bearer ${word}` })],
  ['a pair', ({ word }) => ['token', word]],
  [
    'pairs',
    ({ word }) => [
      ['content-type', 'x'],
      ['x-api-key', word],
    ],
  ],
  ['arguments', ({ word }) => ({ args: ['tool', '--password', word] })],
  ['an argument', ({ word }) => ({ args: ['tool', `--password=${word}`] })],
  ['JSON in a string', ({ word }) => ({ config: JSON.stringify({ tokens: [word] }) })],
  ['JSON under the name of a secret', ({ word }) => ({ secret: JSON.stringify({ a: word }) })],
  ['a key file', (secrets) => ({ private_key: pem(secrets), client_email: 'x' })],
  ['a key file in base64', (secrets) => ({ privateKeyData: base64(JSON.stringify({ private_key: pem(secrets) })) })],
  ['Docker credentials', ({ word }) => ({ auths: { x: { auth: base64(`u:${word}`) } } })],
  ['a Secret of Kubernetes', ({ word }) => ({ kind: 'Secret', data: { x: base64(word) }, stringData: { y: word } })],
  ['a JSON Web Key', ({ word }) => ({ keys: [{ kty: 'oct', k: word }] })],
  ['a number as a text', ({ digits }) => ({ otp: digits })],
  ['a hash', ({ word }) => ({ passwordHash: word })],
  ['snake case', ({ word }) => ({ db_password: word })],
  ['headers', ({ word }) => ({ headers: { 'x-access-token': word } })],
];

export const headerForms: readonly Form<readonly [string, string]>[] = [
  ...[
    'x-auth',
    'x-key',
    'x-session',
    'x-api-key',
    'x-csrf-token',
    'x-vault-token',
    'private-token',
    'x-amz-security-token',
    'x-hub-signature-256',
  ].map((name): Form<readonly [string, string]> => [name, ({ word }) => [name, word]]),
  ['authorization', ({ word }) => ['authorization', `Bearer ${word}`]],
  ['basic credentials', ({ word }) => ['authorization', `Basic ${base64(`u:${word}`)}`]],
  ['digest credentials', ({ word }) => ['authorization', `Digest username="u", response="${word}"`]],
  ['several words', ({ word }) => ['x-api-key', `two words ${word}`]],
  ['a cookie', ({ word }) => ['cookie', `a=b; session=${word}`]],
  ['a referer', ({ word }) => ['referer', `https://x.example/?token=${word}`]],
  ['JSON', ({ word }) => ['x-context', JSON.stringify({ 'x-auth': word })]],
  ['a link', ({ word }) => ['location', `https://u:${word}@x.example/`]],
];

export const parameterForms: readonly Form<string>[] = [
  ...['key', 'access_token', 'password', 'sig', 'X-Goog-Signature', 'upload_id', 'code', 'client_secret'].map((name): Form<string> => [
    name,
    ({ word }) => `${name}=${word}`,
  ]),
  ['JSON', ({ word }) => `filter=${encodeURIComponent(JSON.stringify({ token: word }))}`],
  ['a URL', ({ word }) => `next=${encodeURIComponent(`https://x.example/?token=${word}`)}`],
];

const message = { method: 'POST', url: 'https://a.example/v1/things', headers: [] } as const;
const withText = (text: string, headers: readonly (readonly [string, string])[] = []): TapeExchange => ({
  request: { ...message, headers, body: { kind: 'text', text } },
});
const withJson = (value: unknown): TapeExchange => ({
  request: message,
  response: { status: 200, headers: [], body: { kind: 'json', value: null, text: JSON.stringify(value) } },
});
const multipart = (text: string, head: string): string => `--b\r\n${head}\r\n\r\n${text}\r\n--b--\r\n`;
const bytes = (content: Buffer, type: string): TapeExchange => ({
  request: { ...message, headers: [['content-type', type]], body: { kind: 'bytes', base64: content.toString('base64') } },
});

/** Where a text can stand in an exchange. */
export const textPlaces: readonly (readonly [name: string, put: (text: string) => TapeExchange])[] = [
  ['a text body', (text) => withText(text)],
  ['a JSON string', (text) => withJson({ items: [{ description: text }] })],
  ['JSON in a string', (text) => withJson({ data: JSON.stringify({ script: text }) })],
  ['base64', (text) => withJson({ data: base64(text) })],
  ['a part', (text) => withText(multipart(text, 'Content-Type: text/plain'), [['content-type', 'multipart/related; boundary=b']])],
  [
    'a part beside bytes',
    (text) =>
      bytes(
        Buffer.concat([
          Buffer.from(`--b\r\ncontent-type: text/plain\r\n\r\n${text}\r\n--b\r\n\r\n`),
          Buffer.from([0, 255, 1, 254]),
          Buffer.from('\r\n--b--'),
        ]),
        'multipart/related; boundary=b',
      ),
  ],
  ['a compressed file', (text) => bytes(gzipSync(text), 'application/gzip')],
  ['a query', (text) => ({ request: { ...message, url: `${message.url}?q=${encodeURIComponent(text)}` } })],
  ['a form', (text) => withText(`a=1&q=${encodeURIComponent(text)}`, [['content-type', 'application/x-www-form-urlencoded']])],
];

export const jsonPlaces: readonly (readonly [name: string, put: (value: unknown) => TapeExchange])[] = [
  ['a JSON body', withJson],
  ['a member', (value) => withJson({ items: [{ inner: value }] })],
  ['a line', (value) => withText(`{"a":1}\n${JSON.stringify(value)}\n`)],
  ['a string', (value) => withJson({ text: JSON.stringify(value) })],
  ['base64', (value) => withJson({ data: base64(JSON.stringify(value)) })],
  ['a part', (value) => withText(multipart(JSON.stringify(value), 'Content-Type: application/json'))],
  ['a query', (value) => ({ request: { ...message, url: `${message.url}?q=${encodeURIComponent(JSON.stringify(value))}` } })],
];

export const headerPlaces: readonly (readonly [name: string, put: (header: readonly [string, string]) => TapeExchange])[] = [
  ['a request', (header) => ({ request: { ...message, headers: [header] } })],
  ['a response', (header) => ({ request: message, response: { status: 200, headers: [header] } })],
];

export const parameterPlaces: readonly (readonly [name: string, put: (pair: string) => TapeExchange])[] = [
  ['a URL', (pair) => ({ request: { ...message, url: `${message.url}?alt=json&${pair}` } })],
  ['a form', (pair) => withText(`a=1&${pair}`, [['content-type', 'application/x-www-form-urlencoded']])],
  ['a link', (pair) => withJson({ selfLink: `https://x.example/a?b=1&${pair}` })],
  ...[(name: string) => `"${name}"`, (name: string) => name].map(
    (quote, index) =>
      [
        `a field of a form in parts, ${index}`,
        (pair: string): TapeExchange => {
          const [name = '', value = ''] = pair.split('=');
          return withText(multipart(decodeURIComponent(value), `Content-Disposition: form-data; name=${quote(name)}`));
        },
      ] as const,
  ),
];
