import { globSync } from 'node:fs'

const everyTest =
  '{client,proto,service-kit,gateway,auth-service,session-service,guild-directory,webhook-service,admin,dev,e2e,bench}/**/*.test.ts'
/** The longest first, so that none of them is left at the end; those that mostly wait beside those that need the processors. */
const first = [
  'e2e/rollout/rollout.test.ts',
  'e2e/faults/single-replicas.test.ts',
  'auth-service/**/*.test.ts',
  'e2e/faults/several-replicas.test.ts',
  'e2e/*.test.ts',
  'e2e/*/*.test.ts',
]
const inOrder = () => [...new Set([...first, everyTest].flatMap((pattern) => globSync(pattern).sort()))]

// mocha adds the files of the command line to those of the configuration: a run with files in its command line needs only those.
const specs = process.argv.slice(2).filter((argument) => argument.endsWith('.test.ts'))
const hasAll = specs.length === 0

export default {
  ...(hasAll ? { spec: inOrder() } : {}),
  // Builds images, which takes many minutes; .ci/run names it.
  ignore: ['**/node_modules/**', '**/dist/**', ...(hasAll ? ['dev/images/started-images.test.ts'] : [])],
  require: ['dev/testing/root-hooks.ts'],
  reporter: 'dev/testing/reporter.mjs',
  // Most objects of tests die young.
  'node-option': ['conditions=gatehouse-source', 'max-semi-space-size=64'],
  // Ends a test that hangs; a busy machine may need many times what a test usually takes.
  timeout: 120_000,
  // Most tests wait for stores and processes. Named files run in one process, for debuggers and `it.only`.
  parallel: hasAll,
  jobs: 4,
}
