import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { readPassword } from './read-password.ts'

describe('readPassword', () => {
  const read = async (typed: string | Buffer, isTTY = false) => {
    let shown = ''
    const stdin = Object.assign(new PassThrough(), { isTTY })
    const password = readPassword({
      env: {},
      out: () => {},
      err: (text) => {
        shown += text
      },
      stdin,
    })
    stdin.end(typed)
    return { password: await password, shown }
  }

  it('reads the first line of piped input, including spaces', async () => {
    for (const [piped, password] of [
      ['violet anchor\n', 'violet anchor'],
      ['  violet anchor  \r\nsecond line', '  violet anchor  '],
      ['Müller 🦊', 'Müller 🦊'],
      ['\n', ''],
    ] as const) {
      expect(await read(piped)).to.deep.equal({ password, shown: '' })
    }
  })

  it('asks twice on a terminal and does not echo', async () => {
    const { password, shown } = await read('violet anchor\nviolet anchor\n', true)
    expect(password).to.equal('violet anchor')
    expect(shown).to.equal('New password: \nAgain: \n')
  })

  it('rejects different passwords, no password and invalid UTF-8', async () => {
    for (const [typed, isTTY, reason] of [
      ['violet anchor\nviolet anchors\n', true, 'are different'],
      ['violet anchor\n', true, 'No password'],
      ['', true, 'No password'],
      ['', false, 'No password'],
      [Buffer.from('Müller 🦊', 'latin1'), false, 'not UTF-8'],
    ] as const) {
      const failure = await read(typed, isTTY).catch((error: Error) => error)
      expect(failure).to.be.instanceOf(Error).with.property('message').that.contains(reason)
    }
  })
})
