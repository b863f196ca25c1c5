import { expect } from 'chai'
import { stringify } from 'yaml'
import { policyProblems } from './policy-problems.ts'

const container = {
  name: 'mill',
  image: 'mill:1',
  resources: {
    requests: { cpu: '1', memory: '1Mi', 'ephemeral-storage': '1Mi' },
    limits: { memory: '1Mi', 'ephemeral-storage': '1Mi' },
  },
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
}
const probes = { readinessProbe: {}, livenessProbe: {}, startupProbe: {} }
const pod = {
  automountServiceAccountToken: false,
  priorityClassName: 'mill',
  topologySpreadConstraints: [{}],
  securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [{ ...container, ...probes }],
}
const budget = {
  kind: 'PodDisruptionBudget',
  metadata: { name: 'mill' },
  spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' },
}
const scaler = { kind: 'HorizontalPodAutoscaler', metadata: { name: 'mill' } }
const deployment = (changes: object = {}, spec: object = {}) => ({
  kind: 'Deployment',
  metadata: { name: 'mill' },
  spec: { minReadySeconds: 5, ...spec, template: { spec: { ...pod, ...changes } } },
})
const problems = (...manifests: object[]) =>
  policyProblems(manifests.map((each) => `---\n${stringify(each)}`).join(''))

describe('policyProblems', () => {
  it('accepts a deployment that keeps all rules', () => {
    expect(problems(deployment(), budget, scaler)).to.deep.equal([])
  })

  it('names what the Pod Security Standard "restricted" rejects', () => {
    const changes = {
      securityContext: {},
      hostNetwork: true,
      volumes: [{ name: 'a', hostPath: {} }],
      containers: [
        { ...container, ...probes, securityContext: { capabilities: { drop: ['ALL'], add: ['X'] } } },
      ],
    }
    expect(
      problems(deployment(changes), budget).map((each) => each.slice('Deployment mill: '.length)),
    ).to.deep.equal([
      'runAsNonRoot is not set',
      'seccompProfile is not RuntimeDefault',
      'uses a namespace of the host',
      'volume type hostPath is not allowed',
      'container mill: can gain privileges',
      'container mill: does not drop ALL capabilities',
      'container mill: its root file system is not read-only',
    ])
  })

  it('names missing resources, probes, tags and spreading', () => {
    const changes = {
      containers: [{ ...container, image: 'mill:latest', resources: {} }],
      topologySpreadConstraints: undefined,
      priorityClassName: undefined,
    }
    expect(problems(deployment(changes, { minReadySeconds: 0 }), budget)).to.have.length(10)
  })

  it('names a deployment without a budget, replicas beside an autoscaler, and trusted proxies', () => {
    const config = {
      kind: 'ConfigMap',
      metadata: { name: 'all' },
      data: { GATEHOUSE_TRUSTED_PROXIES: '::/0' },
    }
    expect(problems(deployment({}, { replicas: 2 }), scaler, config)).to.deep.equal([
      'Deployment mill: has no PodDisruptionBudget with unhealthyPodEvictionPolicy: AlwaysAllow',
      'Deployment mill: sets replicas, which the HorizontalPodAutoscaler changes',
      'ConfigMap all: trusts proxies by default',
    ])
  })
})
