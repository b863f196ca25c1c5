import { expect } from 'chai'
import { randomUsername } from './random-username.ts'
import { usernameProblem } from './username.ts'

describe('random username', () => {
  it('draws valid usernames that rarely repeat', () => {
    const names = Array.from({ length: 1000 }, randomUsername)
    expect(names.filter((name) => usernameProblem(name, 'Gatehouse') !== null)).to.deep.equal([])
    expect(new Set(names).size).to.be.greaterThan(980)
    expect(names[0]).to.match(/^([A-Z][a-z]+){3}$/)
  })
})
