import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'

const known = new Map<string, string>()

/** The sources of a package in one text, without tests and generated files. */
export function productSources(folder: string): string {
  const text = known.get(folder) ?? read(folder)
  known.set(folder, text)
  return text
}

function read(folder: string): string {
  const paths = globSync(`${folder}/src/**/*.ts`, { cwd: repositoryRoot })
  const products = paths.filter((path) => !path.endsWith('.test.ts') && !path.includes('/gen/'))
  return products.map((path) => readFileSync(join(repositoryRoot, path), 'utf8')).join('\n')
}
