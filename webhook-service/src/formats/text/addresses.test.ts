import { expect } from 'chai'
import fc from 'fast-check'
import {
  asRead,
  assertSafeMarkdown,
  followedAddresses,
  visibleText,
} from '../../../test/tools/harmless-markdown.ts'
import { splitAddresses, writeAddress } from './addresses.ts'
import { escapeMarkdown, link, toMarkdownText } from './markdown.ts'
import { codePointLength } from './truncate.ts'
import { linkTarget } from './web-url.ts'

describe('addresses in text', () => {
  const written: [text: string, markdown?: string][] = [
    ['see https://x.example/a_b'],
    ['https://x.example/~ada/a'],
    ['https://x.example/package/@scope/pkg'],
    ['https://x.example/a.'],
    ['(see https://x.example/a)'],
    ['url=https://x.example/a status=500'],
    ['https://x.example/?c=2_d_*e*&r=eu now', '<https://x.example/?c=2_d_*e*&r=eu> now'],
    ['https://x.example/app/[id]/page', '<https://x.example/app/[id]/page>'],
    ['http://[2001:db8::1]:3000/d', '<http://[2001:db8::1]:3000/d>'],
    ['https://x.example/~ada/a*b*c', '<https://x.example/~ada/a*b*c>'],
    ['https://x.example/_a_/b', '<https://x.example/_a_/b>'],
    ['https://x.example/a|b', '<https://x.example/a|b>'],
    ['https://x.example/a`b', '<https://x.example/a`b>'],
    ["https://x.example/it's/a", "<https://x.example/it's/a>"],
    ['https://x.example/?q={a}', '<https://x.example/?q={a}>'],
    ['https://x.example/Foo_(bar)', '<https://x.example/Foo_(bar)>'],
    ['https://a_b.example/c', '<https://a_b.example/c>'],
    ['(see https://x.example/a!)', '(see <https://x.example/a>!)'],
    ['https://x.example/a;', '<https://x.example/a>;'],
    ['https://x.example/a]', '<https://x.example/a>\\]'],
    ['**https://x.example/a**', '\\*\\*<https://x.example/a>\\*\\*'],
    ['_https://x.example/d_', '\\_<https://x.example/d>\\_'],
    ['`https://x.example/a`', '\\`<https://x.example/a>\\`'],
    ['“https://x.example/a”', '“<https://x.example/a>”'],
    ['[click](https://evil.example/x) y', '\\[click\\]\\(https://evil.example/x) y'],
    ['https://x.example/*a and https://x.example/b*', '<https://x.example/*a> and <https://x.example/b>\\*'],
    ['https://x.example/?a=1&amp;b=2', 'https://x.example/?a=1&amp%3Bb=2'],
    ['https://x.example/a&gt;', '<https://x.example/a>\\&gt;'],
    ['https://x.example/@everyone/a', 'https://x.example/%40everyone/a'],
    ['https://x.example/(@everyone)', '<https://x.example/(%40everyone)>'],
    ['"u":"https://x.example/a","v"', '"u":"<https://x.example/a>","v"'],
    ["{'u':'https://x.example/a','v':1}", "{'u':'<https://x.example/a>','v':1}"],
    ['https://x.example\\n', '<https://x.example>\\\\n'],
    ['見てhttps://x.example/b です', '見て https://x.example/b です'],
    ['git+https://x.example/a', 'git+<https://x.example/a>'],
    ['<https://x.example/a>', '\\<<https://x.example/a>>'],
    ['a<=https://x.example/*b', 'a\\<=<https://x.example/*b>'],
    ['https://x.example/a\n- b', 'https://x.example/a\n\\- b'],
    ['a_b https://x.example/Foo_(c) d_e', 'a\\_b <https://x.example/Foo_(c)> d_e'],
  ]
  for (const [text, markdown = text] of written)
    it(`writes ${JSON.stringify(text)}`, () => {
      expect(escapeMarkdown(text)).to.equal(markdown)
    })

  for (const text of [
    'https://ann:pw@evil.test/a',
    'https://github.com@evil.test',
    'https://',
    'https:///a',
    'https://[::g]/',
    `https://x.example/${'a'.repeat(2048)}`,
  ])
    it(`finds none in ${text.slice(0, 40)}`, () => {
      expect(splitAddresses(text)).to.deep.equal([{ text }])
      expect(followedAddresses(escapeMarkdown(text))).to.deep.equal([[], []])
    })

  it('writes an address between marks and letters', () => {
    const address = 'https://x.example/a'
    expect(writeAddress(address, '**', '**')).to.equal(`<${address}>`)
    expect(writeAddress(address, 'é', 'é')).to.equal(` ${address} `)
    expect(writeAddress(address, '𝐱', '𝐱')).to.equal(` ${address} `)
  })

  it('encodes marks in labels', () => {
    const label = escapeMarkdown('a_b https://x.example/_a_/b_c[*]d|`~')
    expect(link(label, 'https://x.example')).to.equal(
      '[a\\_b https://x.example/%5Fa%5F/b_c%5B%2A%5Dd\\|\\`\\~](https://x.example)',
    )
  })

  const host = fc.constantFrom(
    'x.example',
    'localhost:3000',
    '[2001:db8::1]:80',
    'a_b.example',
    'bücher.example',
    '10.0.0.5',
  )
  const part = fc.constantFrom(
    ..."a Z 9 _ __ * ** ~ ~~ ` | ( ) [ ] { } . , ; : ! ? / # @ @everyone = & &amp; &#38; % %20 + - -- ' $ ^ é 日 😀 \uff20here ((( ))".split(
      ' ',
    ),
  )
  const address = fc
    .tuple(
      fc.constantFrom('https://', 'HTTP://'),
      host,
      fc.constantFrom('', '/', '?'),
      fc.array(part, { maxLength: 8 }),
    )
    .map(([scheme, name, separator, parts]) => scheme + name + (separator && separator + parts.join('')))
  const between = fc.constantFrom(
    ...[
      '',
      ' ',
      '\n',
      '*',
      '**',
      '_',
      '~~',
      '`',
      '|',
      '||',
      '"',
      "'",
      '(',
      ')',
      '[',
      ']',
      '](',
      '![',
      '<',
      '<=',
      '>',
      '.',
      ', ',
      '+',
      '-',
      'a',
    ],
    ...[
      'é',
      '日',
      '“',
      '”',
      '\\',
      '&lt;',
      '&',
      '#',
      '# ',
      '- ',
      '> ',
      '1. ',
      'x: ',
      '@',
      'everyone',
      'https://',
      'http://a:b@c ',
    ],
  )
  const texts = fc.array(fc.oneof(between, address), { maxLength: 12 }).map((parts) => parts.join('').trim())

  it('are what readers follow, between any text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const addresses = splitAddresses(text).flatMap((each) => ('address' in each ? [each.address] : []))
        const allowed = new Set(addresses.map(readAs))
        const markdown = escapeMarkdown(text)
        for (const followed of followedAddresses(markdown))
          expect(
            followed.filter((url) => !allowed.has(url)),
            markdown,
          ).to.deep.equal([])
        assertSafeMarkdown(markdown, { isOurs: () => false })
        // Each is shown as it was sent; where it would be a mention or a character reference, encoded.
        const shown = visibleText(markdown).replaceAll('\u200d', '')
        for (const each of addresses)
          expect(shown.replaceAll('%3B', ';'), markdown).to.include(mentionsEncoded(each))
      }),
      { numRuns: 3000 },
    )
  })

  it('are never cut', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 120 }), (text, limit) => {
        const markdown = toMarkdownText(text, limit)
        expect(codePointLength(markdown)).to.be.at.most(limit)
        const whole = new Set(followedAddresses(escapeMarkdown(text)).flat())
        for (const followed of followedAddresses(markdown))
          expect(
            followed.filter((url) => !whole.has(url)),
            markdown,
          ).to.deep.equal([])
      }),
      { numRuns: 2000 },
    )
  })

  it('are targets of links, of which no mark is formed', () => {
    fc.assert(
      fc.property(address, (url) => {
        const target = linkTarget(url)
        if (!target) return
        const markdown = `**[a](${target})** ~~[b](${target})~~`
        assertSafeMarkdown(markdown, { isOurs: (read) => read === asRead(target) })
        expect(visibleText(markdown).trim()).to.equal('a b')
      }),
      { numRuns: 1000 },
    )
  })
})

const mentionsEncoded = (address: string) =>
  address.replace(/(?<![\p{L}\p{N}])[@\uff20](?=(?:everyone|here)(?![\p{L}\p{N}]))/giu, encodeURIComponent)

/** As it is written, and as the parsers normalize it. */
function readAs(address: string): string {
  return asRead(mentionsEncoded(address).replace(/(&#?\w+);/g, '$1%3B'))
}
