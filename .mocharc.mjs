import { basename } from 'node:path'
import { otherFiles } from './dev/testing/test-files.mjs'

/** Between two files that mostly wait for processes, as many others as take about as long. */
const spacing = 25

/** Separates files that wait, and files of one folder, so that the processors are always busy; the longest comes first. */
function inOrder() {
  const waiting = [
    ...new Set([
      'e2e/rollout/rollout.test.ts',
      ...otherFiles.filter((file) => /^e2e\/[^/]+\/[^/]+$/.test(file)),
    ]),
    'dev/process/orphans.test.ts',
    'gateway/test/cut-off-executions.test.ts',
    'service-kit/src/storage/mongo.test.ts',
  ]
  const files = otherFiles
    .toSorted((a, b) => basename(a).localeCompare(basename(b)))
    .filter((file) => !waiting.includes(file))
  for (const [index, file] of waiting.entries()) files.splice(index * spacing, 0, file)
  return files
}

// mocha adds the files of the command line to those of the configuration: a run with files in its command line needs only those.
const specs = process.argv.slice(2).filter((argument) => argument.endsWith('.test.ts'))
const hasAll = specs.length === 0

export default {
  ...(hasAll ? { spec: inOrder() } : {}),
  ignore: ['**/node_modules/**', '**/dist/**'],
  require: ['dev/testing/root-hooks.ts'],
  reporter: 'dev/testing/reporter.mjs',
  // Most objects of tests die young, and other processes use the other processors.
  'node-option': ['conditions=gatehouse-source', 'max-semi-space-size=64', 'single-threaded-gc'],
  // Ends a test that hangs; a busy machine may need many times what a test usually takes.
  timeout: 120_000,
  // Most tests wait for stores and processes; four processes on two processors need an eighth more processor time. Named files run
  // in one process, for debuggers and `it.only`.
  parallel: hasAll,
  jobs: 3,
}
