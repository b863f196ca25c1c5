import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { restBody } from '@gatehouse/admin/rest'
import { authority, identityName } from '@gatehouse/service-kit/testing/certificates'
import { type TempStore, tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { testKeys } from '@gatehouse/service-kit/testing/test-keys'
import { expect } from 'chai'
import { until } from '../process/until.ts'
import { findFreePort } from '../stack/free-port.ts'
import { openContainer, type ReadOnlyContainer } from './read-only-container.ts'

const services = ['session-service', 'webhook-service', 'auth-service', 'gateway'] as const
const images = [...services, 'admin'] as const
type Image = (typeof images)[number]

/** Not part of `npm test`: named by .ci/run where buildah is installed. Uses the tags of the images that exist, or builds them. */
describe('the images', function () {
  this.timeout(3_600_000)
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-images-'))
  const files = join(folder, 'files')
  const running: ReturnType<ReadOnlyContainer['run']>[] = []
  const containers = {} as Record<Image, ReadOnlyContainer>
  const settings = {} as Record<Image, Record<string, string>>
  let store: TempStore
  let url: string

  before(async () => {
    const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))
    const built = spawnSync(
      process.execPath,
      ['dev/run.mjs', 'images', '--builder', 'buildah', ...(canPull() ? [] : ['--local-base'])],
      { cwd: repositoryRoot, stdio: ['ignore', 'inherit', 'inherit'] },
    )
    expect(built.status).to.equal(0)
    store = tempStore()
    mkdirSync(files)
    const ports = await portsOf()
    url = `http://127.0.0.1:${ports.gateway.http}`
    const issuer = authority()
    for (const image of images) {
      containers[image] = openContainer(`localhost/gatehouse/${image}:${version}`, { folder, files })
      const { cert, key, ca } = issuer.issue({ names: ['IP:127.0.0.1', identityName(image)] })
      for (const [name, content] of Object.entries({ crt: cert, key, ca })) write(`${image}.${name}`, content)
      settings[image] = { ...settingsOf(image, ports[image]), ...addresses(ports) }
    }
  })
  after(async () => {
    for (const each of running) each.stop()
    await Promise.all(running.map(({ exited }) => exited))
    for (const container of Object.values(containers)) container.remove()
    rmSync(folder, { recursive: true, force: true })
    await store?.drop()
  })

  const start = (image: Image, command: string) => {
    const started = containers[image].run(['sh', '-c', `exec ${command}`], settings[image])
    running.push(started)
    return started
  }

  it('contain a list of their packages, but no tests, types, source maps or package managers', () => {
    for (const { root, labels } of Object.values(containers)) {
      const find =
        'find app usr/local -name "*.map" -o -name "*.ts" -o -name "*.test.js" -o -name npm -o -name testing'
      expect(spawnSync('sh', ['-c', find], { cwd: root, encoding: 'utf8' }).stdout).to.equal('')
      expect(
        JSON.parse(readFileSync(join(root, 'app', 'sbom.json'), 'utf8')).components,
      ).to.have.length.above(20)
      expect(labels['org.opencontainers.image.revision']).to.match(/^[0-9a-f]{40}$/)
      expect(existsSync(join(root, 'usr/local/bin/node'))).to.equal(true)
    }
  })

  it('migrate the databases with the settings of MongoDB alone', async () => {
    for (const service of ['auth-service', 'webhook-service'] as const) {
      const { exited, output } = start(service, `node ${service}/dist/migrate.js`)
      expect(await exited, output()).to.equal(0)
    }
  })

  it('serve with mutual TLS from a read-only file system, and stop on SIGTERM', async () => {
    const started = services.map((service) => start(service, `node ${service}/dist/main.js`))
    const isReady = async () => {
      const responses = services.map((service) =>
        fetch(`http://${settings[service].GATEHOUSE_OPS_LISTEN}/health/ready`),
      )
      return (await Promise.all(responses)).every(({ ok }) => ok)
    }
    const isUp = await until(() => isReady().catch(() => false), { timeoutMs: 120_000 })
    expect(isUp, started.map(({ output }) => output()).join('\n')).to.equal(true)

    const body = {
      email: 'ann@gatehouse.test',
      password: 'violet-anchor-1',
      consent: true,
      date_of_birth: '1990-01-01',
    }
    const { token, user_id } = await restBody<{ token: string; user_id: string }>(
      url,
      'POST',
      '/auth/register',
      { body },
    )
    expect(await restBody(url, 'GET', '/users/@me', { token })).to.have.property('id', user_id)
    expect((await fetch(`${url}/docs/errors`)).status).to.equal(200)

    const admin = start('admin', `node admin/dist/main.js account find --email ${body.email} --json`)
    expect(await admin.exited, admin.output()).to.equal(0)
    expect(JSON.parse(admin.output().trim().split('\n').at(-1) ?? '')).to.have.property('id', user_id)

    for (const each of started) each.stop()
    for (const { exited, output } of started) expect(await exited, output()).to.equal(0)
  })

  function canPull(): boolean {
    const base =
      /^ARG BASE_IMAGE=(.*)$/m.exec(readFileSync(join(repositoryRoot, 'Dockerfile'), 'utf8'))?.[1] ?? ''
    const env = { STORAGE_DRIVER: 'vfs', ...process.env }
    return spawnSync('buildah', ['pull', '--quiet', base], { env, timeout: 120_000 }).status === 0
  }

  function write(name: string, content: Buffer): void {
    writeFileSync(join(files, name), content, { mode: 0o644 })
  }

  async function portsOf() {
    const taken = new Set<number>()
    const next = async () => {
      const port = await findFreePort(taken)
      taken.add(port)
      return port
    }
    const entries = []
    for (const image of images)
      entries.push([image, { grpc: await next(), ops: await next(), http: await next() }])
    return Object.fromEntries(entries) as Record<Image, { grpc: number; ops: number; http: number }>
  }

  function settingsOf(image: Image, { grpc, ops, http }: { grpc: number; ops: number; http: number }) {
    return {
      NODE_ENV: 'production',
      GATEHOUSE_GRPC_LISTEN: `127.0.0.1:${grpc}`,
      GATEHOUSE_OPS_LISTEN: `127.0.0.1:${ops}`,
      GATEHOUSE_HTTP_LISTEN: `127.0.0.1:${http}`,
      GATEHOUSE_PUBLIC_URL: 'https://gatehouse.test',
      GATEHOUSE_MONGODB_URL: store.mongodbUrl,
      GATEHOUSE_MONGODB_DATABASE: `${store.database}`,
      GATEHOUSE_REDIS_URL: store.redisUrl,
      GATEHOUSE_REDIS_PREFIX: store.redisPrefix,
      GATEHOUSE_KEYS: testKeys(),
      GATEHOUSE_EMAIL_DNS_CHECK: '0',
      GATEHOUSE_DRAIN_SECONDS: '0',
      GATEHOUSE_TLS_CERT: `/mnt/${image}.crt`,
      GATEHOUSE_TLS_KEY: `/mnt/${image}.key`,
      GATEHOUSE_TLS_CA: `/mnt/${image}.ca`,
    }
  }

  function addresses(ports: Record<Image, { grpc: number }>) {
    return {
      GATEHOUSE_AUTH_ADDR: `127.0.0.1:${ports['auth-service'].grpc}`,
      GATEHOUSE_SESSIONS_ADDR: `127.0.0.1:${ports['session-service'].grpc}`,
      GATEHOUSE_WEBHOOKS_ADDR: `127.0.0.1:${ports['webhook-service'].grpc}`,
    }
  }
})
