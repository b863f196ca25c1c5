import { expect } from 'chai'
import fc from 'fast-check'
import { letterMarks, visibleText } from '../../../test/tools/harmless-markdown.ts'
import { markdownWriter, type Piece } from './markdown-writer.ts'
import { codePointLength, truncateMarkdown } from './truncate.ts'

const [hair, none] = ['\u200a', '\u200b']
const bold = (...pieces: Piece[]): Piece[] => [{ open: '**' }, ...pieces, { close: '**' }]
const italic = (...pieces: Piece[]): Piece[] => [{ open: '*' }, ...pieces, { close: '*' }]
const struck = (...pieces: Piece[]): Piece[] => [{ open: '~~' }, ...pieces, { close: '~~' }]
const text = (value: string): Piece => ({ text: value })

describe('marks in markdown', () => {
  const written: [what: string, pieces: Piece[], markdown: string][] = [
    ['a label before its value', [...bold(text('Status:')), text('failed')], '**Status**:failed'],
    ['a label before a space', [...bold(text('Status:')), text(' ok')], '**Status:** ok'],
    ['a sentence', [...struck(text('Old text.')), text('New')], '~~Old text~~.New'],
    ['brackets', [text('see'), ...bold(text('(this)')), text('now')], 'see(**this**)now'],
    ['brackets in Japanese', [...bold(text('「重要」')), text('です')], '**「重要**」です'],
    ['escaped characters', [...bold(text('a*')), text('b')], '**a**\\*b'],
    ['code', [...bold('`Lamp`'), text('s')], `**\`Lamp\`**${hair}s`],
    ['code behind a letter', [text('a'), ...bold('`Lamp`')], `a${hair}**\`Lamp\`**`],
    ['an address', [...bold({ address: 'https://x.example' }), text('s')], `**<https://x.example>**${hair}s`],
    ['punctuation alone', [text('a'), ...bold(text(':')), text('b')], `a${hair}**:**${hair}b`],
    ['outer white space', [...bold(text(' a ')), text('b')], ' **a** b'],
    ['white space alone', [text('a'), ...bold(text(' ')), text('b')], 'a b'],
    ['nothing', [text('a'), ...bold(...italic()), text('b')], 'ab'],
    ['the same mark again', [...bold(text('a')), ...bold(text('b'))], '**ab**'],
    ['the same mark within', bold(text('a'), ...bold(text('b')), text('c')), '**abc**'],
    ['another mark', [...bold(text('a')), ...italic(text('b'))], `**a**${none}*b*`],
    ['another mark behind a dot', [...bold(text('a.')), ...italic(text('b'))], `**a.**${hair}*b*`],
    ['two marks', [...bold(...struck(text('a'))), text('b')], `**~~a~~**${hair}b`],
    ['symbols', [...bold(text('a🎉')), text('b')], '**a**🎉b'],
    ['a symbol behind it', [...bold(text('a:')), text('🎉')], '**a**:🎉'],
  ]
  for (const [what, pieces, markdown] of written)
    it(`stand around ${what}`, () => {
      expect(write(pieces)).to.equal(markdown)
    })

  const leaf = fc.oneof(
    fc
      .constantFrom(
        ...'a é 日 A. .a : () (a) a* _a_ \u3000a\u3000 …a 🎉 \\ a! a\nb [a]'.split(' '),
        ' ',
        ' a',
        'a ',
      )
      .map(text),
    fc.constantFrom<Piece>('`a`', '[a](https://x.example)', { address: 'https://x.example' }),
  )
  const marked = fc.letrec<{ pieces: Piece[] }>((tie) => ({
    pieces: fc
      .array(
        fc.oneof(
          { maxDepth: 3, withCrossShrink: true },
          leaf.map((piece) => [piece]),
          fc
            .tuple(fc.constantFrom(bold, italic, struck), tie('pieces'))
            .map(([mark, inner]) => mark(...inner)),
        ),
        { maxLength: 4 },
      )
      .map((all) => all.flat()),
  })).pieces

  it('format the letters within them, and are never shown', () => {
    fc.assert(
      fc.property(marked, (pieces) => {
        const markdown = write(pieces)
        expect(letterMarks(markdown), markdown).to.deep.equal(expectedMarks(pieces))
        expect(visibleText(markdown).replace(/[\s\u200a\u200b]/g, ''), markdown).to.equal(
          pieces.map(shownOf).join('').replace(/\s/g, ''),
        )
      }),
      { numRuns: 3000 },
    )
  })

  it('close where the markdown is cut', () => {
    fc.assert(
      fc.property(marked, fc.integer({ min: 1, max: 60 }), (pieces, limit) => {
        const whole = write(pieces)
        const cut = truncateMarkdown(whole, limit)
        const letters = letterMarks(cut)
        expect(letters, cut).to.deep.equal(letterMarks(whole).slice(0, letters.length))
        expect(visibleText(cut), cut).not.to.match(/\*\*|~~/)
        expect(codePointLength(cut), cut).to.be.at.most(limit)
      }),
      { numRuns: 3000 },
    )
  })
})

function write(pieces: Piece[]): string {
  const writer = markdownWriter()
  for (const piece of pieces) writer.add(piece)
  return writer.toString()
}

function shownOf(piece: Piece): string {
  if (typeof piece === 'string') return 'a'
  if ('address' in piece) return piece.address
  return 'text' in piece ? piece.text : ''
}

/** Each letter with the marks around it. */
function expectedMarks(pieces: Piece[]): string[] {
  const open: string[] = []
  return pieces.flatMap((piece) => {
    if (typeof piece === 'object' && 'open' in piece) open.push(piece.open)
    else if (typeof piece === 'object' && 'close' in piece) open.splice(open.lastIndexOf(piece.close), 1)
    const marks = [...new Set(open)].toSorted().join(' ')
    return [...shownOf(piece)]
      .filter((character) => /\p{L}/u.test(character))
      .map((letter) => `${letter} ${marks}`)
  })
}
