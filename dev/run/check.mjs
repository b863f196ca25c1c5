import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { runChild, runNode } from './child.mjs'
import { compile } from './compile.mjs'
import { imagesContainNoTests } from './image-sources.mjs'
import { inRoot, root, tool } from './paths.mjs'

/** Each question of `npm run check`: answers an exit code, or a word on why it was skipped. */
const questions = [
  { title: 'types', ask: () => compile() },
  { title: 'images contain no tests', ask: imagesContainNoTests },
  { title: 'lint, format, folder arrows', ask: () => runChild(tool('biome'), ['ci', '--colors=off', '.']) },
  { title: 'unused code and dependencies', ask: () => runChild(tool('knip'), []) },
  { title: 'contracts', ask: () => runChild(tool('buf'), ['lint', 'proto']) },
  { title: 'generated files are fresh', ask: generatedFilesAreFresh },
  { title: 'manifests render and fit the services', ask: checkManifests },
]

/** Asks every question, also after one failed; answers 0 only when none did. */
export async function check() {
  const failed = []
  for (const { title, ask } of questions) {
    console.log(`\n== ${title}`)
    const answer = await ask()
    if (typeof answer === 'string') console.log(`skipped: ${answer}`)
    else if (answer !== 0) failed.push(title)
    else console.log('ok')
  }
  console.log(failed.length === 0 ? '\ncheck: all well' : `\ncheck: failed: ${failed.join('; ')}`)
  return failed.length === 0 ? 0 : 1
}

async function generatedFilesAreFresh() {
  if (quiet('git', ['rev-parse', '--git-dir']).status !== 0)
    return 'not a git checkout, nothing to compare with'
  const code = await runNode('--conditions=gatehouse-source', inRoot('dev/generate.ts'))
  if (code !== 0) return code
  const paths = generatedPaths()
  const changed = quiet('git', ['diff', '--name-only', '--', ...paths]).stdout
  const untracked = quiet('git', ['ls-files', '--others', '--exclude-standard', '--', ...paths]).stdout
  if (changed + untracked === '') return 0
  console.log(`differ from what their sources say; commit them:\n${changed}${untracked}`)
  return 1
}

/** .gitattributes says which files are generated, for reviewers and for us. */
function generatedPaths() {
  const lines = readFileSync(inRoot('.gitattributes'), 'utf8').split('\n')
  return lines
    .filter((line) => line.includes('linguist-generated=true'))
    .map((line) => `:(glob)${line.split(/\s+/)[0]}`)
}

/** Debian's own kubectl is older than the kustomize features the manifests use. */
function checkManifests() {
  const kubectl = quiet('kubectl', ['version', '--client', '--output=json'])
  if (kubectl.status === 0 && isRecentKubectl(kubectl.stdout)) return checkWith('kubectl', 'kustomize')
  const kustomize = quiet('kustomize', ['version'])
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

function quiet(program, args) {
  return spawnSync(program, args, { cwd: root, encoding: 'utf8' })
}
