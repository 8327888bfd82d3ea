/** Pairs of messages from the same error and from different errors. */

/** The label, one message, and another. */
export type Pair = readonly [what: string, one: string, other: string];

const joinLines = (...lines: readonly string[]): string => lines.join('\n');

export const messagesOfOneError: readonly Pair[] = [
  ['the same message', 'Cannot pay', 'Cannot pay'],
  ['other numbers', 'Order 17 failed', 'Order 12345 failed'],
  ['other negative numbers', 'Balance -5', 'Balance 99'],
  ['other fractions', 'Took 1.5 s', 'Took 12.75 s'],
  ['other powers', 'Took 1e10 ns', 'Took 2.5e-7 ns'],
  ['other numbers with units', 'Read 100b in 5ms', 'Read 7b in 12ms'],
  ['other numbers in names', 'worker12 died of job_7', 'worker7 died of job_123'],
  ['other hexadecimal', 'At 0xdeadbeef', 'At 0x1f'],
  ['other hashes', 'Commit 3f2a9bc1 broken', 'Commit 9e8d7c6b5a broken'],
  ['hashes of digits alone', 'Deploy of 1234567 failed', 'Deploy of 12a4567 failed'],
  ['hashes of letters alone', 'Id deadbeef', 'Id 12345678'],
  ['short hashes', 'Id a1b2', 'Id 7c3d'],
  ['hashes behind other characters', 'Lost deploy-1234567 and job_1234567', 'Lost deploy-12a4567 and job_12a4567'],
  ['object ids of digits alone', 'No 507f1f77bcf86cd799439011', 'No 507011777777867799439011'],
  ['trace ids of digits alone', 'In 463ac35c9f6413ad48485a3953bb6124', 'In 46310350906413004848503953006124'],
  ['other UUIDs', 'Job 7d444840-9dc0-11d1-b245-5ffdce74fad2 died', 'Job 00000000-9dc0-11d1-b245-5ffdce74fad2 died'],
  ['other IPv4 addresses', 'Host 192.0.2.1 is down', 'Host 198.51.100.200 is down'],
  ['other ports', 'Host 192.0.2.1:80 is down', 'Host 192.0.2.1:8080 is down'],
  ['other IPv6 addresses', 'Host 2001:db8::1 is down', 'Host fe80::aaaa:1 is down'],
  ['other ports of IPv6 addresses', 'Host [::1]:80 is down', 'Host [2001:db8::1]:443 is down'],
  ['other hardware addresses', 'No 00:11:22:33:44:55', 'No aa:bb:cc:dd:ee:ff'],
  ['other mail addresses', 'No user a@example.com', 'No user b.c@example.org'],
  ['other web addresses', 'GET http://a.example/1 failed', 'GET https://b.example/x?q=1 failed'],
  ['other lines of paths', 'Failed in /srv/app.js:10', 'Failed in /srv/app.js:99'],
  ['other lines and columns of paths', 'Failed in /srv/app.js:10:5', 'Failed in /srv/app.js:99:1'],
  ['paths with and without a line', 'Failed in /srv/app.js', 'Failed in /srv/app.js:99'],
  ['other lines of relative paths', 'src/app.js:10: bad', 'src/app.js:99:3: bad'],
  ['other lines of paths with a drive', 'C:\\srv\\app.js:10 is bad', 'C:\\srv\\app.js:99 is bad'],
  ['lines in words', 'PHP Warning: x in /a.php on line 12', 'PHP Warning: x in /a.php on line 99'],
  ['other times', 'Late at 2025-01-01T00:00:00Z', 'Late at 2025-06-30T12:34:56.789+01:00'],
  ['other blanks', 'Cannot  pay ', 'Cannot pay'],
  ['numbers in further lines', 'Cannot pay\norder 12', 'Cannot pay\r\norder 99'],
  ['prose that begins with at', 'at startup 12 workers missing', 'at startup 15 workers missing'],
  ['lines of prose that begin with at', 'Failed to pay\n  at checkout of order 12', 'Failed to pay\n  at checkout of order 13'],
  ['hosts that something failed at', 'Refused\nat db.example.com:80', 'Refused\nat db.example.com:8080'],
  ['numbers in brackets after at', 'Failed\n  at step (12)', 'Failed\n  at step (13)'],
];

