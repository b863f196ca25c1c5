import { join, resolve } from 'node:path'
import { repositoryRoot } from './repository-root.ts'

/** The folder of a stack: `--data DIR`, relative to the user's folder, or `.data` of this clone. */
export function dataFolder(given: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  if (given === undefined) return join(repositoryRoot, '.data')
  // npm changes to the root of the repository and stores the user's folder in INIT_CWD.
  return resolve(env.INIT_CWD ?? process.cwd(), given)
}
