import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'

const script = join(import.meta.dirname, 'breaking-changes.mjs')
const before = 'string id = 1;'
const broken = 'int64 id = 1;'
const trailer = 'Breaking-Change: nobody calls it yet'

describe('the check of breaking changes', () => {
  const folder = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@gatehouse.test', ...args], {
      cwd: folder.path,
    })
  const write = (field: string) =>
    writeFileSync(
      join(folder.path, 'proto', 'a.proto'),
      `syntax = "proto3";\npackage a;\nmessage A {\n  ${field}\n}\n`,
    )
  const commit = (field: string, ...paragraphs: string[]) => {
    write(field)
    git('add', '-A')
    git(
      'commit',
      '--quiet',
      '--allow-empty',
      ...['proto: change A', ...paragraphs].flatMap((text) => ['-m', text]),
    )
  }
  const check = (name = 'contractsAreCompatible') => {
    const program = `
      const { ${name}: check } = await import('${script}')
      const { status, output } = await check('${folder.path}')
      console.log(output)
      console.log(status)`
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    return out.trim().split('\n')
  }
  beforeEach(() => {
    mkdirSync(join(folder.path, 'proto'))
    writeFileSync(join(folder.path, 'proto', 'buf.yaml'), 'version: v2\nbreaking:\n  use: [FILE]\n')
    git('init', '--quiet', '--initial-branch=main')
    commit(before)
  })

  it('is skipped for the first commit', () => {
    expect(check()).to.deep.equal(['no earlier commit to compare with', 'null'])
  })

  it('accepts an added field', () => {
    commit(`${before}\n  string name = 2;`)
    expect(check().at(-1)).to.equal('0')
  })

  it('rejects a breaking change on main, and accepts it with a reason', () => {
    commit(broken)
    const lines = check()
    expect(lines[0]).to.contain('changed type from "string" to "int64"')
    expect(lines.at(-1)).to.equal('1')
    git('reset', '--quiet', '--hard', 'HEAD~1')
    commit(broken, 'The id is a number.', trailer)
    expect(check().at(-1)).to.equal('0')
  })

  it('rejects a change of what is stored without a change of CHANGELOG.md', () => {
    const change = (file: string, text: string) => {
      mkdirSync(dirname(join(folder.path, file)), { recursive: true })
      writeFileSync(join(folder.path, file), text)
    }
    const described = () => check('storedFormsAreDescribed')
    expect(described()).to.deep.equal(['no earlier commit to compare with', 'null'])
    commit(`${before}\n  string name = 2;`)
    expect(described().at(-1)).to.equal('0')
    change('e2e/upgrade/stored-forms.json', '{}')
    commit(before)
    expect(described()[0]).to.contain('describe it in CHANGELOG.md')
    expect(described().at(-1)).to.equal('1')
    change('CHANGELOG.md', 'accounts have a colour')
    git('add', '-A')
    expect(described().at(-1)).to.equal('0')
  })

  it('compares all commits of a branch, and what is not committed, with main', () => {
    git('switch', '--quiet', '--create', 'branch')
    commit(broken)
    commit(broken)
    expect(check().at(-1)).to.equal('1')
    commit(before)
    expect(check().at(-1)).to.equal('0')
    write(broken)
    expect(check().at(-1)).to.equal('1')
  })
})
