import { openFaultStack } from './fault-stack.ts'
import { killedSuite } from './killed-suite.ts'
import { mailsSuite } from './mails-suite.ts'
import { revocationSuite } from './revocation-suite.ts'

describe('a stack of several replicas', () => {
  const stack = openFaultStack({
    hasTls: true,
    replicas: { gateway: 3, 'session-service': 2, 'webhook-service': 2, 'auth-service': 2 },
  })
  killedSuite(stack)
  mailsSuite(stack)
  revocationSuite(stack)
})
