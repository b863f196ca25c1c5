import { processorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import { matchesBranch } from './branch-glob.ts'

describe('matchesBranch', () => {
  for (const [pattern, fitting, other] of [
    ['main', ['main', 'refs/heads/main'], ['Main', 'main2', 'amain', 'refs/heads/x/main', '']],
    ['refs/heads/main', ['main'], ['mainly']],
    ['release-?', ['release-1', 'release-ü', 'release-😀'], ['release-', 'release-12', 'release-/']],
    ['feature/*', ['feature/a', 'feature/'], ['feature/a/b', 'feature', 'xfeature/a']],
    ['feature/**', ['feature/a', 'feature/a/b'], ['feature']],
    ['*', ['main', ''], ['a/b']],
    ['**', ['main', 'a/b/c', ''], []],
    ['*-fix', ['a-fix', '-fix'], ['a-fix-b', 'a/b-fix']],
    ['**/fix', ['a/fix', 'a/b/fix'], ['fix']],
    ['v1.*', ['v1.2'], ['v1x2']],
    ['a*b*c', ['abc', 'axbybzc'], ['acb', 'ab']],
    ['[ab]+(c|d)$', ['[ab]+(c|d)$'], ['ac']],
  ] as const)
    it(`matches names with ${pattern}`, () => {
      for (const branch of fitting) expect(matchesBranch(pattern, branch), branch).to.equal(true)
      for (const branch of other) expect(matchesBranch(pattern, branch), branch).to.equal(false)
    })

  it('takes linear time for patterns on which regular expressions backtrack', () => {
    const branch = 'a'.repeat(100_000)
    for (const star of ['*', '**'])
      for (const wanted of [`${star}a`.repeat(60), `${star}`.repeat(90), '?'.repeat(200)]) {
        const pattern = `${wanted}b`.slice(0, 200)
        expect(
          processorMs(() => matchesBranch(pattern, branch)),
          pattern,
        ).to.be.below(500)
      }
  })
})
