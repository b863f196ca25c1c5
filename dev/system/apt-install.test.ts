import { expect } from 'chai'
import { rejection } from '../testing/rejection.ts'
import { aptInstall } from './apt-install.ts'

const aptLock = 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 24045 (apt-get)'
const dpkgLock = 'dpkg: error: dpkg frontend lock was locked by another process with pid 24045'

describe('aptInstall', () => {
  const run = (failures: Record<string, string[]> = {}) => {
    const commands: string[] = []
    const said: string[] = []
    const options = {
      say: (line: string) => void said.push(line),
      run: async (command: string, args: string[]) => {
        const name = `${command} ${args[0]}`
        commands.push(name)
        const failure = failures[name]?.shift()
        if (failure !== undefined) throw new Error(failure)
        return ''
      },
      retryEveryMs: 1,
    }
    return { commands, said, options }
  }

  it('updates the lists, completes an interrupted installation, and installs', async () => {
    const { commands, said, options } = run()
    await aptInstall(['redis-server'], options)
    expect(commands).to.deep.equal(['apt-get update', 'dpkg --configure', 'apt-get install'])
    expect(said).to.deep.equal([])
  })

  it('waits for each lock of another process and reports its pid once', async () => {
    const { commands, said, options } = run({
      'apt-get update': [aptLock, aptLock],
      'dpkg --configure': [dpkgLock],
      'apt-get install': [aptLock],
    })
    await aptInstall(['redis-server'], options)
    expect(commands.filter((name) => name === 'apt-get update')).to.have.length(3)
    expect(commands.at(-1)).to.equal('apt-get install')
    expect(said).to.have.length(3)
    for (const line of said) expect(line).to.include('process 24045')
  })

  it('fails when the lock stays longer than the wait', async () => {
    const { options } = run({ 'apt-get update': [aptLock, aptLock, aptLock] })
    const { message } = await rejection(aptInstall(['redis-server'], { ...options, lockWaitMs: 0 }))
    expect(message).to.include('24045')
  })

  it('stops waiting when it is aborted', async () => {
    const { options } = run({ 'apt-get update': [aptLock] })
    const interrupt = new AbortController()
    const say = () => interrupt.abort()
    const waiting = aptInstall(['redis-server'], {
      ...options,
      say,
      signal: interrupt.signal,
      retryEveryMs: 60_000,
    })
    expect((await rejection(waiting)).name).to.equal('AbortError')
  })

  it('lets apt-get repair what dpkg alone cannot complete', async () => {
    const { commands, options } = run({ 'dpkg --configure': ['dependency problems prevent configuration'] })
    await aptInstall(['redis-server'], options)
    expect(commands.at(-1)).to.equal('apt-get install')
  })

  it('fails immediately for any other reason', async () => {
    const { commands, options } = run({ 'apt-get update': ['E: No space left on device'] })
    expect((await rejection(aptInstall(['redis-server'], options))).message).to.include('No space left')
    expect(commands).to.deep.equal(['apt-get update'])
  })
})
