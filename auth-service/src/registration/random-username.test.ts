import { expect } from 'chai'
import { randomUsername } from './random-username.ts'
import { usernameProblem } from './username.ts'

describe('randomUsername', () => {
  it('draws valid names that hardly ever repeat', () => {
    const names = Array.from({ length: 1000 }, randomUsername)
    expect(names.filter((name) => usernameProblem(name) !== null)).to.deep.equal([])
    expect(new Set(names).size).to.be.greaterThan(980)
    expect(names[0]).to.match(/^([A-Z][a-z]+){3}$/)
  })
})
