import { expect } from 'chai'
import { closingMarks } from './closing-marks.ts'
import { codePointLength, truncateMarkdown, truncateText } from './truncate.ts'

describe('truncating text', () => {
  it('keeps a text within the limit, counted in code points', () => {
    expect(truncateText('😀'.repeat(10), 10)).to.equal('😀'.repeat(10))
    expect(truncateText('', 0)).to.equal('')
  })

  it('counts the ellipsis towards the limit', () => {
    expect(truncateText('a'.repeat(11), 10)).to.equal(`${'a'.repeat(9)}…`)
    expect(codePointLength(truncateText('😀'.repeat(11), 10))).to.equal(10)
    expect(truncateText('abc', 1)).to.equal('…')
    expect(truncateText('abc', 0)).to.equal('')
  })

  it('never splits a grapheme', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(truncateText(`abc${family}def`, 6)).to.equal('abc…')
    expect(truncateText(`${'e\u0301'.repeat(6)}`, 6)).to.equal(`${'e\u0301'.repeat(2)}…`)
    expect(truncateText(`ab${'🇩🇪'.repeat(4)}`, 6)).to.equal('ab🇩🇪…')
  })

  it('splits a single grapheme that exceeds the limit', () => {
    const stacked = `a${'\u0301'.repeat(500)}`
    expect(codePointLength(truncateText(stacked, 80))).to.equal(80)
  })

  it('removes whitespace before the ellipsis', () => {
    expect(truncateText('hello world', 7)).to.equal('hello…')
  })

  it('leaves no mention of a longer word', () => {
    for (const truncate of [truncateText, truncateMarkdown]) {
      expect(truncate('go to @hereford', 12)).to.equal('go to…')
      expect(truncate('go to @hereford', 13)).to.equal('go to @heref…')
      expect(truncate('＠EveryoneElse', 10)).to.equal('…')
    }
  })

  it('removes partial escapes and partial links', () => {
    expect(truncateMarkdown('abc\\*def', 5)).to.equal('abc…')
    expect(truncateMarkdown('abc\\\\*def', 6)).to.equal('abc\\\\…')
    expect(truncateMarkdown('see [label](https://gatehouse.test/a) now', 20)).to.equal('see…')
    expect(truncateMarkdown('see [label](https://gatehouse.test/a) now and then', 42)).to.match(/a\) now…$/)
  })

  it('closes code that is cut', () => {
    expect(truncateMarkdown('a `b c d e f` g', 10)).to.equal('a `b c d…`')
    expect(truncateMarkdown('a\n```\nsome code\n``` b', 14)).to.equal('a\n```\nsom…\n```')
    expect(truncateMarkdown('a\n```\ncode\n```\nb', 13)).to.equal('a\n```\nco…\n```')
    expect(truncateMarkdown('abcdef\n```\ncode\n```', 10)).to.equal('abcdef…')
    expect(truncateMarkdown('\\`abc `d` efg', 11)).to.equal('\\`abc `d`…')
    expect(truncateMarkdown('a\n```\nb\n```\ncdef', 13)).to.equal('a\n```\nb\n```\n…')
  })

  it('closes formatting that is cut, the innermost first', () => {
    expect(truncateMarkdown('**bold and more** text', 14)).to.equal('**bold and…**')
    expect(truncateMarkdown('a **b *c ~~d efgh~~* i** j', 18)).to.equal('a **b *c ~~d…~~***')
    expect(truncateMarkdown('***both of them***', 12)).to.equal('***both…***')
    expect(truncateMarkdown('**bold `code and more`**', 16)).to.equal('**bold `code…`**')
    expect(truncateMarkdown('**bold** and *italic*', 10)).to.equal('**bold**…')
    expect(truncateMarkdown('**bold** and ***more* words**', 16)).to.equal('**bold** and…')
    expect(truncateMarkdown('* item **a b** c\n* item', 13)).to.equal('* item **a…**')
    expect(truncateMarkdown('\\*no 2 * 3 * 4 mark', 12)).to.equal('\\*no 2 * 3…')
    expect(truncateMarkdown('<https://x.example/**a> b c d', 27)).to.equal('<https://x.example/**a> b…')
  })

  it('stays within the limit with code anywhere in the text', () => {
    const text = 'a\n```\nb\n```\n`c d` e `f`\n```\n```\n`g` h **i ~~j `k` l~~ *m* n** o'
    for (let limit = 0; limit <= text.length; limit += 1) {
      const cut = truncateMarkdown(text, limit)
      expect(codePointLength(cut), JSON.stringify(cut)).to.be.at.most(limit)
      expect(closingMarks(cut), JSON.stringify(cut)).to.equal('')
    }
  })
})
