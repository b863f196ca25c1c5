import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { fill } from './fill.ts'
import { type Forms, formsOf } from './forms.ts'
import { openWorld } from './world.ts'

const file = join(import.meta.dirname, 'stored-forms.json')

describe('what this version stores', () => {
  const world = openWorld()

  it('has the forms of stored-forms.json', async function () {
    this.timeout(300_000)
    const { versions, paths } = formsOf(await fill(world))
    const listed = JSON.parse(readFileSync(file, 'utf8')) as Forms
    if (process.env.GATEHOUSE_TEST_STORED_FORMS === 'add') {
      listed.paths = [...new Set([...listed.paths, ...paths])].toSorted()
      listed.versions = versions
      writeFileSync(file, `${JSON.stringify(listed, null, 2)}\n`)
    }
    const advice = 'Describe them in CHANGELOG.md, then set GATEHOUSE_TEST_STORED_FORMS=add'
    // Not each run has everything, such as a retry or the lease of a mail that is being sent.
    expect(
      paths.filter((path) => !listed.paths.includes(path)),
      advice,
    ).to.deep.equal([])
    expect(versions, advice).to.deep.equal(listed.versions)
  })
})
