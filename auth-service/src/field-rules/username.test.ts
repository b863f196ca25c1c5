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
    it(`returns ${code} for ${JSON.stringify(name)}`, () =>
      expect(usernameProblem(name, 'Gatehouse')).to.equal(code))
  }

  for (const name of ['a', '_', '7', 'Ann_Lee', 'a'.repeat(32), 'everyone_else']) {
    it(`accepts ${name}`, () => expect(usernameProblem(name, 'Gatehouse')).to.equal(null))
  }

  const reserved = 'USERNAME_CANNOT_CONTAIN_RESERVED_TERMS'
  for (const [productName, names, others] of [
    ['Acme Chat', ['AcmeChat', 'AcmeChat_Support', 'the_acme_chat', 'ACME__CHAT'], ['Acme', 'Gatehouse_fan']],
    ['Mill-Wheel 2', ['MillWheel2', 'mill_wheel_2_team'], ['MillWheel']],
    ['Go', ['go', 'GO', 'Go_Support', 'the_go', 'g_o'], ['gordon', 'mango', 'g_old']],
    // No letter of it can be in a username.
    ['微信', [], ['WeChat', '_']],
    ['', [], ['Ann']],
  ] as const)
    it(`reserves the name of the product ${productName}`, () => {
      for (const name of names) expect(usernameProblem(name, productName), name).to.equal(reserved)
      for (const name of others) expect(usernameProblem(name, productName), name).to.equal(null)
    })
})
