import { join } from 'node:path'
import { imagesContainNoTests } from '../images/image-sources.mjs'
import { contractsAreCompatible, storedFormsAreDescribed } from './breaking-changes.mjs'
import { capture } from './capture.mjs'
import { compile } from './compile.mjs'
import { generatedFilesAreFresh } from './generated-files.mjs'
import { apiTools } from './install-packages.mjs'
import { inRoot, pinnedNode, tool } from './paths.mjs'

const types = { title: 'types', run: checkTypes }
const lint = {
  title: 'lint, format, imports',
  run: () => capture(tool('biome'), ['ci', '--colors=off', '.']),
}
/** Other checks read what it writes. */
const generated = { title: 'generated files are fresh', run: () => generatedFilesAreFresh() }
const others = [
  { title: 'unused code and dependencies', run: () => capture(tool('knip'), []) },
  { title: 'contracts', run: () => capture(tool('buf'), ['lint', 'proto']) },
  { title: 'API document', run: lintApiDocument },
  { title: 'client generated from the API document', run: compileGeneratedClient },
  { title: 'manifests render and match the settings', run: checkManifests },
  { title: 'contracts are compatible', run: () => contractsAreCompatible() },
  { title: 'changes of stored data are described', run: () => storedFormsAreDescribed() },
  { title: 'images contain no tests', run: imagesContainNoTests },
]

/**
 * Runs every check, also after one failed; returns 0 if all passed. With `--quick` only types and lint: what a change needs before
 * its commit.
 */
export async function check(args) {
  const isQuick = args.includes('--quick')
  const failed = [
    ...(isQuick ? [] : await runAll([generated])),
    ...(await runAll(isQuick ? [types, lint] : [types, lint, ...others])),
  ]
  console.log(failed.length === 0 ? '\ncheck: passed' : `\ncheck: failed: ${failed.join('; ')}`)
  return failed.length === 0 ? 0 : 1
}

/** Runs checks side by side, prints each when it is done, and returns the titles of those that failed. */
async function runAll(checks) {
  const outcomes = await Promise.all(
    checks.map(async ({ title, run }) => {
      const startedAt = performance.now()
      const { status, output } = await run()
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      const verdict = status === null ? 'skipped' : status === 0 ? 'ok' : 'failed'
      const shown = status === 0 ? '' : `${output.trim()}\n`
      console.log(`== ${title}: ${verdict}, ${seconds} s\n${shown}`.trim())
      return status === 0 || status === null ? [] : [title]
    }),
  )
  return outcomes.flat()
}

async function checkTypes() {
  let output = ''
  const status = await compile(async (...args) => {
    const built = await capture(tool('tsc'), args)
    output += built.output
    return built.status
  })
  return { status, output }
}

/** Both linters read only local files. */
async function lintApiDocument() {
  const document = inRoot('docs', 'openapi.json')
  const config = (file) => join(apiTools, file)
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const lintWith = (name, ...args) => capture(apiTool(name), ['lint', document, ...args], { env })
  return firstFailed([
    () => lintWith('redocly', '--config', config('redocly.yaml')),
    () => lintWith('spectral', '--ruleset', config('spectral.yaml'), '--fail-severity=hint'),
  ])
}

/** Generates a client with orval and compiles a use of it. */
function compileGeneratedClient() {
  const folder = join(apiTools, 'orval')
  const output = join(folder, 'gen', 'gatehouse.ts')
  const orval = ['--input', inRoot('docs', 'openapi.json'), '--output', output, '--client', 'fetch']
  return firstFailed([
    () => capture(apiTool('orval'), orval),
    () => capture(apiTool('tsc'), ['--project', folder]),
  ])
}

async function firstFailed(steps) {
  let result = { status: 0, output: '' }
  for (const step of steps) {
    result = await step()
    if (result.status !== 0) break
  }
  return result
}

/** Debian's own kubectl is too old for the manifests. */
async function checkManifests() {
  const versionOf = (program, ...args) =>
    capture(program, args).catch(() => ({ status: 1, stdout: '', output: '' }))
  const kubectl = await versionOf('kubectl', 'version', '--client', '--output=json')
  if (kubectl.status === 0 && isRecentKubectl(kubectl.stdout)) return checkWith('kubectl', 'kustomize')
  const kustomize = await versionOf('kustomize', 'version')
  if (kustomize.status === 0 && /v5\./.test(kustomize.stdout)) return checkWith('kustomize', 'build')
  return { status: null, output: 'neither kubectl 1.27 or newer nor kustomize 5 is installed' }
}

function isRecentKubectl(output) {
  const { major, minor } = JSON.parse(output).clientVersion
  return Number(major) > 1 || Number.parseInt(minor, 10) >= 27
}

function checkWith(program, verb) {
  const script = inRoot('dev/check-manifests.ts')
  return capture(pinnedNode, ['--conditions=gatehouse-source', script, program, verb])
}

const apiTool = (name) => join(apiTools, 'node_modules', '.bin', name)
