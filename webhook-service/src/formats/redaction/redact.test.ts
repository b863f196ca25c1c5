import { leastProcessorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import fc from 'fast-check'
import { redact } from './redact.ts'
import { redactedUrl } from './redacted-url.ts'

const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))

describe('redact', () => {
  for (const [text, redacted] of [
    ['mail bob.smith+x@mail.example.co.uk now', 'mail [email] now'],
    ['?email=bob%40example.com&a=1', '[email]&a=1'],
    ['bob%2540example.com', '[email]'],
    ['leak\\u0040x.test and leak&#64;x.test', '[email] and [email]'],
    ['leak&#00000064x.test leak&amp;#64;x.test leak&amp;commat;x.test', '[email] [email] [email]'],
    ['leak\\u{40}x.test leak%u0040x.test 10&period;0&period;0&period;5', '[email] [email] [ip]'],
    ['\u2469.0.0.5 10\u20240\u20240\u20245 2001\uff1adb8\uff1a\uff1a77', '[ip] [ip] [ip]'],
    ['<Bob bob@example.com>', '<Bob [email]>'],
    ['from bob@example.com.', 'from [email].'],
    ['{"email":"bob@example.com","a":1}', '{"email":"[email]","a":1}'],
    ['"leak"@x.test', '[email]'],
    ['"a leak"@x.test', '[email]'],
    ['leak(me)@x.test', '[email]'],
    ["o'leak@x.test", "o'[email]"],
    ["'leak@x.test' \u201cleak@x.test\u201d `leak@x.test`", "'[email]' \u201c[email]\u201d `[email]`"],
    ['leak\uff20x.test leak\ufe6bx.test', '[email] [email]'],
    ['leak@localhost and leak@LOCALHOST.', '[email] and [email].'],
    ['leak@x.xn--p1ai', '[email]'],
    ['leak@почта.рф', '[email]'],
    ['leak@x\u3002test', '[email]'],
    ['leak@163.com', '[email]'],
    ['leak@163.com.2.4', '[email]'],
    ['leak@10.0.0.5', '[email]'],
    ['leak@[10.0.0.5]', '[email]'],
    ['leak@[IPv6:2001:db8::1]', '[email]'],
    ['a@leak@x.test', '[email]'],
    ['connect 10.0.0.5:5432', 'connect [ip]:5432'],
    ['from 192.0.2.1.', 'from [ip].'],
    ['user_1.2.3.4 ip1.2.3.4', 'user_[ip] ip[ip]'],
    ['192.168.001.001', '[ip]'],
    ['999.1.1.1', '[ip]'],
    ['1.2.3.4.5', '[ip]'],
    ['\uff11.\uff12.\uff13.\uff14', '[ip]'],
    ['1%2E2%2E3%2E4', '[ip]'],
    ['[2001:db8::1]:443', '[[ip]]:443'],
    ['ip:2001:db8::1', 'ip:[ip]'],
    ['user_fe80::1abc', 'user_[ip]'],
    ['2001%3Adb8%3A%3A1', '[ip]'],
    ['x1:2:3:4:5:6:7:8z', 'x[ip]z'],
    ['::2 fe80:: 2001::abcd', '[ip] [ip] [ip]'],
    ['10.0.0.1.1', '[ip]'],
    ['255.255.255.1 126.0.0.1 1.0.0.1', '[ip] [ip] [ip]'],
    ['::ffff:10.0.0.5 ::ffff:127.0.0.1', '[ip] ::ffff:127.0.0.1'],
    ['MyApp@1.2.3.4', '[email]'],
    ['git@mail.test: bob@git.test:a/b', '[email]: [email]:a/b'],
    ['hg@chat.test/phone svn@x.test:80', '[email]/phone [email]:80'],
    ['legit@x.test:a/b bob@x.js bob@x.service.test', '[email]:a/b [email] [email]'],
    ['::ffff:192.0.2.1', '[ip]'],
    ['64:ff9b::192.0.2.1', '[ip]'],
    ['fe80::1%eth0', '[ip]'],
    ['leak@ex\u0001ample.com', '[email]'],
    ['leak@ex\u200eam\u200bple.com', '[email]'],
    ['leak@exam\u200d\u034fple.com', '[email]'],
    ['203.0.113.\u00019', '[ip]'],
  ] as const)
    it(`redacts ${text}`, () => {
      expect(redact(text)).to.equal(redacted)
    })

  for (const text of [
    'std::vector<int>::at',
    'A::B and ::',
    'crate::v2::de::Error, u8::MAX, f64::consts::PI',
    'sha256::digest, md5::add, base64::decode, rust_2021::prelude',
    'dead::beef',
    'at 12:34:56',
    '2026-03-02T21:51:44.118160Z',
    'wick.js:12:30',
    '00:1b:44:11:3a:b7',
    'lamp@2.4.0',
    'lamp@2.4.0-rc.1+5',
    'light.lamp.Wick@6d06d69c',
    'node_modules/@light/lamp/index.js',
    "Cannot find module '@babel/core'",
    'require("@babel/core/lib.js"), `@types/node@22.1.0`, ["react", "@babel/core.js"]',
    'https://cdn.gatehouse.test/npm/@light.lamp/core',
    'curl -d @lamp.json --data=@lamp.json',
    'git@lamp, root@db-1 and @ann.lee',
    'github.com/light/lamp@v1.2.3/wick.go',
    'v1.2.3',
    'Chrome 120.0.6099.109',
    'Chrome 120.0.0.0, Edge 9.0.0.0',
    'undefined: ClassA::0, App\\Models\\User::2fa() and $x::1',
    'OID 1.3.6.1.4.1.311',
    'connect ECONNREFUSED 127.0.0.1:5432, [::1]:80, 127.0.1.1',
    'mask 255.255.240.0, 255.0.0.0, listening on 0.0.0.0:80 and [::]:80',
    'AB:CD:EF:01:23:45:67:89:AB:CD',
    'git@github.com:acme/lamp.git ssh://git@github.com:22/a hg@x.test:a/b svn+ssh://svn@x.test/a',
    'getty@tty1.service user@1000.slice dev-sda@1.swap',
    'trim@main.min.js:3:7 f@a.vue:1 g@b.mts:2 h@c.wasm:3',
    'svc@2.1.0.RELEASE svc@5.4.2.Final api@1.2.0.dev3 lamp@3.0.0-rc1',
    '@everyone',
    'a family: \u{1f468}\u200d\u{1f469}',
  ])
    it(`keeps ${text}`, () => {
      expect(redact(text)).to.equal(text)
    })

  it('redacts addresses next to any other text', () => {
    const number = (most: number) => fc.nat(most)
    const group = fc.stringMatching(/^[0-9a-f]{1,4}$/)
    const used = fc.stringMatching(/^(?:[23][0-9a-f]{3}|f[de]8\d)$/)
    const ip6 = fc.oneof(
      fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':')),
      fc.tuple(used, group, group).map(([first, second, last]) => `${first}:${second}::${last}`),
      fc.tuple(used, number(9), group).map(([first, digit, rest]) => `${first}::${digit}${rest.slice(1)}`),
      fc.ipV4().map((address) => `::ffff:${address}`),
    )
    const glue = fc.string({ unit: fc.constantFrom(...printable), maxLength: 8 })
    const email = fc
      .emailAddress()
      .filter((each) => /[a-z0-9]@/i.test(each) && !/^(?:git|hg|svn)@/i.test(each))
    // Versions, loopback, netmasks and fingerprints look like addresses and are none.
    const isNobody =
      /^(?:\d+(?:\.0){3}|127\..*|255\..*|[0-9a-f]{2}(?::[0-9a-f]{2}){7}|::ffff:(?:\d+(?:\.0){3}|127\..*|255\..*))$/
    const address = fc.oneof(email, fc.ipV4(), ip6).filter((each) => !isNobody.test(each))
    fc.assert(
      fc.property(glue, address, glue, fc.boolean(), (before, found, after, isEncoded) => {
        // An escape sequence at the border, or inside the address, would change the text: `%0a` is a line
        // feed.
        // More digits make an object identifier or another address, and `:1` behind the name of a script a line.
        fc.pre(!/\d\.?$/.test(before) && !/^(?:\.?\d|:)/.test(after))
        fc.pre(!/(?:%u?|\\[ux]|&#x?)[0-9a-f]{0,3}$/i.test(before) && !/%[0-9a-f]{2}/i.test(found))
        const shown = isEncoded ? encodeURIComponent(found) : found
        const redacted = redact(before + shown + after)
        expect(redacted).to.not.include(shown)
        expect(redacted).to.not.include(found.slice(found.indexOf('@') + 1))
      }),
      { numRuns: 5000 },
    )
  })

  it('redacts encoded addresses', () => {
    for (const text of [
      'bob%40example.com',
      'bob%2540example.com',
      '%250a%40example.com',
      'bob%26%2364%3Bexample.com',
    ])
      expect(redact(`by ${text}`), text).to.equal('by [email]')
  })

  it('takes linear time for hostile text', () => {
    const parts = [
      'a@',
      '1.',
      'a.',
      'f:',
      '@a.',
      'x%40',
      '1.1.1.',
      ':',
      '"@',
      '(a)@',
      '%25',
      'f::',
      '1:f:',
      '1',
    ]
    const spent = leastProcessorMs(2000, () => {
      for (const part of parts) redact(part.repeat(100_000))
      for (let texts = 0; texts < 20; texts += 1) redact(`x@${'-'.repeat(100_000)}a`)
    })
    expect(spent).to.be.below(2000)
  })
})

describe('redactedUrl', () => {
  const home = 'https://tracker.example.com'
  for (const [url, shown] of [
    [`${home}/issues/1/?user=bob@example.com`, `${home}/issues/1/`],
    [`${home}/issues/1/?user=bob%2540example.com&a=1`, `${home}/issues/1/`],
    [`${home}/issues/1/?ip=%32001:db8::1`, `${home}/issues/1/`],
    [`${home}/issues/1/#10.0.0.5`, `${home}/issues/1/`],
    [`${home}/issues/1/?project=2#tags`, `${home}/issues/1/?project=2#tags`],
    [`${home}/releases/lamp@2.4.0/`, `${home}/releases/lamp@2.4.0/`],
    ['http://10.0.0.5:9000/issues/1/', 'http://10.0.0.5:9000/issues/1/'],
    [`${home}/users/bob%40example.com/`, undefined],
    [`${home}/users/%ff/10.0.0.5`, undefined],
    [`${home}/bob@example.com/../issues/1/`, undefined],
    [`${home}\\10.0.0.5\\`, undefined],
    ['javascript:alert(1)', undefined],
    [null, undefined],
  ])
    it(`returns ${shown} for ${url}`, () => {
      expect(redactedUrl(url)).to.equal(shown)
    })
})
