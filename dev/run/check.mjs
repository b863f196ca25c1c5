import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { imagesContainNoTests } from '../images/image-sources.mjs'
import { contractsAreCompatible } from './breaking-changes.mjs'
import { runChild, runNode } from './child.mjs'
import { compile } from './compile.mjs'
import { apiTools } from './install-packages.mjs'
import { inRoot, pinnedEnvironment, pinnedNode, root, tool } from './paths.mjs'

const checks = [
  { title: 'types', run: () => compile() },
  { title: 'images contain no tests', run: imagesContainNoTests },
  { title: 'lint, format, imports', run: () => runChild(tool('biome'), ['ci', '--colors=off', '.']) },
  { title: 'unused code and dependencies', run: () => runChild(tool('knip'), []) },
  { title: 'contracts', run: () => runChild(tool('buf'), ['lint', 'proto']) },
  { title: 'contracts are compatible', run: () => contractsAreCompatible() },
  { title: 'generated files are fresh', run: generatedFilesAreFresh },
  { title: 'API document', run: lintApiDocument },
  { title: 'client generated from the API document', run: compileGeneratedClient },
  { title: 'manifests render and match the settings', run: checkManifests },
]

/** Runs every check, also after one failed; returns 0 if all passed. */
export async function check() {
  const failed = []
  for (const { title, run } of checks) {
    console.log(`\n== ${title}`)
    const result = await run()
    if (typeof result === 'string') console.log(`skipped: ${result}`)
    else if (result !== 0) failed.push(title)
    else console.log('ok')
  }
  console.log(failed.length === 0 ? '\ncheck: passed' : `\ncheck: failed: ${failed.join('; ')}`)
  return failed.length === 0 ? 0 : 1
}

/** Compares what `npm run generate` writes with what is committed. .gitattributes lists the same files for reviewers. */
function generatedFilesAreFresh() {
  if (run('git', ['rev-parse', '--git-dir']).status !== 0)
    return 'not a git checkout, nothing to compare with'
  const generate = run(pinnedNode, ['--conditions=gatehouse-source', inRoot('dev/generate.ts')])
  if (generate.status !== 0) return fail(generate.stderr)
  const paths = generate.stdout.trim().split('\n')
  const changed = run('git', ['status', '--porcelain', '--untracked-files=all', '--', ...paths]).stdout
  if (/^.[^ ]/m.test(changed)) return fail(`not up to date, run npm run generate and commit:\n${changed}`)
  const attributes = run('git', ['check-attr', 'linguist-generated', '--', ...paths.map(anyFileIn)]).stdout
  const unmarked = attributes.split('\n').filter((line) => line !== '' && !line.endsWith(': true'))
  return unmarked.length === 0 ? 0 : fail(`add to .gitattributes:\n${unmarked.join('\n')}`)
}

/** Attributes match files and not folders. */
function anyFileIn(path) {
  return statSync(inRoot(path)).isDirectory() ? `${path}/any` : path
}

function fail(text) {
  console.log(text)
  return 1
}

/** Both linters read only local files. */
function lintApiDocument() {
  const lint = (name, ...args) => run(join(apiTools, 'node_modules', '.bin', name), ['lint', ...args])
  const config = (file) => join(apiTools, file)
  const document = inRoot('docs', 'openapi.json')
  const results = [
    lint('redocly', document, '--config', config('redocly.yaml')),
    lint('spectral', document, '--ruleset', config('spectral.yaml'), '--fail-severity=hint'),
  ]
  const failed = results.filter(({ status }) => status !== 0)
  return failed.length === 0 ? 0 : fail(failed.map(({ stdout, stderr }) => `${stdout}${stderr}`).join('\n'))
}

/** Generates a client with orval and compiles a use of it. */
function compileGeneratedClient() {
  const folder = join(apiTools, 'orval')
  const output = join(folder, 'gen', 'gatehouse.ts')
  const steps = [
    ['orval', '--input', inRoot('docs', 'openapi.json'), '--output', output, '--client', 'fetch'],
    ['tsc', '--project', folder],
  ]
  for (const [name, ...args] of steps) {
    const { status, stdout, stderr } = run(join(apiTools, 'node_modules', '.bin', name), args)
    if (status !== 0) return fail(`${stdout}${stderr}`)
  }
  return 0
}

/** Debian's own kubectl is too old for the manifests. */
function checkManifests() {
  const kubectl = run('kubectl', ['version', '--client', '--output=json'])
  if (kubectl.status === 0 && isRecentKubectl(kubectl.stdout)) return checkWith('kubectl', 'kustomize')
  const kustomize = run('kustomize', ['version'])
  if (kustomize.status === 0 && /v5\./.test(kustomize.stdout)) return checkWith('kustomize', 'build')
  return 'neither kubectl 1.27 or newer nor kustomize 5 is installed'
}

function isRecentKubectl(output) {
  const { major, minor } = JSON.parse(output).clientVersion
  return Number(major) > 1 || Number.parseInt(minor, 10) >= 27
}

function checkWith(program, verb) {
  return runNode('--conditions=gatehouse-source', inRoot('dev/check-manifests.ts'), program, verb)
}

function run(program, args) {
  const env = { ...pinnedEnvironment(), REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return spawnSync(program, args, { cwd: root, env, encoding: 'utf8' })
}
