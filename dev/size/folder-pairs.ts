import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { productFiles } from './product-files.ts'

const imports = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

/** Pairs of folders directly under `src` of a package that import each other, types included: `auth-service/accounts <-> auth-service/sms`. */
export function folderPairs(): string[] {
  const edges = new Set(
    productFiles()
      .filter((file) => file.includes('/src/'))
      .flatMap(edgesOf),
  )
  return [...edges]
    .map((edge) => edge.split(' '))
    .filter(([from = '', to = '']) => from < to && edges.has(`${to} ${from}`))
    .map((pair) => pair.join(' <-> '))
    .toSorted()
}

function edgesOf(file: string): string[] {
  const from = folderOf(file)
  const paths = [...readFileSync(join(repositoryRoot, file), 'utf8').matchAll(imports)].map(
    ([, target = '']) => pathOf(target, file),
  )
  return paths
    .map(folderOf)
    .filter((to) => from && to && to !== from && packageOf(to) === packageOf(from))
    .map((to) => `${from} ${to}`)
}

function pathOf(target: string, file: string): string {
  if (target.startsWith('.')) return join(dirname(file), target)
  return target.replace(/^@gatehouse\/([\w-]+)\//, '$1/src/')
}

function folderOf(path: string): string | null {
  const [, name, folder] = /^([\w-]+)\/src\/([\w-]+)\//.exec(path) ?? []
  return folder === undefined ? null : `${name}/${folder}`
}

const packageOf = (folder: string | null) => folder?.split('/')[0]
