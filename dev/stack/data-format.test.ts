import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'
import { startProcesses } from '../processes.ts'
import { rejection } from '../testing/rejection.ts'
import { assertDataFormat, dataFormat } from './data-format.ts'

describe('assertDataFormat', () => {
  const folder = temporaryFolder()
  const file = () => join(folder.path, 'data-format')
  const addData = () => mkdirSync(join(folder.path, 'mongodb'))

  it('marks a new folder and accepts it with data', () => {
    assertDataFormat(folder.path)
    expect(readFileSync(file(), 'utf8')).to.equal(`${dataFormat}\n`)
    addData()
    assertDataFormat(folder.path)
  })

  it('rejects data without a format, and data of another format', () => {
    addData()
    expect(() => assertDataFormat(folder.path)).to.throw('comes from another version')
    writeFileSync(file(), `${dataFormat + 1}\n`)
    expect(() => assertDataFormat(folder.path)).to.throw('comes from another version')
  })

  it('stops a start before any process, with the command that deletes the data', async () => {
    addData()
    const lines: string[] = []
    const start = startProcesses({ folder: folder.path, services: [], say: (line) => lines.push(line) })
    expect((await rejection(start)).message).to.contain(`rm -r '${folder.path}'`)
    expect(lines).to.deep.equal([])
  })
})
