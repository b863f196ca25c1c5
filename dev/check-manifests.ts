import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { settingsTables } from './generate/settings-docs.ts'
import { callArrows } from './manifests/call-arrows.ts'
import { manifestProblems } from './manifests/manifest-problems.ts'
import { imageEnv, memoryTable } from './manifests/memory-table.ts'
import { networkProblems } from './manifests/network-problems.ts'
import { policyProblems } from './manifests/policy-problems.ts'

const overlays = ['local', 'production']
const schemaProblems = join(repositoryRoot, 'dev', 'api-tools', 'manifests', 'schema-problems.mjs')

/** Renders every overlay with the given command and checks the result; called by `npm run check`. */
function checkManifests([program = '', verb = '']: string[]): void {
  const run = (command: string, args: string[], input?: string) =>
    execFileSync(command, args, {
      cwd: repositoryRoot,
      encoding: 'utf8',
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'inherit'],
      ...(input !== undefined && { input }),
    })
  const known = {
    settings: settingsTables,
    memory: memoryTable,
    secrets: run('bash', ['k8s/overlays/local/make-secrets.sh']),
  }
  const arrows = callArrows()
  const report = (title: string, problems: string[]) => {
    for (const problem of problems) {
      console.log(`${title}: ${problem}`)
      process.exitCode = 1
    }
  }
  const podProblems = (rendered: string) => [
    ...policyProblems(rendered),
    ...run(process.execPath, [schemaProblems], rendered).split('\n').filter(Boolean),
  ]
  const check = (title: string, folder: string) => {
    const rendered = run(program, [verb, folder])
    report(title, [
      ...manifestProblems(rendered, known),
      ...networkProblems(rendered, arrows),
      ...podProblems(rendered),
    ])
  }
  for (const overlay of overlays) check(overlay, `k8s/overlays/${overlay}`)
  report('Dockerfile', imageProblems())
  report('admin', podProblems(run(program, [verb, 'k8s/admin'])))
  withEveryComponent((folder) => check('production with every component', folder))
}

function imageProblems(): string[] {
  const text = readFileSync(join(repositoryRoot, 'Dockerfile'), 'utf8')
  const set = Object.fromEntries(
    [...text.matchAll(/^ENV (\w+)="?(.*?)"?$/gm)].map(([, name, value]) => [name, value]),
  )
  return Object.entries(imageEnv).flatMap(([name, value]) =>
    set[name] === value ? [] : [`${name} is ${set[name]}, not ${value}`],
  )
}

/** Calls `check` with a temporary overlay: production with each component of k8s/components. */
function withEveryComponent(check: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-overlay-'))
  try {
    const inRepository = (...path: string[]) => relative(folder, join(repositoryRoot, 'k8s', ...path))
    const components = readdirSync(join(repositoryRoot, 'k8s', 'components'))
    const kustomization = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      namespace: 'gatehouse',
      resources: [inRepository('overlays', 'production')],
      components: components.map((component) => inRepository('components', component)),
    }
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization))
    check(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

checkManifests(process.argv.slice(2))
