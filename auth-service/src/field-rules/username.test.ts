import { expect } from 'chai'
import { usernameProblem } from './username.ts'

describe('check of a username', () => {
  for (const [name, code] of [
    ['', 'USERNAME_LENGTH_INVALID'],
    ['a'.repeat(33), 'USERNAME_LENGTH_INVALID'],
    ['ann lee', 'USERNAME_INVALID_CHARACTERS'],
    ['ann-lee', 'USERNAME_INVALID_CHARACTERS'],
    ['ann\n', 'USERNAME_INVALID_CHARACTERS'],
    ['änn', 'USERNAME_INVALID_CHARACTERS'],
    ['аnn', 'USERNAME_INVALID_CHARACTERS'],
    ['Everyone', 'USERNAME_RESERVED_VALUE'],
    ['here', 'USERNAME_RESERVED_VALUE'],
    ['the_GateHouse_team', 'USERNAME_CANNOT_CONTAIN_RESERVED_TERMS'],
    ['gate_house', 'USERNAME_CANNOT_CONTAIN_RESERVED_TERMS'],
    ['System_Message', 'USERNAME_CANNOT_CONTAIN_RESERVED_TERMS'],
  ] as const) {
    it(`returns ${code} for ${JSON.stringify(name)}`, () => expect(usernameProblem(name)).to.equal(code))
  }

  for (const name of ['a', '_', '7', 'Ann_Lee', 'a'.repeat(32), 'everyone_else']) {
    it(`accepts ${name}`, () => expect(usernameProblem(name)).to.equal(null))
  }
})
