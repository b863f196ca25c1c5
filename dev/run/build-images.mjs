import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { runChild } from './child.mjs'
import { inRoot } from './paths.mjs'

export const services = ['gateway', 'auth-service', 'session-service', 'webhook-service']

export async function buildImages() {
  const docker = spawnSync('docker', ['version', '--format', '{{.Server.Version}}'], { encoding: 'utf8' })
  if (docker.error) return fail('docker is missing. See https://docs.docker.com/engine/install/')
  if (docker.status !== 0)
    return fail(`docker is installed, but its engine does not answer: ${docker.stderr.trim()}`)
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  for (const service of services) {
    const tag = `gatehouse/${service}:${version}`
    console.error(`building ${tag}`)
    const code = await runChild('docker', ['build', '--build-arg', `SERVICE=${service}`, '--tag', tag, '.'])
    if (code !== 0) return code
  }
  return 0
}

function fail(message) {
  console.error(message)
  return 1
}
