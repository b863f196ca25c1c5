import { allPermissions, hasPermission, permission } from '@gatehouse/proto/guilds/permissions'
import { expect } from 'chai'
import { effectiveBits } from './effective-bits.ts'

const { ADMINISTRATOR, VIEW_CHANNEL, MANAGE_WEBHOOKS } = permission

describe('effectiveBits', () => {
  it('returns the permissions of the member without an overwrite', () => {
    expect(effectiveBits(VIEW_CHANNEL, null)).to.equal(VIEW_CHANNEL)
  })

  it('removes what the overwrite denies', () => {
    const bits = effectiveBits(VIEW_CHANNEL | MANAGE_WEBHOOKS, { allow: 0n, deny: MANAGE_WEBHOOKS })
    expect(bits).to.equal(VIEW_CHANNEL)
  })

  it('adds what the overwrite allows, also when it denies the same', () => {
    const bits = effectiveBits(VIEW_CHANNEL, { allow: MANAGE_WEBHOOKS, deny: allPermissions })
    expect(bits).to.equal(MANAGE_WEBHOOKS)
  })

  it('returns all permissions for an administrator whatever the overwrite denies', () => {
    expect(effectiveBits(ADMINISTRATOR, { allow: 0n, deny: allPermissions })).to.equal(allPermissions)
  })

  it('keeps bits that have no name', () => {
    expect(effectiveBits(1n << 62n, { allow: 1n << 61n, deny: 1n })).to.equal((1n << 62n) | (1n << 61n))
  })
})

describe('hasPermission', () => {
  it('uses the bits that the API documents', () => {
    expect([ADMINISTRATOR, VIEW_CHANNEL, MANAGE_WEBHOOKS]).to.deep.equal([8n, 1024n, 536870912n])
  })

  it('allows what the bits name, and everything with ADMINISTRATOR', () => {
    expect(hasPermission(MANAGE_WEBHOOKS, MANAGE_WEBHOOKS)).to.equal(true)
    expect(hasPermission(ADMINISTRATOR, MANAGE_WEBHOOKS)).to.equal(true)
    expect(hasPermission(VIEW_CHANNEL, MANAGE_WEBHOOKS)).to.equal(false)
    expect(hasPermission(0n, VIEW_CHANNEL)).to.equal(false)
  })
})
