import { expect } from 'chai'
import { type HashJob, runHashJob } from './hashing-worker.ts'
import { passwordHashes } from './password-hash.ts'
import { type Argon2Parameters, hasCost } from './stored-hash.ts'

const cost: Argon2Parameters = { memoryKib: 8192, passes: 2, lanes: 1 }

const requester = { address: '192.0.2.1', signal: undefined }

function open() {
  const jobs: HashJob[] = []
  const run = async (job: HashJob) => {
    jobs.push(job)
    return runHashJob(job)
  }
  return { jobs, passwords: passwordHashes({ run }, cost) }
}

describe('password hashes', () => {
  it('does the same argon2 work without an account and returns false', async () => {
    const { jobs, passwords } = open()
    const stored = await passwords.hash('correct horse', requester)
    expect(await passwords.matches('wrong horse', stored, requester)).to.equal(false)
    expect(await passwords.matches('wrong horse', null, requester)).to.equal(false)
    const [wrong, unknown] = jobs.slice(1) as Extract<HashJob, { kind: 'verify' }>[]
    expect({ ...unknown, hash: '' }).to.deep.equal({ ...wrong, hash: '' })
    expect(hasCost(unknown?.hash ?? '', cost)).to.equal(true)
  })

  it('accepts both normalisation forms of a password, but no compatibility form', async () => {
    const { passwords } = open()
    const stored = await passwords.hash('M\u00fcller 12', requester)
    expect(await passwords.matches('Mu\u0308ller 12', stored, requester)).to.equal(true)
    expect(await passwords.matches('M\u00fcller １２', stored, requester)).to.equal(false)
  })

  it('treats spaces as part of the password', async () => {
    const { passwords } = open()
    const stored = await passwords.hash(' correct horse ', requester)
    expect(await passwords.matches(' correct horse ', stored, requester)).to.equal(true)
    expect(await passwords.matches('correct horse', stored, requester)).to.equal(false)
  })

  it('detects a hash of other parameters', async () => {
    const { passwords } = open()
    expect(passwords.isCurrent(await passwords.hash('correct horse', requester))).to.equal(true)
    const old = String(runHashJob({ kind: 'hash', password: 'a', cost: { ...cost, memoryKib: 4096 } }))
    expect(passwords.isCurrent(old)).to.equal(false)
  })
})
