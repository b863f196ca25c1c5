import { expect } from 'chai'
import { doHashJob, type HashCost, type HashJob, hasCost } from './hash-job.ts'
import { passwordHashes } from './password-hash.ts'

const cost: HashCost = { memoryKib: 8192, passes: 2, lanes: 1 }

const requester = { address: '192.0.2.1', signal: undefined }

function open() {
  const jobs: HashJob[] = []
  const run = async (job: HashJob) => {
    jobs.push(job)
    return doHashJob(job)
  }
  return { jobs, passwords: passwordHashes({ run }, cost) }
}

describe('password hashes', () => {
  it('does the same argon2 work without an account, and never finds a match', async () => {
    const { jobs, passwords } = open()
    const stored = await passwords.hash('correct horse', requester)
    expect(await passwords.matches('wrong horse', stored, requester)).to.equal(false)
    expect(await passwords.matches('wrong horse', null, requester)).to.equal(false)
    const [wrong, unknown] = jobs.slice(1) as Extract<HashJob, { kind: 'verify' }>[]
    expect({ ...unknown, hash: '' }).to.deep.equal({ ...wrong, hash: '' })
    expect(hasCost(unknown?.hash ?? '', cost)).to.equal(true)
  })

  it('lets both spellings of one password in, and no compatible one', async () => {
    const { passwords } = open()
    const stored = await passwords.hash('M\u00fcller 12', requester)
    expect(await passwords.matches('Mu\u0308ller 12', stored, requester)).to.equal(true)
    expect(await passwords.matches('M\u00fcller １２', stored, requester)).to.equal(false)
  })

  it('keeps spaces', async () => {
    const { passwords } = open()
    const stored = await passwords.hash(' correct horse ', requester)
    expect(await passwords.matches(' correct horse ', stored, requester)).to.equal(true)
    expect(await passwords.matches('correct horse', stored, requester)).to.equal(false)
  })

  it('tells hashes that have to be made anew', async () => {
    const { passwords } = open()
    expect(passwords.isCurrent(await passwords.hash('correct horse', requester))).to.equal(true)
    const old = String(doHashJob({ kind: 'hash', password: 'a', cost: { ...cost, memoryKib: 4096 } }))
    expect(passwords.isCurrent(old)).to.equal(false)
  })
})
