import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

describe('the lint rule against time limits', () => {
  const folder = temporaryFolder()
  const rejected = [
    'expect(performance.now() - startedAt).to.be.below(100)',
    "expect(performance.now() - startedAt, 'soon').to.be.below(limitMs)",
    'expect(Date.now() - startedAt).to.be.at.most(100)',
    'expect((performance.now() - startedAt) / 2).to.be.lessThan(100)',
    'const elapsedMs = performance.now() - startedAt',
  ]
  const allowed = [
    'expect(performance.now() - startedAt).to.be.at.least(100)',
    'const startedAt = performance.now()',
    'expect(processorMs(work)).to.be.below(100)',
    'await withinMs(100, work)',
  ]

  it('reports upper bounds of elapsed time', () => {
    const file = join(folder.path, 'one.test.ts')
    const lines = [...rejected, ...allowed]
    writeFileSync(file, lines.join('\n'))
    const rules = { linter: { rules: { preset: 'none' } }, plugins: [pathOf('no-time-bounds.grit')] }
    writeFileSync(join(folder.path, 'biome.json'), JSON.stringify(rules))
    const args = ['lint', '--colors=off', `--config-path=${folder.path}`, file]
    const { stdout, stderr } = spawnSync(pathOf('../../node_modules/.bin/biome'), args, { encoding: 'utf8' })
    const reported = [...`${stdout}${stderr}`.matchAll(/one\.test\.ts:(\d+):\d+ plugin /g)]
    expect(reported.map(([, line]) => lines[Number(line) - 1])).to.deep.equal(rejected)
  })
})
