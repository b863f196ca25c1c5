import { awaySuite } from './away-suite.ts'
import { openFaultStack } from './fault-stack.ts'
import { storeKillsSuite } from './store-kills-suite.ts'

describe('a stack of single replicas', () => {
  const stack = openFaultStack()
  awaySuite(stack)
  storeKillsSuite(stack)
})
