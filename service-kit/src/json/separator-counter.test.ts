import { expect } from 'chai'
import { separatorCounter } from './separator-counter.ts'

/** The count after all pieces. */
function countOf(...pieces: string[]): number {
  const count = separatorCounter()
  return pieces.map((piece) => count(Buffer.from(piece))).at(-1) ?? 0
}

describe('separatorCounter', () => {
  it('counts the commas between values', () => {
    expect(countOf('[1,[2,3],{"a":4,"b":5}]')).to.equal(4)
  })

  it('ignores commas inside strings', () => {
    expect(countOf('["a,b",",",1]')).to.equal(2)
  })

  it('recognizes an escaped quote as part of a string', () => {
    expect(countOf('["a\\",b",1]')).to.equal(1)
    expect(countOf('["a\\\\",1,"b\\\\\\",c"]')).to.equal(2)
  })

  it('counts the same however the text is cut', () => {
    const text = '["é,\\",\\\\",{"a,":[1,2]},"\\\\\\"",3]'
    const bytes = Buffer.from(text)
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const count = separatorCounter()
      count(bytes.subarray(0, cut))
      expect(count(bytes.subarray(cut)), `cut at ${cut}`).to.equal(countOf(text))
    }
    const each = separatorCounter()
    let last = 0
    for (const byte of bytes) last = each(Uint8Array.of(byte))
    expect(last).to.equal(4)
  })

  it('returns the running count', () => {
    const count = separatorCounter()
    expect([count(Buffer.from('[1,')), count(Buffer.from('2,3')), count(Buffer.from(']'))]).to.deep.equal([
      1, 2, 2,
    ])
  })
})
