import { expect } from 'chai'
import { newShortCode, readShortCode } from './short-code.ts'

describe('short codes', () => {
  const codes = Array.from({ length: 2_000 }, newShortCode)

  it('have eight unambiguous letters and digits with a dash in the middle', () => {
    for (const code of codes) expect(code).to.match(/^[A-HJKMNP-TV-Z2-9]{4}-[A-HJKMNP-TV-Z2-9]{4}$/)
    expect(new Set(codes).size).to.equal(codes.length)
  })

  it('use each of at least 28 letters about equally', () => {
    const counts = new Map<string, number>()
    for (const letter of codes.join('').replaceAll('-', '')) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).to.be.at.least(28)
    const expected = (codes.length * 8) / counts.size
    for (const [letter, count] of counts) expect(count, letter).to.be.within(expected * 0.7, expected * 1.3)
  })

  it('are read in lower case, without dashes, with spaces', () => {
    const [code = ''] = codes
    const plain = code.replace('-', '')
    const typed = [
      plain,
      code.toLowerCase(),
      ` ${code} `,
      plain.split('').join(' '),
      code.replace('-', ' – '),
      plain.replace(/(..)/g, '$1-'),
    ]
    for (const input of typed) expect(readShortCode(input), input).to.equal(readShortCode(code))
  })

  it('have no other form', () => {
    const [code = ''] = codes
    const plain = code.replace('-', '')
    const odd = [
      '',
      '-',
      plain.slice(1),
      `${plain}A`,
      `${plain.slice(1)}0`,
      `${plain.slice(1)}O`,
      `${plain.slice(1)}ß`,
      `${plain.slice(1)}\u0000`,
      `${plain.slice(1)}}`,
      'complete',
      'initiate',
      ' '.repeat(256) + plain,
    ]
    for (const input of odd) expect(readShortCode(input), input).to.equal(null)
  })
})
