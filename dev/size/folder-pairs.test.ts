import { expect } from 'chai'
import { folderPairs } from './folder-pairs.ts'

/** Only to be shortened: a folder that nothing of its own imports can be read, and moved, alone. */
const known = [
  'auth-service/accounts <-> auth-service/audit',
  'auth-service/accounts <-> auth-service/factors',
  'auth-service/accounts <-> auth-service/mails',
  'auth-service/accounts <-> auth-service/passkeys',
  'auth-service/accounts <-> auth-service/single-sign-on',
  'auth-service/accounts <-> auth-service/sms',
  'auth-service/factors <-> auth-service/single-sign-on',
  'auth-service/factors <-> auth-service/step-up',
  'auth-service/passkeys <-> auth-service/step-up',
  'auth-service/recovery <-> auth-service/single-sign-on',
  'auth-service/sign-in <-> auth-service/single-sign-on',
  'auth-service/sign-in <-> auth-service/sms',
  'auth-service/sms <-> auth-service/step-up',
  'gateway/http <-> gateway/openapi',
]

describe('folders of a package', () => {
  it('import each other nowhere but in the known pairs', () => {
    expect(folderPairs()).to.deep.equal(known)
  })
})
