import { availableParallelism } from 'node:os'
import { SettingsError } from '@gatehouse/service-kit/process/settings'
import { expect } from 'chai'
import { hashingSlots, memoryOfSlot } from './hashing-budget.ts'

const mebibyte = 1024 * 1024
const memoryKib = 19_456

describe('hashingSlots', () => {
  it('is one a core where there is memory for that', () => {
    expect(hashingSlots({ slots: null, memoryKib }, { cores: 8, memoryBytes: 1024 * mebibyte })).to.equal(8)
    expect(hashingSlots({ slots: null, memoryKib })).to.equal(availableParallelism())
  })

  it('is as many as half the memory of a container holds, where that is less', () => {
    expect(hashingSlots({ slots: null, memoryKib }, { cores: 64, memoryBytes: 256 * mebibyte })).to.equal(6)
  })

  it('is what was configured where that fits', () => {
    expect(hashingSlots({ slots: 6, memoryKib }, { cores: 1, memoryBytes: 256 * mebibyte })).to.equal(6)
  })

  it('refuses what was configured and does not fit, and says why', () => {
    const seven = () => hashingSlots({ slots: 7, memoryKib }, { cores: 1, memoryBytes: 256 * mebibyte })
    expect(seven).to.throw(
      SettingsError,
      /GATEHOUSE_HASHING_SLOTS .* is 133 MiB, more than half of the 256 MiB/,
    )
  })

  it('refuses a container too small for a single hash', () => {
    const one = () => hashingSlots({ slots: null, memoryKib }, { cores: 2, memoryBytes: 32 * mebibyte })
    expect(one).to.throw(SettingsError, /is 19 MiB, more than half of the 32 MiB/)
  })
})

describe('memoryOfSlot', () => {
  it('holds the hash of every slot in half the memory of a container', () => {
    const container = { cores: 64, memoryBytes: 256 * mebibyte }
    const slots = hashingSlots({ slots: null, memoryKib }, container)
    expect(memoryOfSlot(slots, container)).to.be.within(memoryKib * 1024, (128 * mebibyte) / slots)
    expect(memoryOfSlot(2, container)).to.equal(64 * mebibyte)
  })
})
