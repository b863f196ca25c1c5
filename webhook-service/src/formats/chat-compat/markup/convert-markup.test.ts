import { leastProcessorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import fc from 'fast-check'
import { letterBlocks } from '../../../../test/tools/harmless-markdown.ts'
import { convertMarkup } from './convert-markup.ts'

const tables: Record<string, [text: string, markdown: string][]> = {
  'formatting at word boundaries': [
    ['*b* _i_ ~s~', '**b** *i* ~~s~~'],
    ['*two words*, *_both_*', '**two words**, ***both***'],
    ['a*b*c snake_case_x 1~2~3', 'a\\*b\\*c snake_case_x 1\\~2\\~3'],
    ['* not * _ this _', '* not \\* \\_ this \\_'],
    ['*over\nlines*', '\\*over\nlines\\*'],
  ],
  'no formatting inside code': [
    ['`*no* _no_` *yes*', '`*no* _no_` **yes**'],
    ['```\n*no* &lt;b&gt;\n``` *yes*', '```\n*no* <b>\n```\n**yes**'],
    ['see ```a``` and ```b', 'see \n```\na\n```\nand \n```\nb\n```'],
    ['`a`<!>`b`` `', '`a`\u200b`b`\\` \\`'],
    ['`<https://gatehouse.test|label>` `<@U1>`', '`label (https://gatehouse.test)` `@user`'],
  ],
  'three entities, once': [
    ['a &lt; b &amp;&amp; c &gt; d', 'a < b && c > d'],
    ['&amp;lt; &quot; &#64;', '\\&lt; \\&quot; \\&#64;'],
  ],
  links: [
    ['<https://gatehouse.test/a?b=1&amp;c=2|label>', '[label](https://gatehouse.test/a?b=1&c=2)'],
    ['<https://gatehouse.test>', 'https://gatehouse.test'],
    ['<mailto:ann@gatehouse.test|Ann>', '[Ann](mailto:ann@gatehouse.test)'],
    ['<javascript:alert(1)|click>', 'click'],
    ['*<https://gatehouse.test|a>*', '**[a](https://gatehouse.test)**'],
    ['<https://gatehouse.test/a)b|c]d>', '[c\\]d](https://gatehouse.test/a%29b)'],
    ['<https://gatehouse.test/_a_*b*|x>', '[x](https://gatehouse.test/_a_%2Ab%2A)'],
    ['https://gatehouse.test/_a_/b?c=1&amp;d=2', '<https://gatehouse.test/_a_/b?c=1&d=2>'],
    [
      '_https://gatehouse.test/a_b_ *https://gatehouse.test*',
      '*<https://gatehouse.test/a_b>* **<https://gatehouse.test>**',
    ],
    [
      'https://gatehouse.test/_a_<https://gatehouse.test/b|c>',
      '<https://gatehouse.test/_a>\\_[c](https://gatehouse.test/b)',
    ],
  ],
  labels: [
    ['<https://x.test|Fix `x` & `y`>', '[Fix `x` & `y`](https://x.test)'],
    ['<@U1|`x`> <#C1|a`x`> <!date^1^{date}|`x`> <!x|`x`> <`x`>', '@`x` #a`x` `x` `x` \\<`x`>'],
    ['<mailto:a@b.test|`x`> <foo:bar|`x`>', '[`x`](mailto:a@b.test) `x`'],
    ['<https://x.test|*Checkout is slow*>', '**[Checkout is slow](https://x.test)**'],
    ['*<https://x.test|*a*>*', '**[a](https://x.test)**'],
    ['<https://x.test|_*a*_ b> <https://x.test|_*a*_>', '[a b](https://x.test) ***[a](https://x.test)***'],
    ['<https://x.test|:rocket: Deploy>', '[🚀 Deploy](https://x.test)'],
    ['<https://x.test|&lt;b&gt; &amp;amp;>', '[\\<b> \\&amp;](https://x.test)'],
    ['<https://x.test/a|https://x.test/a_b*c>', '[https://x.test/a_b%2Ac](https://x.test/a)'],
    ['<https://evil.test|https://x.test>', 'https://x.test (https://evil.test)'],
    [
      '<https://x.test|[x](y)> <https://x.test|a|b>',
      '[\\[x\\]\\(y)](https://x.test) [a\\|b](https://x.test)',
    ],
  ],
  'mentions to plain words': [
    ['<@U123|ann> <@U123> <@W1>', '@ann @user @user'],
    ['<#C1|general> <#C1>', '#general #channel'],
    ['<!here> <!channel> <!everyone> <!here|here>', 'here channel everyone here'],
    ['<!subteam^S1|@devs> <!subteam^S1>', '@devs @group'],
    ['<!here|@everyone>', '@\u200deveryone'],
  ],
  'dates to their fallback': [
    ['<!date^1392734382^{date} at {time}|Feb 18, 2014>', 'Feb 18, 2014'],
    ['<!date^1392734382^{date}>', '2014-02-18 14:39 UTC'],
    ['<!date^1392734382^{date}^https://gatehouse.test|Feb 18>', '[Feb 18](https://gatehouse.test)'],
    ['<!date^never^{date}|soon>', 'soon'],
    ['a<!date^999999999999^{date}>b <!date^^{date}>', 'a\u200bb \u200b'],
  ],
  'quotes and lists': [
    ['> quote\n• one\n- two', '> quote\n\n• one\n- two'],
    ['&gt; quote\nanswer\n\nmore', '> quote\n\nanswer\n\nmore'],
    ['- one\ntext', '- one\n\ntext'],
    ['> ```their code```\nanswer', '> ```\n> their code\n> ```\n\nanswer'],
    ['> a ```b\nc``` d', '> a \n> ```\n> b\n> c\n> ```\n> d'],
    ['>>> one\n```a\nb```\ntwo', '> one\n> ```\n> a\n> b\n> ```\n> two'],
    ['>>>```a```', '> ```\n> a\n> ```'],
    ['He said:\n&gt;&gt;&gt; one\ntwo\n\nthree', 'He said:\n> one\n> two\n> \n> three'],
    ['Result:\n\n    value = *5*', 'Result:\n\n\u00a0\u00a0\u00a0\u00a0value = **5**'],
    ['\ta\n    - b\n- c\n    - d', '\u00a0\u00a0\u00a0\u00a0a\n- b\n- c\n    - d'],
    ['&gt; quote', '> quote'],
    ['1. one\n> - two\n- # loud', '1. one\n> - two\n- \\# loud'],
    ['-# small\nloud\n---\nloud\n> ===', '\\-# small\nloud\n\\---\nloud\n> \\==='],
  ],
  'common emoji names, without skin tones': [
    [':tada: :+1::skin-tone-3: *:warning: x*', '🎉 👍 **⚠️ x**'],
    [':our-logo: :constructor: 10:20:30', ':our-logo: :constructor: 10:20:30'],
    ['`:x:` https://gatehouse.test/:x:/', '`:x:` https://gatehouse.test/:x:/'],
  ],
  'no tags and addresses from entities': [
    ['&lt;b&gt; &lt;!here&gt; &lt;3', '\\<b> \\<!here> <3'],
    ['&lt;=<@U1>&gt; &lt;=5@x&gt; &lt;5m&gt;', '\\<=@user> \\<=5@x> <5m>'],
  ],
  'no rules from marks around marks': [['*_*_*_*_', '\\*\\_\\*\\_\\*\\_\\*\\_']],
}

describe('convertMarkup', () => {
  for (const [title, rows] of Object.entries(tables))
    for (const [text, markdown] of rows)
      it(`converts ${title}: ${JSON.stringify(text)}`, () => {
        expect(convertMarkup(text)).to.equal(markdown)
      })

  it('escapes markdown that is not part of this markup', () => {
    expect(convertMarkup('[x](https://evil.test)')).to.equal('\\[x\\]\\(https://evil.test)')
    expect(convertMarkup('[x](<https://evil.test>)')).to.equal('\\[x\\]\\(https://evil.test)')
    expect(convertMarkup('!<https://evil.test/a.png|x>')).to.equal('!\u200b[x](https://evil.test/a.png)')
    expect(convertMarkup('# loud\n||hidden||')).to.equal('\\# loud\n\\|\\|hidden\\|\\|')
    expect(convertMarkup('\\*x\\*')).to.equal('\\\\\\*x\\\\\\*')
  })

  it('separates adjacent sequences and code that would form markup', () => {
    expect(convertMarkup('[https://good.test]<!x|(https://evil.test)>')).to.equal(
      '\\[<https://good.test>\\]\u200b(https://evil.test)',
    )
    expect(convertMarkup('[x]: https://evil.test')).to.equal('\\[x\\]: https://evil.test')
    expect(convertMarkup('\\`[x](https://evil.test)`')).to.equal('\\\\`[x]\u200b(https://evil.test)`')
    expect(convertMarkup('<#C1|# x> &lt;<!b|b>>')).to.equal('#x \\<b>')
  })

  it('keeps text inside code for any number of backticks', () => {
    const evil = '[evil](javascript:alert(1))'
    const inCode = '`[evil]\u200b(javascript:alert(1))`'
    expect(convertMarkup(`foo \` bar\n\`${evil}\``)).to.equal(`foo \\\` bar\n${inCode}`)
    expect(convertMarkup(`\`\`${evil}\``)).to.equal(`\\\`\u200b${inCode}`)
    expect(convertMarkup('```\n``<!x|`>\nx```')).to.equal('```\nˋˋˋ\nx\n```')
  })

  it('escapes mentions hidden in entities', () => {
    expect(convertMarkup('&lt;@123&gt; &lt;#1&gt; `@here` @everyone')).to.equal(
      '\\<\u200d@123> \\<\u200d#1> `@here` @\u200deveryone',
    )
  })

  it('removes placeholder characters of the payload', () => {
    expect(convertMarkup('\ue0000\ue001 <https://gatehouse.test|a>')).to.equal(
      '0 [a](https://gatehouse.test)',
    )
  })

  it('keeps the words of one line out of the quotes and lists of others', () => {
    const lines = {
      ...{
        '&gt; a': 'a blockquote',
        '>a': 'a blockquote',
        '> *a*': 'a blockquote',
        '> - a': 'a blockquote bullet_list',
      },
      ...{
        a: 'a',
        '*a*': 'a',
        '`a`': 'a',
        '\ta': 'a',
        '    *a*': 'a',
        '<https://x.test|a>': 'a',
        '# a': 'a',
        '': '',
      },
      ...{ '- a': 'a bullet_list', '1. a': 'a ordered_list', '> ```a```': 'a blockquote', '```a```': 'a' },
    }
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.entries(lines)), { maxLength: 8 }), (given) => {
        const markdown = convertMarkup(given.map(([line]) => line).join('\n'))
        const expected = given.flatMap(([, blocks]) => (blocks ? [blocks] : []))
        expect(letterBlocks(markdown), markdown).to.deep.equal(expected)
      }),
      { numRuns: 2000 },
    )
  })

  it('takes linear time', () => {
    for (const text of [
      '*',
      '<',
      '`',
      '```',
      '_ ',
      '[',
      '&',
      '<!',
      '\\',
      '- ',
      '> ',
      '>',
      ' ',
      '-',
      '<!>',
      '1.',
      '_https://',
    ]) {
      const long = text.repeat(40_000 / text.length)
      expect(
        leastProcessorMs(500, () => convertMarkup(long)),
        text,
      ).to.be.below(500)
    }
  })
})