export const messagesOfTwo: readonly Pair[] = [
  ['another message', 'Cannot pay', 'Cannot ship'],
  ['another order of words', 'a before b', 'b before a'],
  ['another case', 'Boom', 'boom'],
  ['another word of the letters a to f', 'facade broken', 'decade broken'],
  ['another path', 'Failed in /srv/app.js:10', 'Failed in /srv/other.js:10'],
  ['another second line', 'Job failed\nreason: foo', 'Job failed\nreason: bar'],
  ['another second line after the same number', 'Batch\n3 orders: payment refused', 'Batch\n5 orders: address missing'],
  ['one line more', 'Cannot pay', 'Cannot pay\nagain'],
  ['another second line that begins with at', 'Failed\nat night 1', 'Failed\nat noon 2'],
];

const java = (message: string, line = 10, method = 'pay', file = 'Shop.java'): string =>
  `java.lang.IllegalStateException: ${message}\n\tat com.example.Shop.${method}(${file}:${line})\n\tat com.example.Main.main(Main.java:5)`;
const javaFrame = (frame: string): string => joinLines('com.example.Bad: a', `\tat ${frame}`, '\tat com.example.Main.main(Main.java:5)');
const javaCausedBy = (type: string, line = 1): string =>
  `${java('a')}\nCaused by: ${type}: b\n\tat com.example.Till.open(Till.java:${line})\n\t... ${line} more`;
const node = (message: string, line = 10, type = 'TypeError', folder = '/srv/app'): string =>
  `${type}: ${message}\n    at pay (${folder}/shop.js:${line}:7)\n    at async main (${folder}/index.js:3:1)`;
const nodeFrames = (...frames: readonly string[]): string => joinLines('TypeError: a', ...frames.map((frame) => `    at ${frame}`));
const python = (message: string, line = 10, type = 'ValueError'): string =>
  `Traceback (most recent call last):\n  File "/srv/shop.py", line ${line}, in pay\n    total = 1 / 0\n${type}: ${message}`;
const duringHandling = '\n\nDuring handling of the above exception, another exception occurred:\n\n';
const go = (address: string, line = 10, name = 'main.pay', panic = 'boom'): string =>
  `panic: ${panic}\n\ngoroutine 1 [running]:\n${name}(${address})\n\t/srv/shop.go:${line} +0x1d\nmain.main()\n\t/srv/main.go:${line} +0x2f\nexit status 2`;
const ruby = (message: string, line = 3, type = 'PaymentError'): string =>
  `app.rb:${line}:in \`pay': ${message} (${type})\n\tfrom app.rb:${line + 6}:in \`main'`;
const php = (message: string, line = 1, type = 'Exception', called = 'Shop->pay'): string =>
  `PHP Fatal error:  Uncaught ${type}: ${message} in /srv/shop.php:${line}\nStack trace:\n#0 /srv/main.php(${line}): ${called}(${line})\n#1 {main}\n  thrown in /srv/shop.php on line ${line}`;
const csharp = (message: string, line = 12, type = 'System.InvalidOperationException', folder = '/src/'): string =>
  `${type}: ${message}\n   at Shop.Pay(Int32 id) in ${folder}Shop.cs:line ${line}\n   at Shop.Main() in ${folder}Shop.cs:line ${line + 28}`;
const csharpFrame = (frame: string): string => joinLines('System.Exception: a', `   at ${frame}`);

