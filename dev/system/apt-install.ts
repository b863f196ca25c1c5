import { runCommand } from '../process/run-command.ts'
import { onPath } from './on-path.ts'

type Installer = (packages: string[], signal?: AbortSignal) => Promise<void>

/** Installs Debian packages when we are root on such a machine; else rejects with the command that would. */
export const aptInstall: Installer = async (packages, signal) => {
  const hint = `run: sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`
  if (!onPath(['apt-get'])) throw new Error(`not on a Debian machine; install ${packages.join(', ')} by hand`)
  if (process.getuid?.() !== 0) throw new Error(`not root, ${hint}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => runCommand('apt-get', args, { env, signal })
  await apt('update', '-q')
  await apt('install', '-y', '-q', '--no-install-recommends', ...packages)
}
