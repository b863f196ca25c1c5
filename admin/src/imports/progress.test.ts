import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { openProgress } from './progress.ts'

describe('openProgress', () => {
  const draw = async (screen: { isTTY: boolean } | null) => {
    let said = ''
    const canvas = Object.assign(new PassThrough(), { isTTY: false, columns: 80, rows: 24 }, screen)
    const err = (text: string) => {
      said += text
    }
    const progress = openProgress({ env: {}, out: () => {}, err, ...(screen && { screen: canvas }) }, 1000)
    progress.reached(500)
    progress.say('line 3: no address')
    progress.end()
    canvas.end()
    return { said, drawn: (await canvas.toArray()).join('') }
  }

  it('draws a bar on a terminal and prints lines above it', async () => {
    const { said, drawn } = await draw({ isTTY: true })
    expect(said).to.equal('')
    expect(drawn).to.contain('50%').and.to.contain('line 3: no address\n')
  })

  it('prints only lines elsewhere', async () => {
    for (const screen of [null, { isTTY: false }]) {
      expect(await draw(screen)).to.deep.equal({ said: 'line 3: no address\n', drawn: '' })
    }
  })
})