export const tracesOfOneError: readonly Pair[] = [
  ['Java: other messages', java('a'), java('b')],
  ['Java: other lines', java('a', 10), java('a', 20)],
  ['Java: no message', java('a'), java('a').replace(': a', '')],
  ['Java: messages of several lines', java('a\nb: c'), java('a\nd: e')],
  ['Java: a message before', `Order 5 failed\n${java('a')}`, `Order of Ann failed\n${java('b')}`],
  ['Java: a message before in the same line', `12:00 ERROR ${java('a')}`, `13:00 WARN - ${java('b')}`],
  ['Java: other threads', `Exception in thread "main" ${java('a')}`, `Exception in thread "pool-1" ${java('b')}`],
  [
    'Java: lambdas',
    javaFrame('com.Shop$$Lambda$14/0x0000000800c03000.run(Unknown Source)'),
    javaFrame('com.Shop$$Lambda$15/0x0000000800c04000.run(Unknown Source)'),
  ],
  [
    'Java 8: lambdas',
    javaFrame('com.Shop$$Lambda$14/1234567.run(Unknown Source)'),
    javaFrame('com.Shop$$Lambda$14/7654321.run(Unknown Source)'),
  ],
  [
    'Java 21: lambdas',
    javaFrame('com.Shop$$Lambda/0x00007f1c00c03000.run(Unknown Source)'),
    javaFrame('com.Shop$$Lambda/0x00007f1c00d04000.run(Unknown Source)'),
  ],
  ['Java: bodies of lambdas', javaFrame('com.Shop.lambda$main$0(Shop.java:1)'), javaFrame('com.Shop.lambda$main$1(Shop.java:1)')],
  [
    'Java: accessors',
    javaFrame('sun.reflect.GeneratedMethodAccessor12.invoke(Unknown Source)'),
    javaFrame('sun.reflect.GeneratedMethodAccessor34.invoke(Unknown Source)'),
  ],
  ['Java: proxies', javaFrame('jdk.proxy2.$Proxy45.pay(Unknown Source)'), javaFrame('jdk.proxy3.$Proxy7.pay(Unknown Source)')],
  [
    'Java: other versions of modules',
    javaFrame('java.base@17.0.1/java.util.X.f(X.java:1)'),
    javaFrame('java.base@21.0.2/java.util.X.f(X.java:9)'),
  ],
  ['Java: modules and none', javaFrame('java.base/java.util.X.f(X.java:1)'), javaFrame('java.util.X.f(X.java:9)')],
  ['Java: loaders', javaFrame('app//com.Shop.pay(Shop.java:1)'), javaFrame('com.Shop.pay(Shop.java:9)')],
  ['Java: archives', javaFrame('com.Shop.pay(Shop.java:1) ~[shop-1.2.jar:1.2]'), javaFrame('com.Shop.pay(Shop.java:9) [shop-1.3.jar:?]')],
  ['Java: causes', javaCausedBy('java.io.IOException', 1), javaCausedBy('java.io.IOException', 2)],
  ['Kotlin: names with blanks', javaFrame('ShopTest.pays the order(ShopTest.kt:12)'), javaFrame('ShopTest.pays the order(ShopTest.kt:13)')],
  ['JavaScript: other messages', node('a'), node('b')],
  ['JavaScript: other lines', node('a', 1), node('a', 2)],
  ['JavaScript: other folders', node('a', 1, 'TypeError', '/srv/a'), node('a', 1, 'TypeError', '/home/b')],
  ['JavaScript: other ways through Node', node('a'), `${node('a')}\n    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)`],
  ['JavaScript: codes', node('a', 1, 'TypeError [ERR_X]'), node('b', 1, 'TypeError [ERR_X]')],
  ['JavaScript: messages of several lines', node('a\nmore b'), node('a\nmore c')],
  ['JavaScript: a message before', node('a', 1, 'Order 5 failed TypeError'), node('b', 1, 'Order of Ann failed: TypeError')],
  ['JavaScript: uncaught or not', node('a', 1, 'Uncaught TypeError'), node('b')],
  ['JavaScript: uncaught in a promise', node('a', 1, 'Uncaught (in promise) TypeError'), node('b')],
  ['JavaScript: queries', nodeFrames('f (https://a.example/app.js?v=12:1:2)'), nodeFrames('f (https://a.example/app.js?v=13:9:8)')],
  [
    'JavaScript: digests of content',
    nodeFrames('f (https://a.example/main.3f2a9b1c.js:1:2)'),
    nodeFrames('f (https://a.example/main.9d8e7f6a.js:1:2)'),
  ],
  ['JavaScript: folders with brackets', nodeFrames('f (/srv/(app)/a.js:1:2)'), nodeFrames('f (/srv/(site)/a.js:9:9)')],
  ['JavaScript: places alone', nodeFrames('/srv/a/shop.js:3:4'), nodeFrames('file:///srv/b/shop.js:7:6')],
  [
    'JavaScript: evaluated text',
    nodeFrames('eval (eval at f (/srv/a.js:1:2), <anonymous>:1:1)'),
    nodeFrames('eval (eval at f (/srv/a.js:5:2), <anonymous>:7:1)'),
  ],
  [
    'JavaScript: promises',
    nodeFrames('async Promise.all (index 0)', 'f (/a.js:1:2)'),
    nodeFrames('async Promise.all (index 3)', 'f (/a.js:1:2)'),
  ],
  ['JavaScript: lines that are no frames', nodeFrames('f (/a.js:1:2)', '0x7fff1234'), nodeFrames('f (/a.js:1:2)', '0x7fff9999')],
  [
    'Firefox: other lines',
    'f@https://a.example/a.js:1:2\ng@https://a.example/a.js:3:4',
    'f@https://a.example/a.js:5:2\ng@https://a.example/a.js:7:4',
  ],
  ['Python: other messages', python('a'), python('b')],
  ['Python: other lines', python('a', 1), python('a', 2)],
  ['Python: messages of several lines', python('bad\nrow: a'), python('bad\nrow: b')],
  ['Python: a message before', `Payment of 1 by Bob failed\n${python('a')}`, `No payment of Alice\n${python('a')}`],
  ['Python: a message before and none', `Payment failed\n${python('a')}`, python('a')],
  ['Python: no message', python('a', 1, 'KeyboardInterrupt').replace(': a', ''), python('a', 2, 'KeyboardInterrupt').replace(': a', '')],
  ['Python: a line end at the end', python('a'), `${python('a')}\n`],
  [
    'Python: one after another',
    `${python('a', 1, 'KeyError')}${duringHandling}${python('b')}`,
    `${python('c', 2, 'KeyError')}${duringHandling}${python('d')}`,
  ],
  ['Go: other addresses', go('0xc000010200'), go('0xc0000aaaaa')],
  ['Go: other lines', go('0x1', 1), go('0x1', 2)],
  ['Go: other words of a panic', go('0x1', 1, 'main.pay', 'card of Ann'), go('0x1', 1, 'main.pay', 'card of Bob')],
  [
    'Go: other values of a panic',
    go('0x1', 1, 'main.pay', 'runtime error: index out of range [5] with length 3'),
    go('0x1', 1, 'main.pay', 'runtime error: index out of range [7] with length 7'),
  ],
  ['Go: closures', go('0x1', 1, 'main.pay.func1'), go('0x1', 1, 'main.pay.func2.1')],
  ['Ruby: other messages', ruby('card 12 refused'), ruby('no funds', 4)],
  ['Ruby: messages of several lines', `${ruby('a').replace('\n', '\nmore\n')}`, `${ruby('b').replace('\n', '\nless\n')}`],
  ['Ruby 3.4: other messages', ruby('card').replaceAll('in `', "in '"), ruby('funds', 5).replaceAll('in `', "in '")],
  ['Ruby: the type before', "PaymentError: card\n/srv/app.rb:3:in `pay'", "PaymentError: funds\n/srv/app.rb:4:in `pay'"],
  [
    'Ruby: the message in brackets',
    "PaymentError (card refused):\n\napp/shop.rb:3:in `pay'",
    "PaymentError (no funds):\n\napp/shop.rb:4:in `pay'",
  ],
  ['PHP: other messages and lines', php('a'), php('b', 9)],
  ['PHP: written by hand', php('a').replace('PHP Fatal error:  Uncaught ', ''), php('b', 9).replace('PHP Fatal error:  Uncaught ', '')],
  [
    'PHP: from within',
    'Exception: a\nStack trace:\n#0 [internal function]: f(1)\n#1 {main}',
    'Exception: b\nStack trace:\n#0 [internal function]: f(2)\n#1 {main}',
  ],
  ['C#: other messages', csharp('a'), csharp('b')],
  ['C#: other lines', csharp('a', 12), csharp('a', 13)],
  ['C#: other folders', csharp('a'), csharp('a', 99, 'System.InvalidOperationException', 'D:\\src\\')],
  ['C#: without files', csharpFrame('Shop.Pay(Int32 id)'), csharpFrame('Shop.Pay(Int32 id)').replace(': a', ': b')],
  [
    'C#: closures',
    csharpFrame('Shop.<>c__DisplayClass1_0.<Pay>b__0(Int32 x)'),
    csharpFrame('Shop.<>c__DisplayClass4_2.<Pay>b__3(Int32 x)'),
  ],
  [
    'C#: asynchronous methods',
    csharpFrame('Shop.<PayAsync>d__5.MoveNext() in /srv/Shop.cs:line 5'),
    csharpFrame('Shop.<PayAsync>d__6.MoveNext() in /srv/Shop.cs:line 7'),
  ],
  ['C#: one within another', csharp('a ---> System.Inner: b'), csharp('c ---> System.Inner: d')],
  [
    'Mono: other lines',
    csharpFrame('Shop.Pay (System.Int32 id) [0x00012] in /srv/Shop.cs:12'),
    csharpFrame('Shop.Pay (System.Int32 id) [0x0001f] in /srv/Shop.cs:19'),
  ],
  ['other line ends', java('a'), java('a').replaceAll('\n', '\r\n')],
];

