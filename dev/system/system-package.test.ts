import { ExplainedError } from '@gatehouse/admin/explained-error'
import { expect } from 'chai'
import { rejection } from '../testing/rejection.ts'
import { installCommand, installMissing, type SystemPackage } from './system-package.ts'

describe('installMissing', () => {
  const onMachine = (...installed: string[]) => {
    const calls: string[][] = []
    const said: string[] = []
    const named = (name: string, more: Partial<SystemPackage> = {}): SystemPackage => ({
      name,
      purpose: `purpose of ${name}`,
      isInstalled: () => installed.includes(name),
      ...more,
    })
    const options = {
      say: (line: string) => void said.push(line),
      install: async (names: string[]) => {
        expect(said, 'said before it is done').to.have.length(1)
        calls.push(names)
        installed.push(...names)
      },
    }
    return { calls, said, named, options }
  }

  it('names all missing packages with their purpose, then installs them in one step', async () => {
    const { calls, said, named, options } = onMachine('libssl3')
    const packages = ['redis-server', 'libssl3', 'python3-pip'].map((name) => named(name))
    await installMissing(packages, { ...options, canInstall: true })
    expect(calls).to.deep.equal([['redis-server', 'python3-pip']])
    expect(said[0])
      .to.include('redis-server (purpose of redis-server)')
      .and.include('python3-pip (purpose of python3-pip)')
      .and.not.include('libssl3')
  })

  it('does nothing if nothing is missing', async () => {
    const { calls, said, named, options } = onMachine('redis-server')
    for (const canInstall of [true, false]) {
      await installMissing([named('redis-server')], { ...options, canInstall })
    }
    expect([...calls, ...said]).to.deep.equal([])
  })

  it('without the right to install, reports all missing packages and the command', async () => {
    const { calls, named, options } = onMachine()
    const redis = named('redis-server', { setting: 'GATEHOUSE_REDIS_URL' })
    const packages = [redis, named('chromium', { isOptional: true })]
    const error = await rejection(installMissing(packages, { ...options, canInstall: false }))
    expect(error).to.be.instanceOf(ExplainedError)
    expect(error.message)
      .to.include('purpose of redis-server')
      .and.include('set GATEHOUSE_REDIS_URL ')
      .and.include(
        'sudo apt-get update && sudo apt-get install -y --no-install-recommends redis-server chromium',
      )
    expect(calls).to.deep.equal([])
  })

  it('without the right to install, ignores a missing optional package', async () => {
    const { calls, named, options } = onMachine()
    const chromium = named('chromium', { isOptional: true })
    await installMissing([chromium], { ...options, canInstall: false })
    expect(calls).to.deep.equal([])
    await installMissing([chromium], { ...options, canInstall: true })
    expect(calls).to.deep.equal([['chromium']])
  })

  it('reports a failed installation, also if apt-get reports no error', async () => {
    const { named, options } = onMachine()
    const failing = async () => {
      throw new Error('E: No space left on device')
    }
    const packages = [named('redis-server')]
    const failed = await rejection(
      installMissing(packages, { ...options, canInstall: true, install: failing }),
    )
    expect(failed.message).to.include('No space left').and.include('sudo apt-get install')
    const idle = async () => {}
    const unnoticed = await rejection(
      installMissing(packages, { ...options, canInstall: true, install: idle }),
    )
    expect(unnoticed.message).to.include('redis-server')
  })
})

describe('installCommand', () => {
  const redis = { name: 'redis-server', homebrew: 'redis', purpose: '', isInstalled: () => false }

  it('uses apt, or Homebrew on macOS', () => {
    expect(installCommand([redis], 'linux')).to.match(
      /^sudo apt-get update && sudo apt-get install .* redis-server$/,
    )
    expect(installCommand([redis], 'darwin')).to.equal('brew install redis')
  })
})
