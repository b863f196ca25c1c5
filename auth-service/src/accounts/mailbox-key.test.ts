import { expect } from 'chai'
import fc from 'fast-check'
import { mailboxKey } from './mailbox-key.ts'

describe('mailboxKey', () => {
  for (const [address, key] of [
    ['Ann.Lee+chat@Gmail.com', 'annlee@gmail.com'],
    ['a.n.n.l.e.e@googlemail.com', 'annlee@gmail.com'],
    ['ann.lee+1@outlook.com', 'ann.lee@outlook.com'],
    ['ann-shop@yahoo.com', 'ann@yahoo.com'],
    ['a.nn+x@pm.me', 'ann@proton.me'],
    ['ann+x@me.com', 'ann@icloud.com'],
    // Nothing is known about other domains.
    ['ann.lee+chat@gatehouse.test', 'ann.lee+chat@gatehouse.test'],
    ['ann-lee@gmail.com', 'ann-lee@gmail.com'],
    ['ann+x@mail.gmail.com', 'ann+x@mail.gmail.com'],
    ['ann+x@constructor', 'ann+x@constructor'],
    ['+x@gmail.com', '+x@gmail.com'],
  ] as const)
    it(`of ${address} is ${key}`, () => {
      expect(mailboxKey(address)).to.equal(key)
    })

  it('is the same for every tag and every place of dots, and stays itself', () => {
    const letters = fc.array(fc.constantFrom(...'abcxyz019'), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(letters, fc.nat(), fc.stringMatching(/^[a-z0-9.+]{0,8}$/), (name, place, tag) => {
        const at = 1 + (place % (name.length - 1))
        const dotted = `${name.slice(0, at).join('')}.${name.slice(at).join('')}`
        const key = mailboxKey(`${dotted}+${tag}@GMAIL.com`)
        expect(key).to.equal(`${name.join('')}@gmail.com`)
        expect(mailboxKey(key)).to.equal(key)
      }),
    )
  })
})
