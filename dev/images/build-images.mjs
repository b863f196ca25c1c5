import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runChild } from '../run/child.mjs'
import { inRoot, root } from '../run/paths.mjs'
import { findBuilder } from './builder.mjs'
import { makeLocalBase } from './local-base.mjs'

export const services = ['gateway', 'auth-service', 'session-service', 'webhook-service']

/** Builds the images of the named services, or all of them with the one of `admin`. */
export async function buildImages(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { builder: { type: 'string' }, 'local-base': { type: 'boolean', default: false } },
  })
  const builder = findBuilder(values.builder)
  if (!builder) {
    console.error(
      'No docker with a running engine, no podman and no buildah. Install one: apt-get install buildah',
    )
    return 1
  }
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const shared = {
    VERSION: version,
    REVISION:
      spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim() || 'unknown',
    ...(values['local-base'] && makeLocalBase(builder)),
  }
  for (const service of positionals.length > 0 ? positionals : [...services, 'admin']) {
    const tag = `gatehouse/${service}:${version}`
    console.error(`${builder.program}: building ${tag}`)
    const settings = Object.entries({ ...shared, SERVICE: service })
    const buildArgs = settings.flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
    // Docker caches layers by default.
    const cache = builder.program === 'docker' ? [] : ['--layers']
    const code = await runChild(
      builder.program,
      ['build', ...cache, ...buildArgs, '--tag', tag, '.'],
      builder,
    )
    if (code !== 0) return code
  }
  return 0
}
