import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'

const script = join(import.meta.dirname, 'generated-files.mjs')

describe('the check of generated files', () => {
  const folder = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@gatehouse.test', ...args], {
      cwd: folder.path,
    })
  const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text)
  /** Checks with a generator that writes `text` into one.md. */
  const check = (text: string): { status: number | null; output: string } => {
    const generator = `require('node:fs').writeFileSync('one.md', ${JSON.stringify(text)}); console.log('one.md')`
    const program = `
      const { generatedFilesAreFresh } = await import('${script}')
      const generator = { program: process.execPath, args: ['-e', ${JSON.stringify(generator)}] }
      console.log(JSON.stringify(await generatedFilesAreFresh(generator, '${folder.path}')))`
    return JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }),
    )
  }
  beforeEach(() => {
    git('init', '--quiet')
    write('.gitattributes', 'one.md linguist-generated=true\n')
    write('one.md', 'old')
    git('add', '-A')
    git('commit', '--quiet', '-m', 'one')
  })

  it('passes if nothing changes', () => {
    expect(check('old').status).to.equal(0)
  })

  it('passes if a changed file is generated and not yet staged', () => {
    write('one.md', 'new')
    expect(check('new').status).to.equal(0)
  })

  it('passes if a new file is generated and not yet staged', () => {
    git('rm', '--quiet', '--cached', 'one.md')
    expect(check('old').status).to.equal(0)
  })

  it('names a file that was stale, and generates it', () => {
    const { status, output } = check('new')
    expect([status, output]).to.deep.equal([
      1,
      'These were stale and are generated now; commit them:\none.md',
    ])
    expect(check('new').status).to.equal(0)
  })

  it('names a file that was edited by hand', () => {
    write('one.md', 'edited')
    git('add', '-A')
    expect(check('old').output).to.include('one.md')
  })

  it('names a file that reviewers would see', () => {
    write('.gitattributes', '')
    expect(check('old')).to.deep.equal({
      status: 1,
      output: 'add to .gitattributes:\none.md: linguist-generated: unspecified',
    })
  })

  it('is skipped without git', () => {
    execFileSync('rm', ['-r', join(folder.path, '.git')])
    expect(check('old').status).to.equal(null)
  })
})
