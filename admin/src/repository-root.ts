import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The root of this clone, from the sources and from emitted files. */
export const repositoryRoot = rootAbove(import.meta.dirname)

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'package-lock.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('no package-lock.json above the dev package')
  return rootAbove(parent)
}
