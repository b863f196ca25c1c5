import { spawnSync } from 'node:child_process'
import { openSync, writeSync } from 'node:fs'

const maxBytes = 4096
const unshare = ['--map-root-user', '--mount']
const hasMountNamespaces = spawnSync('unshare', [...unshare, 'true']).status === 0
const mounted = 'mount --bind "$0" /etc/hosts && exec "$@"'

/**
 * A file that processes have as /etc/hosts, each in a mount namespace of its own. Where a container may not create
 * namespaces, `observed-process.ts` reads it instead of the system.
 */
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
    /** The command that runs another one with this file, and what its environment needs. */
    commandOf: (program: string, args: string[]) =>
      hasMountNamespaces
        ? { command: 'unshare', args: [...unshare, 'sh', '-c', mounted, path, program, ...args], hosts: '' }
        : { command: program, args, hosts: path },
  }
}
