import { expect } from 'chai'
import { boundedProblems } from './field-problem.ts'

const problem = (path: string, message = 'Wrong.') => ({ path, code: 'INVALID_FORMAT' as const, message })

describe('the problems of an error', () => {
  it('are reported as they are', () => {
    const problems = [problem('a'.repeat(256)), problem('é'.repeat(128)), problem('b', '…'.repeat(85))]
    expect(boundedProblems(problems)).to.deep.equal(problems)
  })

  it('are at most 100', () => {
    const problems = Array.from({ length: 101 }, (_, index) => problem(`rules.${index}`))
    expect(boundedProblems(problems)).to.deep.equal(problems.slice(0, 100))
  })

  for (const [what, text, cut] of [
    ['letters', 'a'.repeat(300), 253],
    ['accents', 'é'.repeat(150), 126],
    ['emoji', '🦊'.repeat(70), 126],
    ['quotes', '"'.repeat(300), 253],
    ['control characters', '\u0001'.repeat(300), 253],
    ['lone surrogates', '\ud800'.repeat(90), 84],
  ] as const) {
    it(`have texts of at most 256 bytes: ${what}`, () => {
      const [first, ...more] = boundedProblems([problem(text, text)])
      expect(more).to.deep.equal([])
      expect(first).to.deep.equal(problem(`${text.slice(0, cut)}…`, `${text.slice(0, cut)}…`))
      expect(Buffer.byteLength(first?.path ?? '')).to.be.at.most(256)
    })

    it(`have at most 32 KiB in all: ${what}`, () => {
      const problems = boundedProblems(Array.from({ length: 100 }, (_, index) => problem(`${index}${text}`)))
      expect(problems).not.to.be.empty
      expect(Buffer.byteLength(JSON.stringify(problems))).to.be.below(33 * 1024)
    })
  }
})
