import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { expect } from 'chai'
import { satisfies } from 'semver'

type Lock = { packages: Record<string, { engines?: { node?: string } }> }

describe('package-lock.json', () => {
  it('contains only packages that support the last Node 20', () => {
    const lock: Lock = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8'))
    const rejected = Object.entries(lock.packages).filter(
      ([, { engines }]) => !satisfies('20.20.2', engines?.node ?? '*'),
    )
    expect(rejected.map(([path]) => path)).to.deep.equal([])
  })
})
