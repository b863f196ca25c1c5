import { expect } from 'chai'
import { trimSchedule } from './trim-schedule.ts'

describe('the schedule of trims', () => {
  it('returns a webhook once for each hundred deliveries', () => {
    const schedule = trimSchedule()
    for (let count = 0; count < 99; count += 1) schedule.count('1', 10)
    expect(schedule.takeDue()).to.deep.equal([])
    schedule.count('1', 10)
    schedule.count('2', 10)
    expect(schedule.takeDue()).to.deep.equal(['1'])
    expect(schedule.takeDue()).to.deep.equal([])
  })

  it('returns a webhook for each 2 MiB of bodies', () => {
    const schedule = trimSchedule()
    for (let count = 0; count < 7; count += 1) schedule.count('1', 262_144)
    expect(schedule.takeDue()).to.deep.equal([])
    schedule.count('1', 262_144)
    expect(schedule.takeDue()).to.deep.equal(['1'])
  })

  it('evicts the least recently used webhook above 10,000', () => {
    const schedule = trimSchedule()
    for (let count = 0; count < 99; count += 1) schedule.count('1', 10)
    for (let id = 2; id <= 10_001; id += 1) schedule.count(`${id}`, 10)
    schedule.count('1', 10)
    expect(schedule.takeDue()).to.deep.equal([])
  })
})
