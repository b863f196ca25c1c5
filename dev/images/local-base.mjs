import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pinnedNode } from '../run/paths.mjs'

const images = {
  BASE_IMAGE: 'localhost/gatehouse-base:bookworm',
  NODE_IMAGE: 'localhost/gatehouse-node:bookworm',
}
const certificates = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Makes the base images where no registry is reachable: Debian by debootstrap, Node and npm of this machine. Returns the
 * build arguments that use them. Needs root, buildah and debootstrap.
 */
export function makeLocalBase({ program, env }) {
  if (program !== 'buildah') throw new Error('--local-base needs buildah')
  const buildah = (...args) => run(program, args, env)
  if (spawnSync(program, ['inspect', '--type=image', images.NODE_IMAGE], { env }).status === 0) return images
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-base-'))
  try {
    run('debootstrap', ['--variant=minbase', 'bookworm', folder], env)
    for (const unneeded of ['dev', 'var/cache/apt', 'var/lib/apt/lists']) {
      rmSync(join(folder, unneeded), { recursive: true })
      mkdirSync(join(folder, unneeded))
    }
    makeImage(buildah, { from: 'scratch', tag: images.BASE_IMAGE, files: [[folder, '/']] })
    makeImage(buildah, { from: images.BASE_IMAGE, tag: images.NODE_IMAGE, files: nodeFiles(), isNode: true })
    return images
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function nodeFiles() {
  const npmCli = run('sh', ['-c', 'command -v npm'], process.env).trim()
  const npm = dirname(dirname(realpathSync(npmCli)))
  return [
    [pinnedNode, '/usr/local/bin/node'],
    [npm, '/usr/local/lib/node_modules/npm'],
    ...(existsSync(certificates) ? [[certificates, certificates]] : []),
  ]
}

function makeImage(buildah, { from, tag, files, isNode = false }) {
  const container = buildah('from', from).trim()
  for (const [source, target] of files) buildah('copy', '--quiet', container, source, target)
  if (isNode) {
    for (const name of ['npm', 'npx'])
      buildah(
        'run',
        container,
        '--',
        'ln',
        '-s',
        `../lib/node_modules/npm/bin/${name}-cli.js`,
        `/usr/local/bin/${name}`,
      )
    // The authorities that this machine trusts, also those of a proxy.
    if (existsSync(certificates)) buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container)
  }
  buildah('commit', '--quiet', '--rm', container, tag)
}

function run(program, args, env) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${error?.message ?? stderr.slice(-2000)}`)
  return stdout
}
