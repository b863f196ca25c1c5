import { expect } from 'chai'
import { escapeMarkdown, inlineCode, link, toMarkdownLine, toMarkdownText, toPlainLine } from './markdown.ts'

describe('escaping text for markdown', () => {
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
    it(`escapes ${JSON.stringify(text)}`, () => {
      expect(escapeMarkdown(text)).to.equal(expected)
    })

  it('keeps characters that form no markdown', () => {
    expect(escapeMarkdown('#7 is\n-1 or\n+1\n=x')).to.equal('#7 is\n-1 or\n+1\n=x')
    const text = 'snake_case a < b & c, 2 > 1: https://gatehouse.test/a_b/c'
    expect(escapeMarkdown(text)).to.equal(text)
  })

  it('joins lines where only one line is allowed', () => {
    expect(toMarkdownLine('a\n b\t\r\nc', 50)).to.equal('a b c')
  })

  it('removes control characters, bidirectional marks and lone surrogates', () => {
    expect(toMarkdownText('a\u0000\u202eb\u2066c\ud800', 50)).to.equal('abc\ufffd')
  })

  it('truncates after escaping, so that the limit holds', () => {
    expect(toMarkdownText('*'.repeat(600), 500).length).to.be.at.most(500)
  })

  it('reads only the beginning of a long text', () => {
    expect(toMarkdownText('a '.repeat(5_000_000), 500)).to.match(/^a a .*…$/)
  })

  it('keeps text inside inline code', () => {
    expect(inlineCode('a`b`\nc', 50)).to.equal('`aˋbˋ c`')
    expect(inlineCode('f[0](x)', 50)).to.equal('`f[0]\u200b(x)`')
  })

  it('returns no code for empty text', () => {
    expect(inlineCode(' \n', 50)).to.equal('')
  })

  it('skips any amount of leading whitespace', () => {
    expect(toMarkdownText(`${' '.repeat(100_000)}x`, 500)).to.equal('x')
  })

  it('escapes only mentions in plain text', () => {
    expect(toPlainLine('dependabot[bot] @here', 50)).to.equal('dependabot[bot] @\u200dhere')
  })
})

describe('link', () => {
  it('encodes characters that would end the link', () => {
    expect(link('a', 'https://gatehouse.test/x)[b](https://evil.test/')).to.equal(
      '[a](https://gatehouse.test/x%29%5Bb%5D%28https://evil.test/)',
    )
  })

  it('encodes mentions in the URL', () => {
    expect(link('a', 'https://gatehouse.test/@b/\uff20here')).to.equal(
      '[a](https://gatehouse.test/@b/%EF%BC%A0here)',
    )
  })

  it('returns the label alone for an invalid URL', () => {
    for (const url of ['javascript:alert(1)', '/relative', 'https://a:b@evil.test', '', null, 5, {}])
      expect(link('a', url)).to.equal('a')
  })
})
