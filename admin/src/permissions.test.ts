import { expect } from 'chai'
import { permissionBits, permissionNames } from './permissions.ts'

describe('permissionBits and permissionNames', () => {
  it('parse names, numbers and mixtures', () => {
    expect(permissionBits('MANAGE_WEBHOOKS,VIEW_CHANNEL')).to.equal('536871936')
    expect(permissionBits('536871936')).to.equal('536871936')
    expect(permissionBits('view_channel, 8')).to.equal('1032')
  })

  it('return no bits for an empty text', () => {
    expect(permissionBits('')).to.equal('0')
    expect(permissionNames('0')).to.deep.equal([])
  })

  it('keep bits above 2^53 and show bits without a name by position', () => {
    expect(permissionBits('4611686018427387904')).to.equal('4611686018427387904')
    expect(permissionNames('4611686018427388936')).to.deep.equal(['ADMINISTRATOR', 'VIEW_CHANNEL', '1 << 62'])
  })

  it('reject unknown names', () => {
    expect(() => permissionBits('MANAGE_WEBHOOKS,FLY')).to.throw(RangeError, '"FLY" is not a permission')
    expect(() => permissionBits('-1')).to.throw(RangeError)
    expect(() => permissionBits('constructor')).to.throw(RangeError)
  })
})