export const tracesOfTwo: readonly Pair[] = [
  ['Java: another exception', java('a'), java('a').replace('IllegalState', 'IllegalArgument')],
  ['Java: another method', java('a'), java('a', 10, 'ship')],
  ['Java: another file', java('a'), java('a', 10, 'pay', 'Other.java')],
  ['Java: one frame more', java('a'), `${java('a')}\n\tat com.example.Boot.run(Boot.java:1)`],
  [
    'Java: another exception after a message',
    `Order failed\n${java('a')}`,
    `Order failed\n${java('a').replace('IllegalState', 'IllegalArgument')}`,
  ],
  ['Java: another cause', javaCausedBy('java.io.IOException'), javaCausedBy('java.lang.NullPointerException')],
  [
    'Java: another order of frames',
    joinLines('E: a', '\tat x.A.f(A.java:1)', '\tat x.B.g(B.java:1)'),
    joinLines('E: a', '\tat x.B.g(B.java:1)', '\tat x.A.f(A.java:1)'),
  ],
  ['Java: another class within', javaFrame('java.base@17/java.util.X.f(X.java:1)'), javaFrame('java.base@17/java.util.Y.f(Y.java:1)')],
  ['JavaScript: another type', node('a'), node('a', 10, 'RangeError')],
  ['JavaScript: another type with a code', node('a', 1, 'TypeError [ERR_X]'), node('a', 1, 'RangeError [ERR_X]')],
  ['JavaScript: another type after words', node('a', 1, 'Order failed TypeError'), node('a', 1, 'Order failed RangeError')],
  ['JavaScript: another function', nodeFrames('f (/srv/a.js:1:2)'), nodeFrames('g (/srv/a.js:1:2)')],
  ['JavaScript: another file', nodeFrames('f (/srv/a1.js:1:2)'), nodeFrames('f (/srv/a2.js:1:2)')],
  ['JavaScript: another cause', `${node('a')} {\n  [cause]: RangeError: b\n}`, `${node('a')} {\n  [cause]: SyntaxError: b\n}`],
  ['Firefox: another function', 'f@https://a.example/a.js:1:2', 'g@https://a.example/a.js:1:2'],
  ['Python: another type', python('a'), python('a', 10, 'KeyError')],
  ['Python: another type of several lines', python('bad\nsee log'), python('bad\nsee log', 10, 'KeyError')],
  ['Python: another type after a message', `Payment failed\n${python('a')}`, `Payment failed\n${python('a', 10, 'KeyError')}`],
  ['Python: another function', python('a'), python('a').replace('in pay', 'in ship')],
  [
    'Python: another one before',
    `${python('a', 1, 'KeyError')}${duringHandling}${python('b')}`,
    `${python('a', 1, 'IndexError')}${duringHandling}${python('b')}`,
  ],
  ['Go: another function', go('0x1', 12), go('0x1', 80, 'main.refund')],
  ['Go: another method', go('0x1', 12, 'main.(*Shop).Pay'), go('0x1', 12, 'main.(*Till).Pay')],
  [
    'Go: another error of the runtime',
    go('0x1', 1, 'main.pay', 'runtime error: index out of range [5] with length 3'),
    go('0x1', 1, 'main.pay', 'runtime error: integer divide by zero'),
  ],
  ['Ruby: another type', ruby('a'), ruby('a', 3, 'ArgumentError')],
  ['Ruby: another method', ruby('a'), ruby('a').replace("`pay'", "`ship'")],
  ['PHP: another type', php('a'), php('a', 1, 'ValueError')],
  ['PHP: another type without a word for it', php('a', 1, 'Shop\\Refused'), php('a', 1, 'Shop\\Lost')],
  ['PHP: another method', php('a'), php('a', 1, 'Exception', 'Shop->ship')],
  ['PHP: another file that throws', php('a').replaceAll('/srv/shop.php', '/srv/till.php'), php('a')],
  ['C#: another type', csharp('a'), csharp('a', 12, 'System.ArgumentException')],
  ['C#: another method', csharp('a'), csharp('a').replace('Pay', 'Ship')],
  ['C#: other parameters', csharp('a'), csharp('a').replace('Int32', 'String')],
  ['with and without a stack', java('a'), 'java.lang.IllegalStateException: a'],
  ['other languages', java('a'), python('a')],
];
