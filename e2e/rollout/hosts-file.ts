import { spawnSync } from 'node:child_process'
import { openSync, writeSync } from 'node:fs'

const maxBytes = 4096
const unshare = ['--map-root-user', '--mount']
const mounted = 'mount --bind "$0" /etc/hosts && exec "$@"'

/** A file that processes have as /etc/hosts, each in a mount namespace of its own. */
export function hostsFile(path: string) {
  const file = openSync(path, 'w')
  const names = new Map<string, string[]>()
  return {
    set(name: string, addresses: string[]): void {
      names.set(name, addresses)
      const lines = [...names].flatMap(([each, hosts]) => hosts.map((host) => `${host} ${each}\n`))
      // The mount shows one inode, so the file is not replaced; with a constant length nobody reads half of it.
      writeSync(file, `127.0.0.1 localhost\n${lines.join('')}`.padEnd(maxBytes, '\n'), 0)
    },
    /** The command that runs another one with this file. */
    commandOf: (program: string, args: string[]) => ({
      command: 'unshare',
      args: [...unshare, 'sh', '-c', mounted, path, program, ...args],
    }),
  }
}

/** False outside Linux, and where containers may not create namespaces. */
export function hasMountNamespaces(): boolean {
  return spawnSync('unshare', [...unshare, 'true']).status === 0
}
