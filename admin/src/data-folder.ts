import { join, resolve } from 'node:path'
import { repositoryRoot } from './repository-root.ts'

/** The folder of a stack: `--data DIR`, relative to where the user typed the command, or `.data` of this clone. */
export function dataFolder(given: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  if (given === undefined) return join(repositoryRoot, '.data')
  // npm moves to the root of the repository and leaves the user's folder here.
  return resolve(env.INIT_CWD ?? process.cwd(), given)
}
