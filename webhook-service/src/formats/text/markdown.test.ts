import { expect } from 'chai'
import { escapeMarkdown, inlineCode, link, toMarkdownLine, toMarkdownText, toPlainLine } from './markdown.ts'

describe('foreign text in markdown', () => {
  const escaped: [string, string][] = [
    ['**bold** _it_ ~~no~~ `code`', '\\*\\*bold\\*\\* \\_it\\_ \\~\\~no\\~\\~ \\`code\\`'],
    ['[click](https://evil.test)', '\\[click\\]\\(https://evil.test)'],
    ['x](https://evil.test) y', 'x\\]\\(https://evil.test) y'],
    ['![i](https://evil.test)', '!\\[i\\]\\(https://evil.test)'],
    ['||spoiler||', '\\|\\|spoiler\\|\\|'],
    ['<b> &lt;', '\\<b> \\&lt;'],
    ['# one\n> two\n- three\n===', '\\# one\n\\> two\n\\- three\n\\==='],
    ['#\n##\n+ four\n---\n-', '\\#\n\\##\n\\+ four\n\\---\n\\-'],
    ['-# small\n1. one\n2) two\n:-:\n-|-', '\\-# small\n1\\. one\n2\\) two\n\\:-:\n-\\|-'],
    ['a | b <', 'a \\| b \\<'],
    ['\\[x](y)', '\\\\\\[x\\]\\(y)'],
    ['```\ncode', '\\`\\`\\`\ncode'],
  ]
  for (const [text, expected] of escaped)
    it(`shows ${JSON.stringify(text)} as it is`, () => {
      expect(escapeMarkdown(text)).to.equal(expected)
    })

  it('stays readable where nothing can be formed', () => {
    expect(escapeMarkdown('#7 is\n-1 or\n+1\n=x')).to.equal('#7 is\n-1 or\n+1\n=x')
    const text = 'snake_case a < b & c, 2 > 1: https://gatehouse.test/a_b_(c)'
    expect(escapeMarkdown(text)).to.equal(text)
  })

  it('is one line where one line belongs', () => {
    expect(toMarkdownLine('a\n b\t\r\nc', 50)).to.equal('a b c')
  })

  it('loses control characters, direction marks and lone surrogates', () => {
    expect(toMarkdownText('a\u0000\u202eb\u2066c\ud800', 50)).to.equal('abc\ufffd')
  })

  it('is cut after escaping, so that the limit holds', () => {
    expect(toMarkdownText('*'.repeat(600), 500).length).to.be.at.most(500)
  })

  it('looks at no more of a long text than it shows', () => {
    expect(toMarkdownText('a '.repeat(5_000_000), 500)).to.match(/^a a .*…$/)
  })

  it('cannot leave the code it stands in', () => {
    expect(inlineCode('a`b`\nc', 50)).to.equal('`aˋbˋ c`')
    expect(inlineCode('f[0](x)', 50)).to.equal('`f[0]\u200b(x)`')
  })

  it('without a word in it is no code', () => {
    expect(inlineCode(' \n', 50)).to.equal('')
  })

  it('is found behind any amount of white space', () => {
    expect(toMarkdownText(`${' '.repeat(100_000)}x`, 500)).to.equal('x')
  })

  it('is only freed of mentions where nothing is formatted', () => {
    expect(toPlainLine('dependabot[bot] @here', 50)).to.equal('dependabot[bot] @\u200dhere')
  })
})

describe('a link', () => {
  it('cannot be left by its target', () => {
    expect(link('a', 'https://gatehouse.test/x)[b](https://evil.test/')).to.equal(
      '[a](https://gatehouse.test/x%29%5Bb%5D%28https://evil.test/)',
    )
  })

  it('mentions nobody by its target', () => {
    expect(link('a', 'https://gatehouse.test/@b/\uff20here')).to.equal(
      '[a](https://gatehouse.test/%40b/%EF%BC%A0here)',
    )
  })

  it('is the label alone when the target is none', () => {
    for (const url of ['javascript:alert(1)', '/relative', 'https://a:b@evil.test', '', null, 5, {}])
      expect(link('a', url)).to.equal('a')
  })
})
