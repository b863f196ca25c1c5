import { readManifests } from './read-manifests.ts'

type Resources = { requests?: Record<string, string>; limits?: Record<string, string> }
type Container = {
  name: string
  image?: string
  resources?: Resources
  readinessProbe?: object
  livenessProbe?: object
  startupProbe?: object
  securityContext?: {
    allowPrivilegeEscalation?: boolean
    privileged?: boolean
    readOnlyRootFilesystem?: boolean
    capabilities?: { drop?: string[]; add?: string[] }
  }
}
type PodSpec = {
  automountServiceAccountToken?: boolean
  hostNetwork?: boolean
  hostPID?: boolean
  hostIPC?: boolean
  priorityClassName?: string
  topologySpreadConstraints?: object[]
  securityContext?: { runAsNonRoot?: boolean; seccompProfile?: { type?: string } }
  initContainers?: Container[]
  containers: Container[]
  volumes?: Record<string, unknown>[]
}
type Manifest = {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec?: {
    replicas?: number
    minReadySeconds?: number
    unhealthyPodEvictionPolicy?: string
    template?: { spec: PodSpec }
  }
}

/** Volume types that the Pod Security Standard "restricted" allows. */
const allowedVolumes = ['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'projected', 'secret']

/** Violations of the Pod Security Standard "restricted" and of the rules for pods that docs/operations.md relies on. */
export function policyProblems(rendered: string): string[] {
  const manifests = readManifests<Manifest>(rendered)
  const names = (wanted: string) =>
    new Set(manifests.filter(({ kind }) => kind === wanted).map(({ metadata }) => metadata.name))
  const scaled = names('HorizontalPodAutoscaler')
  const budgets = new Map(
    manifests
      .filter(({ kind }) => kind === 'PodDisruptionBudget')
      .map(({ metadata, spec }) => [metadata.name, spec?.unhealthyPodEvictionPolicy]),
  )
  return manifests.flatMap((manifest) => {
    const { kind, metadata, data, spec } = manifest
    const pod = spec?.template?.spec
    const problems = [
      ...(data?.GATEHOUSE_TRUSTED_PROXIES ? ['trusts proxies by default'] : []),
      ...(pod ? podProblems(pod) : []),
      ...(kind === 'Deployment' && pod ? deploymentProblems(manifest, pod) : []),
      ...(kind === 'Deployment' && budgets.get(metadata.name) !== 'AlwaysAllow'
        ? ['has no PodDisruptionBudget with unhealthyPodEvictionPolicy: AlwaysAllow']
        : []),
      ...(scaled.has(metadata.name) && spec?.replicas !== undefined
        ? ['sets replicas, which the HorizontalPodAutoscaler changes']
        : []),
    ]
    return problems.map((problem) => `${kind} ${metadata.name}: ${problem}`)
  })
}

function podProblems(pod: PodSpec): string[] {
  const { runAsNonRoot, seccompProfile } = pod.securityContext ?? {}
  const types = (pod.volumes ?? []).flatMap((volume) => Object.keys(volume).filter((key) => key !== 'name'))
  const forbidden = types.filter((type) => !allowedVolumes.includes(type))
  return [
    ...(runAsNonRoot ? [] : ['runAsNonRoot is not set']),
    ...(seccompProfile?.type === 'RuntimeDefault' ? [] : ['seccompProfile is not RuntimeDefault']),
    ...(pod.hostNetwork || pod.hostPID || pod.hostIPC ? ['uses a namespace of the host'] : []),
    ...(pod.automountServiceAccountToken === false ? [] : ['mounts a service account token']),
    ...forbidden.map((type) => `volume type ${type} is not allowed`),
    ...[...(pod.initContainers ?? []), ...pod.containers].flatMap((each) =>
      containerProblems(each).map((problem) => `container ${each.name}: ${problem}`),
    ),
  ]
}

function containerProblems({ image = '', resources, securityContext = {} }: Container): string[] {
  const { capabilities, allowPrivilegeEscalation, privileged, readOnlyRootFilesystem } = securityContext
  const needed = [
    ...['cpu', 'memory', 'ephemeral-storage'].filter((name) => !resources?.requests?.[name]),
    ...['memory', 'ephemeral-storage'].filter((name) => !resources?.limits?.[name]),
  ]
  return [
    ...(allowPrivilegeEscalation === false && !privileged ? [] : ['can gain privileges']),
    ...(capabilities?.drop?.includes('ALL') && !capabilities.add ? [] : ['does not drop ALL capabilities']),
    ...(readOnlyRootFilesystem ? [] : ['its root file system is not read-only']),
    ...new Set(needed.map((name) => `has no request or limit of ${name}`)),
    ...(/:(?!latest$)[^/]+$/.test(image) ? [] : [`image ${image} has no fixed tag`]),
  ]
}

function deploymentProblems({ spec }: Manifest, pod: PodSpec): string[] {
  const probes = ['readinessProbe', 'livenessProbe', 'startupProbe'] as const
  const missing = pod.containers.flatMap((container) => probes.filter((probe) => !container[probe]))
  return [
    ...missing.map((probe) => `has no ${probe}`),
    ...(spec?.minReadySeconds ? [] : ['has no minReadySeconds']),
    ...(pod.priorityClassName ? [] : ['has no priorityClassName']),
    ...(pod.topologySpreadConstraints ? [] : ['has no topologySpreadConstraints']),
  ]
}
