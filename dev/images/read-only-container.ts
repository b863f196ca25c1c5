import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

const env = { STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot', ...process.env }
const buildah = (...args: string[]) => execFileSync('buildah', args, { env, encoding: 'utf8' }).trim()

/** As a pod runs it: its own view of the files, read-only, and no other user than 1000. `files` is mounted at /mnt. */
const script = `
  mount --bind "$ROOT" "$VIEW"
  mount --rbind /dev "$VIEW/dev"
  mount -t proc proc "$VIEW/proc"
  mount --bind "$FILES" "$VIEW/mnt"
  mount -o remount,bind,ro "$VIEW"
  exec chroot --userspec=1000:1000 "$VIEW" /usr/bin/env -C /app "$@"`

type ImageConfig = { Env: string[]; Labels: Record<string, string> }

export type ReadOnlyContainer = ReturnType<typeof openContainer>

/** Runs an image as a container without a daemon. Needs root, buildah and unshare. */
export function openContainer(image: string, { folder, files }: { folder: string; files: string }) {
  const container = buildah('from', image)
  const root = buildah('mount', container)
  const view = join(folder, container)
  mkdirSync(view)
  const { config }: { config: ImageConfig } = JSON.parse(buildah('inspect', container)).OCIv1
  return {
    root,
    labels: config.Labels,
    run(command: string[], settings: Record<string, string>) {
      const variables = { ROOT: root, VIEW: view, FILES: files, PATH: process.env.PATH, ...settings }
      const child = spawn('unshare', ['--mount', 'sh', '-euc', script, 'sh', ...command], {
        env: {
          ...Object.fromEntries(config.Env.map((each) => each.split(/=(.*)/s).slice(0, 2))),
          ...variables,
        },
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk
        })
      const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
      return { exited, output: () => output, stop: () => child.kill('SIGTERM') }
    },
    remove() {
      buildah('umount', container)
      buildah('rm', container)
    },
  }
}
