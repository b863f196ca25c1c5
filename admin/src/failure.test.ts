import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { failureLine, failureOf } from './failure.ts'

describe('failureLine', () => {
  for (const [path, source] of [
    ['name', '--name'],
    ['invite.max_uses', '--max-uses'],
    ['guild.owner_id', '--owner'],
    ['member.user_id', '--user'],
    ['duration', '--for'],
    ['password', 'password'],
    ['payload', '<file>'],
  ] as const) {
    it(`names ${source} for ${path}`, () => {
      const line = failureLine(failureOf(invalidFields({ [path]: 'REQUIRED' })))
      expect(line).to.match(/\(INVALID_FORM_BODY\)$/)
      expect(line).to.contain(` ${source}: This field is required.`)
    })
  }

  it('throws unexpected errors with their stack trace', () => {
    const bug = new TypeError('x is not a function')
    expect(() => failureOf(bug)).to.throw(bug)
  })
})
