import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'
import { rejection } from '../testing/rejection.ts'
import { identify, isAlive } from './process-identity.ts'
import { claimRecord, isOwned } from './process-record.ts'

describe('claimRecord', () => {
  const folder = temporaryFolder()
  const file = () => join(folder.path, 'processes.json')
  const dead = { pid: 1, startedAt: 'another life' }
  const write = (contents: object) =>
    writeFileSync(file(), JSON.stringify({ stopping: false, children: {}, ...contents }))

  it('gives the record to one living process', async () => {
    const record = await claimRecord(file())
    expect(isOwned(file())).to.equal(true)
    expect((await rejection(claimRecord(file()))).message).to.include(`Process ${process.pid}`)
    record.release()
    expect(existsSync(file())).to.equal(false)
  })

  it('lets exactly one of several processes replace a dead owner', async () => {
    write({ owner: dead })
    const claims = await Promise.allSettled([claimRecord(file()), claimRecord(file()), claimRecord(file())])
    expect(claims.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
  })

  it('waits for an owner that is stopping', async () => {
    const owner = identify(spawn('sleep', ['0.3']).pid ?? 0) ?? dead
    expect(isAlive(owner)).to.equal(true)
    write({ owner, stopping: true })
    await claimRecord(file())
    expect(isAlive(owner)).to.equal(false)
  })

  it('lists every child from start to exit', async () => {
    const record = await claimRecord(file())
    record.add('self', process.pid)
    const { children } = JSON.parse(readFileSync(file(), 'utf8'))
    expect(children.self).to.deep.equal(identify(process.pid))
    record.remove('self')
    expect(JSON.parse(readFileSync(file(), 'utf8')).children).to.deep.equal({})
  })

  it('ends the orphans of a dead owner', async () => {
    const orphan = spawn('sleep', ['60'])
    write({ owner: dead, children: { orphan: identify(orphan.pid ?? 0), gone: dead } })
    const named: string[] = []
    const ended = once(orphan, 'exit')
    await claimRecord(file(), (names) => named.push(...names))
    expect(named).to.deep.equal(['orphan'])
    expect(await ended).to.deep.equal([null, 'SIGTERM'])
  })
})
