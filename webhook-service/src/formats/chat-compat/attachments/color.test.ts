import { expect } from 'chai'
import { colorOf } from './color.ts'

describe('colorOf', () => {
  const colors: [unknown, number | undefined][] = [
    ['good', 0x2eb67d],
    ['WARNING', 0xecb22e],
    [' danger ', 0xe01e5a],
    ['#abc', 0xaabbcc],
    ['D63232', 0xd63232],
    ['#00FF7f', 0x00ff7f],
    ['#000', 0],
    ['red', undefined],
    ['#12345', undefined],
    ['constructor', undefined],
    [123456, undefined],
  ]
  for (const [color, expected] of colors)
    it(`returns ${expected} for ${JSON.stringify(color)}`, () => expect(colorOf(color)).to.equal(expected))
})
