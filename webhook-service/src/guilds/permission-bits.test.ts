import { expect } from 'chai'
import { effectiveBits, everyBit, mayDo, permission } from './permission-bits.ts'

const { ADMINISTRATOR, VIEW_CHANNEL, MANAGE_WEBHOOKS } = permission

describe('permission bits', () => {
  it('stand where the contract puts them', () => {
    expect([ADMINISTRATOR, VIEW_CHANNEL, MANAGE_WEBHOOKS]).to.deep.equal([8n, 1024n, 536870912n])
  })

  it('are those of the member without an overwrite', () => {
    expect(effectiveBits(VIEW_CHANNEL, null)).to.equal(VIEW_CHANNEL)
  })

  it('lose what the channel denies', () => {
    const bits = effectiveBits(VIEW_CHANNEL | MANAGE_WEBHOOKS, { allow: 0n, deny: MANAGE_WEBHOOKS })
    expect(bits).to.equal(VIEW_CHANNEL)
  })

  it('gain what the channel allows, even when it denies the same', () => {
    const bits = effectiveBits(VIEW_CHANNEL, { allow: MANAGE_WEBHOOKS, deny: everyBit })
    expect(bits).to.equal(MANAGE_WEBHOOKS)
  })

  it('are all there for an administrator, whom no channel denies anything', () => {
    expect(effectiveBits(ADMINISTRATOR, { allow: 0n, deny: everyBit })).to.equal(everyBit)
  })

  it('keep those nobody here knows', () => {
    expect(effectiveBits(1n << 62n, { allow: 1n << 61n, deny: 1n })).to.equal((1n << 62n) | (1n << 61n))
  })

  it('allow what they name, and everything with ADMINISTRATOR', () => {
    expect(mayDo(MANAGE_WEBHOOKS, MANAGE_WEBHOOKS)).to.equal(true)
    expect(mayDo(ADMINISTRATOR, MANAGE_WEBHOOKS)).to.equal(true)
    expect(mayDo(VIEW_CHANNEL, MANAGE_WEBHOOKS)).to.equal(false)
    expect(mayDo(0n, VIEW_CHANNEL)).to.equal(false)
  })
})
