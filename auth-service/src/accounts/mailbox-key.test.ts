import { expect } from 'chai'
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
    for (const name of ['ab', 'ann', 'x9z01', 'a-b_c'])
      for (let at = 1; at < name.length; at += 1)
        for (const tag of ['', 'chat', '+', '.', 'a.b', '+1+2']) {
          const key = mailboxKey(`${name.slice(0, at)}.${name.slice(at)}+${tag}@GMAIL.com`)
          expect(key).to.equal(`${name}@gmail.com`)
          expect(mailboxKey(key)).to.equal(key)
        }
  })
})
