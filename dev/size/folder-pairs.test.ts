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
  'session-service/events <-> session-service/sessions',
  'webhook-service/deliveries <-> webhook-service/executions',
  'webhook-service/deliveries <-> webhook-service/messages',
  'webhook-service/domain-events <-> webhook-service/webhooks',
  'webhook-service/executions <-> webhook-service/formats',
  'webhook-service/messages <-> webhook-service/outbox',
  'webhook-service/settings <-> webhook-service/webhooks',
]

describe('folders of a package', () => {
  it('import each other nowhere but in the known pairs', () => {
    expect(folderPairs()).to.deep.equal(known)
  })
})
