import { expect } from 'chai'
import { cleanPasted, trimPasted } from './pasted.ts'

const zeros = {
  Arabic: 0x660,
  Persian: 0x6f0,
  Devanagari: 0x966,
  Thai: 0xe50,
  'full-width': 0xff10,
  bold: 0x1d7ce,
}

describe('what people paste', () => {
  for (const [script, zero] of Object.entries(zeros))
    it(`is read with ${script} digits`, () => {
      const typed = [...'0123456789'].map((digit) => String.fromCodePoint(zero + Number(digit))).join('')
      expect(cleanPasted(typed)).to.equal('0123456789')
    })

  it('is read with every decimal digit of Unicode that this version of ICU knows', () => {
    const unread: string[] = []
    for (let point = 0; point < 0x20000; point += 1) {
      const digit = String.fromCodePoint(point)
      if (/\p{Nd}/u.test(digit) && !/^[0-9]$/.test(cleanPasted(digit))) unread.push(point.toString(16))
    }
    expect(unread).to.deep.equal([])
  })

  it('is read whatever stands between, before and behind the characters', () => {
    const noise = [
      ...[' ', '-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '\uff0d', '\u30fc', '\uff70'],
      ...['\u00a0', '\u2009', '\u202f', '\u3000', '\t', '\r\n', '\u200b', '\u200e', '\u2068', '\u2069'],
      ...['\ufeff', '\u00ad'],
    ]
    const code = '0123456789abcxyzABCXYZ'
    for (const [index, first] of noise.entries())
      for (const second of noise.slice(index)) {
        const typed = [...code].map((letter, place) => (place % 2 ? first : second) + letter).join('')
        expect(cleanPasted(typed + first + second)).to.equal(code)
      }
  })

  it('keeps what means something else', () => {
    for (const other of ['12.34', '12,34', '12_34', '12/34', 'а', 'ß', '½', '一二三'])
      expect(cleanPasted(other), other).to.not.match(/^[0-9a-zA-Z]*$/)
  })

  it('is left as it is if it is longer than any code', () => {
    const long = ' '.repeat(257)
    expect(cleanPasted(long)).to.equal(long)
  })

  it('loses only what is at its ends if it is an address', () => {
    expect(trimPasted('\u200b\u202a ann@example.com\u202c\u00a0\ufeff\r\n')).to.equal('ann@example.com')
    expect(trimPasted('ann\u200b lee')).to.equal('ann\u200b lee')
    expect(trimPasted(' \u200b ')).to.equal('')
  })
})
