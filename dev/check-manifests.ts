import { execFileSync } from 'node:child_process'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { settingsTables } from './generate/settings-docs.ts'
import { manifestProblems } from './manifests/manifest-problems.ts'

const overlays = ['k8s/overlays/local', 'k8s/overlays/production']

/** Renders every overlay with the given command and checks the result; called by `npm run check`. */
function checkManifests([program = '', verb = '']: string[]): void {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, {
      cwd: repositoryRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const known = { settings: settingsTables, secrets: run('bash', 'k8s/overlays/local/make-secrets.sh') }
  for (const overlay of overlays) {
    for (const problem of manifestProblems(run(program, verb, overlay), known)) {
      console.log(`${overlay}: ${problem}`)
      process.exitCode = 1
    }
  }
}

checkManifests(process.argv.slice(2))
