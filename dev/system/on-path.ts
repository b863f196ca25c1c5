import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian installs daemons in sbin folders that are not on an ordinary user's PATH. */
const daemonFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin']

export function onPath(names: string[], path = process.env.PATH ?? ''): string | undefined {
  const folders = [...path.split(delimiter).filter((folder) => folder !== ''), ...daemonFolders]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
