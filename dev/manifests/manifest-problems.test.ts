import { defineSettings, setting } from '@gatehouse/service-kit/process/settings'
import { expect } from 'chai'
import { stringify } from 'yaml'
import { manifestProblems } from './manifest-problems.ts'

const settings = {
  mill: defineSettings({
    wheel: setting.integer({ env: 'MILL_WHEEL', default: 1, max: 9, meaning: '-' }),
    key: setting.text({ env: 'MILL_KEY', meaning: '-' }),
    bytes: setting.integer({ env: 'MILL_WHEEL_BYTES', default: 16_777_216, meaning: '-' }),
  }),
}
const memory = {
  mill: {
    limitMib: 128,
    heapPercent: 50,
    nativeMib: 20,
    budgets: [
      { use: 'a wheel', mib: 16, env: 'MILL_WHEEL_BYTES' },
      { use: 'flour', mib: 0 },
    ],
  },
}
const secret = (name: string, data: Record<string, string>) => ({ kind: 'Secret', metadata: { name }, data })
const secrets = [secret('mill-keys', { key: 'eA==' }), secret('barn-keys', { key: 'eA==' })]
const documents = (all: object[]) => all.map((each) => `---\n${stringify(each)}`).join('')

const key = (name: string, of = 'key') => ({
  name: 'MILL_KEY',
  valueFrom: { secretKeyRef: { name, key: of } },
})
const config = { kind: 'ConfigMap', metadata: { name: 'shared' }, data: { MILL_WHEEL: '2', OTHER: 'x' } }

function problems({
  env = [key('mill-keys')],
  volumes = [],
  shared = 'shared',
  name = 'mill',
  grace = 17,
  lifecycle = {},
  limit = '128Mi',
  row = {},
}: Given = {}) {
  const resources = { limits: { memory: limit } }
  const containers = [{ env, envFrom: [{ configMapRef: { name: shared } }], lifecycle, resources }]
  const pod = { containers, volumes, terminationGracePeriodSeconds: grace }
  const deployment = { kind: 'Deployment', metadata: { name }, spec: { template: { spec: pod } } }
  return manifestProblems(documents([config, deployment]), {
    settings,
    secrets: documents(secrets),
    memory: { mill: { ...memory.mill, ...row } },
  })
}
type Given = {
  env?: object[]
  volumes?: object[]
  shared?: string
  name?: string
  grace?: number
  lifecycle?: object
  limit?: string
  row?: Partial<(typeof memory)['mill']>
}

describe('manifestProblems', () => {
  it('names secrets and config maps that do not exist', () => {
    expect(problems({ env: [key('mill-none')] })[0]).to.equal('mill: secret mill-none does not exist')
    expect(problems({ env: [key('mill-keys', 'other')] })[0]).to.equal(
      'mill: secret mill-keys has no key other',
    )
    expect(problems({ shared: 'none' })).to.deep.equal(['mill: config map none does not exist'])
    const volumes = [{ secret: { secretName: 'mill-tls' } }, { configMap: { name: 'setup' } }]
    expect(problems({ volumes })).to.deep.equal([
      'mill: secret mill-tls does not exist',
      'mill: config map setup does not exist',
    ])
  })

  it('names a secret of another service', () => {
    expect(problems({ env: [key('barn-keys')] })).to.deep.equal([
      'mill: secret barn-keys is of another service',
    ])
  })

  it('names variables that the service does not read and values that it rejects', () => {
    const env = [key('mill-keys'), { name: 'MILL_WHEL', value: '1' }, { name: 'MILL_WHEEL', value: '10' }]
    const [unread, rejected] = problems({ env })
    expect(unread).to.equal('mill: no setting is called MILL_WHEL')
    expect(rejected).to.contain('MILL_WHEEL')
    expect(problems({ env: [] }).join()).to.contain('MILL_KEY must be set')
  })

  it('names a pod that is killed before it has drained, and a second delay', () => {
    expect(problems({ grace: 16 })).to.deep.equal(['mill: is killed after 16 s, but may need 16 s to drain'])
    expect(problems({ lifecycle: { preStop: { sleep: { seconds: 5 } } } })).to.deep.equal([
      'mill: GATEHOUSE_DRAIN_SECONDS replaces preStop',
    ])
  })

  it('names a memory limit, a heap or a budget that is not that of the table', () => {
    expect(problems({ limit: '64Mi' })).to.deep.equal(['mill: has a memory limit of 64Mi, not 128Mi'])
    const options = { name: 'NODE_OPTIONS', value: '--max-old-space-size=4096' }
    expect(problems({ env: [key('mill-keys'), options] }).join()).to.contain(
      'has NODE_OPTIONS --max-old-space-size=4096, not ',
    )
    const bytes = { name: 'MILL_WHEEL_BYTES', value: '1' }
    expect(problems({ env: [key('mill-keys'), bytes] })).to.deep.equal([
      'mill: MILL_WHEEL_BYTES is 1, not 16 MiB',
    ])
  })

  it('names a pod whose budgets do not fit into its memory', () => {
    const row = { budgets: [{ use: 'flour', mib: 17 }] }
    expect(problems({ row })).to.deep.equal(['mill: has 15 MiB left for what has no budget'])
  })

  it('accepts a service that can start, and workloads that are not services', () => {
    expect(problems()).to.deep.equal([])
    expect(problems({ name: 'redis', env: [key('mill-keys')] })).to.deep.equal([])
  })

  describe('of a Job', () => {
    const job = (image: string, container: object = {}) => {
      const spec = {
        serviceAccountName: 'mill',
        containers: [{ image, env: [key('mill-keys')], ...container }],
      }
      return manifestProblems(
        documents([
          config,
          { kind: 'Job', metadata: { name: 'mill-migrate-1.2' }, spec: { template: { spec } } },
        ]),
        { settings, secrets: documents(secrets), memory },
      )
    }

    it('accepts the name of its image tag and a secret of its service', () => {
      expect(job('mill:1.2')).to.deep.equal([])
    })

    it('names what would make it fail with the next release', () => {
      expect(job('mill:1.3')).to.deep.equal([
        'mill-migrate-1.2: its name does not end with the tag of its image',
      ])
      expect(job('mill:1.2', { envFrom: [{ configMapRef: { name: 'shared' } }] })).to.deep.equal([
        'mill-migrate-1.2: reads a config map',
      ])
    })

    it('names a secret of another service', () => {
      expect(job('mill:1.2', { env: [key('barn-keys')] })).to.deep.equal([
        'mill-migrate-1.2: secret barn-keys is of another service',
      ])
    })
  })
})
