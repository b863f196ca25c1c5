import { availableParallelism } from 'node:os'
import { SettingsError } from '@gatehouse/service-kit/process/settings'
import { expect } from 'chai'
import { hashingThreads, maxHashMemory } from './hashing-budget.ts'

const mebibyte = 1024 * 1024
const memoryKib = 19_456

describe('number of hashing threads', () => {
  it('returns one thread per core if the memory suffices', () => {
    expect(
      hashingThreads({ configured: null, memoryKib }, { cores: 8, memoryBytes: 1024 * mebibyte }),
    ).to.equal(8)
    expect(hashingThreads({ configured: null, memoryKib })).to.equal(availableParallelism())
  })

  it('returns as many as fit into half the memory of a container', () => {
    expect(
      hashingThreads({ configured: null, memoryKib }, { cores: 64, memoryBytes: 256 * mebibyte }),
    ).to.equal(6)
  })

  it('returns the configured number if memory is sufficient', () => {
    expect(hashingThreads({ configured: 6, memoryKib }, { cores: 1, memoryBytes: 256 * mebibyte })).to.equal(
      6,
    )
  })

  it('rejects a configured number that does not fit, with the reason', () => {
    const seven = () =>
      hashingThreads({ configured: 7, memoryKib }, { cores: 1, memoryBytes: 256 * mebibyte })
    expect(seven).to.throw(
      SettingsError,
      /GATEHOUSE_HASHING_SLOTS .* is 133 MiB, more than half of the 256 MiB/,
    )
  })

  it('rejects a container too small for a single hash', () => {
    const one = () =>
      hashingThreads({ configured: null, memoryKib }, { cores: 2, memoryBytes: 32 * mebibyte })
    expect(one).to.throw(SettingsError, /is 19 MiB, more than half of the 32 MiB/)
  })
})

describe('memory for hashes of other systems', () => {
  it('fits one hash per thread into half the memory of a container', () => {
    const container = { cores: 64, memoryBytes: 256 * mebibyte }
    const threads = hashingThreads({ configured: null, memoryKib }, container)
    expect(maxHashMemory(threads, container)).to.be.within(memoryKib * 1024, (128 * mebibyte) / threads)
    expect(maxHashMemory(2, container)).to.equal(64 * mebibyte)
  })
})
