import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const rules: Record<string, { rejected: string[]; allowed: string[] }> = {
  'no-time-bounds': {
    rejected: [
      'expect(performance.now() - startedAt).to.be.below(100)',
      "expect(performance.now() - startedAt, 'soon').to.be.below(limitMs)",
      'expect(Date.now() - startedAt).to.be.at.most(100)',
      'expect((performance.now() - startedAt) / 2).to.be.lessThan(100)',
      'const elapsedMs = performance.now() - startedAt',
    ],
    allowed: [
      'expect(performance.now() - startedAt).to.be.at.least(100)',
      'const startedAt = performance.now()',
      'expect(processorMs(work)).to.be.below(100)',
      'await withinMs(100, work)',
    ],
  },
  'no-normalize': {
    rejected: ["const name = typed.normalize('NFC')", 'compare(first.trim().normalize(form))'],
    allowed: ["const name = normalized(typed, 'NFC')", 'const folder = normalize(path)'],
  },
}

describe('the lint rule', () => {
  const folder = temporaryFolder()

  for (const [name, { rejected, allowed }] of Object.entries(rules)) {
    it(`${name} reports what it is about, and nothing else`, () => {
      const file = join(folder.path, 'one.test.ts')
      const lines = [...rejected, ...allowed]
      writeFileSync(file, lines.join('\n'))
      const config = { linter: { rules: { preset: 'none' } }, plugins: [pathOf(`${name}.grit`)] }
      writeFileSync(join(folder.path, 'biome.json'), JSON.stringify(config))
      const args = ['lint', '--colors=off', `--config-path=${folder.path}`, file]
      const { stdout, stderr } = spawnSync(pathOf('../../node_modules/.bin/biome'), args, {
        encoding: 'utf8',
      })
      const reported = [...`${stdout}${stderr}`.matchAll(/one\.test\.ts:(\d+):\d+ plugin /g)]
      expect(reported.map(([, line]) => lines[Number(line) - 1])).to.deep.equal(rejected)
    })
  }
})
