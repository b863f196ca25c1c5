import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A path inside the repository. */
export const inRoot = (...parts) => join(root, ...parts)

const bin = inRoot('node_modules', '.bin')

/** The Node that package-lock.json pins, whatever Node came in. */
export const pinnedNode = inRoot('node_modules', 'node', 'bin', 'node')

/** A program that a package brings. */
export const tool = (name) => join(bin, name)

/** The environment in which `node` is the pinned one, for everything we start. */
export function pinnedEnvironment() {
  return {
    ...process.env,
    INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
    PATH: [bin, foreignPath()].join(delimiter),
  }
}

/** PATH without the folder that an installation is about to remove. */
export function foreignPath() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== bin)
    .join(delimiter)
}
