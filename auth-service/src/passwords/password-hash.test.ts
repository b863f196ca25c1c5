import { expect } from 'chai'
import { type HashJob, hashJobRunner, hashPassword } from './hashing-worker.ts'
import { passwordHashes } from './password-hash.ts'
import { type Argon2Parameters, isCurrentHash, readStoredHash } from './stored-hash.ts'

const parameters: Argon2Parameters = { memoryKib: 8192, passes: 2, lanes: 1 }

const requester = { address: '192.0.2.1', isKnown: false, signal: undefined }

function open() {
  const jobs: HashJob[] = []
  const runJob = hashJobRunner(parameters)
  const run = async (job: HashJob) => {
    jobs.push(job)
    return runJob(job)
  }
  return { jobs, passwords: passwordHashes({ run }, parameters) }
}

describe('password hashes', () => {
  it('does the same argon2 work without an account and returns false', async () => {
    const { jobs, passwords } = open()
    const stored = await passwords.hash('correct horse', requester)
    expect(await passwords.matches('wrong horse', stored, requester)).to.equal(false)
    expect(await passwords.matches('wrong horse', null, requester)).to.equal(false)
    const [wrong, unknown] = jobs.slice(1) as Extract<HashJob, { kind: 'verify' }>[]
    expect({ ...unknown, hash: '' }).to.deep.equal({ ...wrong, hash: '' })
    expect(isCurrentHash(readStoredHash(unknown?.hash ?? ''), parameters)).to.equal(true)
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
    expect(passwords.isCurrentHash(await passwords.hash('correct horse', requester))).to.equal(true)
    const old = hashPassword('a', { ...parameters, memoryKib: 4096 })
    expect(passwords.isCurrentHash(old)).to.equal(false)
  })
})
