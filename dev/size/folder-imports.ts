import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { productFiles } from './product-files.ts'

/** Between folders directly under `src` of one package, types included: `{ from: 'auth-service/login', to: 'auth-service/accounts' }`. */
export type FolderImport = { file: string; from: string; to: string }

const imports = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

export function folderImports(): FolderImport[] {
  return productFiles()
    .filter((file) => file.includes('/src/'))
    .flatMap(importsOf)
}

/** Pairs of folders that import each other: `auth-service/accounts <-> auth-service/sms`. */
export function folderPairs(): string[] {
  const edges = new Set(folderImports().map(({ from, to }) => `${from} ${to}`))
  return [...edges]
    .map((edge) => edge.split(' '))
    .filter(([from = '', to = '']) => from < to && edges.has(`${to} ${from}`))
    .map((pair) => pair.join(' <-> '))
    .toSorted()
}

function importsOf(file: string): FolderImport[] {
  const from = folderOf(file)
  if (from === null) return []
  const targets = [...readFileSync(join(repositoryRoot, file), 'utf8').matchAll(imports)]
  const folders = targets.map(([, target = '']) => folderOf(pathOf(target, file)))
  return folders
    .filter((to): to is string => to !== null && to !== from && packageOf(to) === packageOf(from))
    .map((to) => ({ file, from, to }))
}

function pathOf(target: string, file: string): string {
  if (target.startsWith('.')) return join(dirname(file), target)
  return target.replace(/^@gatehouse\/([\w-]+)\//, '$1/src/')
}

function folderOf(path: string): string | null {
  const [, name, folder] = /^([\w-]+)\/src\/([\w-]+)\//.exec(path) ?? []
  return folder === undefined ? null : `${name}/${folder}`
}

const packageOf = (folder: string) => folder.split('/')[0]
