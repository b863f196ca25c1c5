import { expect } from 'chai'
import fc from 'fast-check'
import { convertEmoji, type EmojiNames } from './emoji.ts'

const names: EmojiNames[] = ['github', 'slack']

describe('names of emoji', () => {
  for (const [text, converted] of [
    [':tada::rocket: done', '🎉🚀 done'],
    [':+1::skin-tone-3: :wave::skin-tone-6::x:', '👍 👋❌'],
    [':sparkles: Add a lamp', '✨ Add a lamp'],
    [':warning: :arrow_down: :heart:', '⚠️ ⬇️ ❤️'],
    ['(:x:), *:x:* a\n:x:', '(❌), *❌* a\n❌'],
    [':no_bell: :green_book: :hourglass_flowing_sand:', '🔕 📗 ⏳'],
    [':::x: :tada:x: :x', ':::x: :tada:x: :x'],
  ] as const)
    it(`are converted: ${text}`, () => {
      for (const table of names) expect(convertEmoji(text, table)).to.equal(converted)
    })

  for (const text of [
    '10:20:30 a:x: :x:b',
    ':our-logo: :constructor: :__proto__: :skin-tone-3:',
    'https://x.example/:x:/ https://x.example/?q=:tada:&a=:x:',
    'C:/x:/ ::x::',
    ':X: :TADA:',
  ])
    it(`are kept: ${text}`, () => {
      for (const table of names) expect(convertEmoji(text, table)).to.equal(text)
    })

  it('differ between code hosts and chats', () => {
    expect(convertEmoji(':shipit: :us: :flag-us:', 'github')).to.equal(':shipit: 🇺🇸 :flag-us:')
    expect(convertEmoji(':flag-us: :male-cook: :large_green_square:', 'slack')).to.equal('🇺🇸 👨‍🍳 🟩')
  })

  it('change nothing beside them', () => {
    const part = fc.constantFrom(
      ...':x: :tada: : :: q 1 / https://x.example/:x: é `:x:` :: :none:'.split(' '),
      ' ',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 10 }), fc.constantFrom(...names), (parts, table) => {
        const converted = convertEmoji(parts.join(''), table)
        expect(converted.replaceAll('❌', ':x:').replaceAll('🎉', ':tada:')).to.equal(parts.join(''))
      }),
      { numRuns: 1000 },
    )
  })
})
