import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'

const client = join(import.meta.dirname, '..')
const packages = join(client, '../node_modules')
const tsc = join(packages, 'typescript/bin/tsc')

describe('the packed client', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-client-'))
    execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: client, stdio: 'pipe' })
    const installed = join(folder, 'node_modules/@gatehouse/client')
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
    mkdirSync(installed, { recursive: true })
    const tarball = join(folder, 'gatehouse-client-0.1.0.tgz')
    execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
    symlinkSync(join(packages, '@types/node'), join(folder, 'node_modules/@types/node'))
    cpSync(join(import.meta.dirname, 'packed/usage.ts'), join(folder, 'usage.ts'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  })
  after(() => rmSync(folder, { recursive: true }))

  it('has a README with links only to itself', () => {
    const readme = readFileSync(join(folder, 'node_modules/@gatehouse/client/README.md'), 'utf8')
    expect([...readme.matchAll(/\]\((?!#)[^)]*\)/g)].map(([link]) => link)).to.deep.equal([])
  })

  for (const [platform, module, lib, types] of [
    ['Node without DOM', 'nodenext', ['es2023'], ['node']],
    ['a browser', 'preserve', ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'], []],
  ] as const) {
    it(`has types that compile strictly in ${platform}`, () => {
      const compilerOptions = {
        ...{ target: 'es2022', module, lib, types, noEmit: true, skipLibCheck: false },
        ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['usage.ts'] }))
      const { status, stdout } = spawnSync(process.execPath, [tsc], { cwd: folder, encoding: 'utf8' })
      expect([status, stdout]).to.deep.equal([0, ''])
    })
  }
})
