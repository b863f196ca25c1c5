import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { expect } from 'chai'

const packages = [
  '.',
  'admin',
  'auth-service',
  'bench',
  'client',
  'dev',
  'e2e',
  'gateway',
  'guild-directory',
  'k8s',
]
const folders = [...packages, 'proto', 'service-kit', 'session-service', 'webhook-service']
const sourceFolders = folders.flatMap((folder) => [folder, `${folder}/src`])

const files = execFileSync('git', ['ls-files'], { cwd: repositoryRoot, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(md|ts|mjs|proto|yaml)$/.test(file) && !file.includes('/gen/') && exists(file))
const pages = files.filter((file) => file.endsWith('.md'))

describe('references in documentation and comments', () => {
  it('are links to files that exist', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|mailto:|javascript:|#)([^)\s#]+)/g)]
        .filter(([, target = '']) => !exists(join(dirname(page), target)))
        .map(([, target]) => `${page}: ${target}`),
    )
    expect(broken).to.deep.equal([])
  })

  it('lead from the map to the page of each package, and back but for the client, whose page is packed with it', () => {
    const map = read('docs/architecture.md')
    const unlinked = folders
      .slice(1)
      .flatMap((folder) => [
        ...(map.includes(`](../${folder}/README.md)`)
          ? []
          : [`docs/architecture.md does not link ${folder}`]),
        ...(folder === 'client' || read(`${folder}/README.md`).includes('](../docs/architecture.md')
          ? []
          : [`${folder}/README.md`]),
      ])
    expect(unlinked).to.deep.equal([])
    expect(read('README.md')).to.include('](docs/architecture.md)')
  })

  it('are paths that exist', () => {
    const broken = files.flatMap((file) =>
      pathsIn(file)
        .filter((path) => !isKnown(path, file))
        .map((path) => `${file}: ${path}`),
    )
    expect(broken).to.deep.equal([])
  })

  it('are to no page outside the repository', () => {
    const outside = /\b(contract|interface|reference-api|security|performance|style)\.md\b|\brow \d+\b/
    const found = files.filter((file) => file !== 'dev/docs/references.test.ts' && outside.test(read(file)))
    expect(found).to.deep.equal([])
  })
})

/** In pages, paths in backticks; in code, paths in comments. */
function pathsIn(file: string): string[] {
  const text = file.endsWith('.md')
    ? [...read(file).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code).join('\n')
    : read(file)
        .split('\n')
        .filter((line) => /^\s*(\/\/|\/?\*|#)/.test(line))
        .join('\n')
  return [...text.matchAll(/(?<![\w./<{-])(?:[\w-]+\/)+[\w.-]+\.(?:ts|mjs|md|proto|acl|sh)\b/g)].map(
    ([path]) => path,
  )
}

function isKnown(path: string, file: string): boolean {
  if (path.startsWith('path/to/')) return true
  const built = path.replace(/(^|\/)dist\//, '$1src/').replace(/\.js$/, '.ts')
  const near = [dirname(file), dirname(dirname(file))]
  return [...near, ...sourceFolders].some((folder) => exists(join(folder, built)))
}

function exists(path: string): boolean {
  return existsSync(join(repositoryRoot, normalize(path)))
}

function read(file: string): string {
  return readFileSync(join(repositoryRoot, file), 'utf8')
}
