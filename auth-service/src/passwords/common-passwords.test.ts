import { expect } from 'chai'
import { isCommonPassword } from './common-passwords.ts'

describe('common passwords', () => {
  it('contains passwords that many people choose', () => {
    for (const password of [
      'password',
      '12345678',
      'qwertyuiop',
      'iloveyou',
      '987654321',
      '88888888',
      '12341234',
      'abcdefgh',
    ]) {
      expect(isCommonPassword(password), password).to.equal(true)
    }
  })

  it('matches neither parts of an entry nor several entries', () => {
    for (const password of ['passwor', 'assword', '12345678\nqwertyui', 'violet-anchor-17', '']) {
      expect(isCommonPassword(password), password).to.equal(false)
    }
  })
})
