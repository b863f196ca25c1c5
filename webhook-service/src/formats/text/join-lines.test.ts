import { expect } from 'chai'
import fc from 'fast-check'
import { letterBlocks } from '../../../test/tools/harmless-markdown.ts'
import { joinEachLine, joinLines } from './join-lines.ts'

describe('lines of markdown', () => {
  for (const [parts, markdown] of [
    [['a', 'b'], 'a\nb'],
    [['> a', 'b'], '> a\n\nb'],
    [['> a', '> b'], '> a\n> b'],
    [['- a', 'b'], '- a\n\nb'],
    [['- a', '- b', '1. c', '2. d'], '- a\n- b\n1. c\n2. d'],
    [['- a', '  b', 'c'], '- a\n  b\n\nc'],
    [['a', '3. b'], 'a\n\n3. b'],
    [['> a', '```\nb\n```', 'c'], '> a\n```\nb\n```\nc'],
    [['', 'a', ''], 'a'],
  ] as const)
    it(`are joined: ${JSON.stringify(parts)}`, () => {
      expect(joinLines([...parts])).to.equal(markdown)
    })

  it('keep their empty lines', () => {
    expect(joinEachLine(['> a', '', 'b', '', 'c'])).to.equal('> a\n\nb\n\nc')
  })

  it('are in no quote or list but their own', () => {
    const part = fc.constantFrom(
      ...[
        'a',
        'a\na',
        '> a',
        '> a\n> a',
        '- a',
        '1. a',
        '3. a',
        '- a\n  a',
        '- a\n    - a',
        '> - a',
        '> 1. a',
      ],
      ...['```\na\n```', '> ```\n> a\n> ```', '**a**', '`a`', '[a](https://x.example)', 'a\n\na', '> a\n\na'],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const joined = joinLines(parts)
        expect(letterBlocks(joined), joined).to.deep.equal(parts.flatMap(letterBlocks))
      }),
      { numRuns: 2000 },
    )
  })
})
