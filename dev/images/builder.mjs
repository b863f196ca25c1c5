import { spawnSync } from 'node:child_process'

/** The first of these that works. Needs no daemon for podman and buildah. */
const builders = [
  { program: 'docker', test: ['version', '--format', '{{.Server.Version}}'] },
  { program: 'podman', test: ['info'] },
  { program: 'buildah', test: ['info'], env: { STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' } },
]

/** Null if none works. Settings of the environment replace those of the table. */
export function findBuilder(wanted) {
  const found = builders
    .filter(({ program }) => wanted === undefined || program === wanted)
    .map(({ env, ...builder }) => ({ ...builder, env: { ...env, ...process.env } }))
    .find(({ program, test, env }) => spawnSync(program, test, { env, stdio: 'ignore' }).status === 0)
  return found ?? null
}
