import { forcedExitSeconds } from '@gatehouse/service-kit/process/drain'
import { commonSettings, readSettings, type SettingsTable } from '@gatehouse/service-kit/process/settings'
import { imageEnv, type MemoryRow, nodeOptions, restMib } from './memory-table.ts'
import { readManifests } from './read-manifests.ts'

const mebibyte = 1024 * 1024
const minRestMib = 16

type SecretRef = { name: string; key?: string; optional?: boolean }
type ValueFrom = { secretKeyRef?: SecretRef; resourceFieldRef?: { resource: string } }
type Env = { name: string; value?: string; valueFrom?: ValueFrom }
type Container = {
  image?: string
  resources?: { limits?: { cpu?: string; memory?: string } }
  lifecycle?: { preStop?: object }
  env?: Env[]
  envFrom?: { configMapRef: { name: string } }[]
}
type Volume = { secret?: { secretName: string }; configMap?: { name: string } }
type PodSpec = {
  serviceAccountName?: string
  terminationGracePeriodSeconds?: number
  initContainers?: Container[]
  containers: Container[]
  volumes?: Volume[]
}
type Manifest = {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec?: { template?: { spec: PodSpec } }
}

type Known = {
  /** The settings of each service, by the name of its deployment. */
  settings: Record<string, SettingsTable>
  /** The output of `make-secrets.sh`. */
  secrets: string
  memory: Record<string, MemoryRow>
}

/**
 * Problems that rendering does not find: variables that no service reads, values that a service rejects, missing secrets
 * and config maps, secrets of another service, Jobs that cannot be applied again, and pods that are killed before they
 * have drained.
 */
export function manifestProblems(rendered: string, known: Known): string[] {
  const manifests = readManifests<Manifest>(rendered)
  const configs = dataByName(manifests, 'ConfigMap')
  const secrets = dataByName(readManifests<Manifest>(known.secrets), 'Secret')
  const workloads = manifests.filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind))
  return workloads.flatMap(({ kind, metadata: { name }, spec }) => {
    const pod = spec?.template?.spec
    if (!pod) return [`${name}: has no pod`]
    const settings = known.settings[name]
    const owner = kind === 'Job' ? (pod.serviceAccountName ?? '') : settings ? name : null
    const problems = [
      ...secretRefs(pod).flatMap((ref) => secretProblems(ref, secrets, owner)),
      ...configNames(pod).flatMap((config) =>
        config in configs ? [] : [`config map ${config} does not exist`],
      ),
      ...(settings
        ? pod.containers.flatMap((each) => [
            ...settingProblems(each, settings, configs, secrets),
            ...drainProblems(each, pod, configs),
            ...memoryProblems(each, configs, settings, known.memory[name]),
          ])
        : []),
      ...(kind === 'Job' ? jobProblems(name, pod) : []),
    ]
    return problems.map((problem) => `${name}: ${problem}`)
  })
}

function dataByName(manifests: Manifest[], wanted: string): Record<string, Record<string, string>> {
  const found = manifests.filter(({ kind }) => kind === wanted)
  return Object.fromEntries(found.map(({ metadata, data = {} }) => [metadata.name, data]))
}

function containersOf({ initContainers = [], containers }: PodSpec): Container[] {
  return [...initContainers, ...containers]
}

function secretRefs(pod: PodSpec): SecretRef[] {
  const variables = containersOf(pod).flatMap(({ env = [] }) => env)
  return [
    ...variables.flatMap(({ valueFrom }) => (valueFrom?.secretKeyRef ? [valueFrom.secretKeyRef] : [])),
    ...(pod.volumes ?? []).flatMap(({ secret }) => (secret ? [{ name: secret.secretName }] : [])),
  ]
}

function configNames(pod: PodSpec): string[] {
  return [
    ...containersOf(pod).flatMap(({ envFrom = [] }) => envFrom.map(({ configMapRef }) => configMapRef.name)),
    ...(pod.volumes ?? []).flatMap(({ configMap }) => (configMap ? [configMap.name] : [])),
  ]
}

function secretProblems(
  { name, key, optional }: SecretRef,
  secrets: Record<string, Record<string, string>>,
  service: string | null,
): string[] {
  if (optional) return []
  const data = secrets[name]
  if (!data) return [`secret ${name} does not exist`]
  if (key !== undefined && !(key in data)) return [`secret ${name} has no key ${key}`]
  return service === null || name.startsWith(`${service}-`) ? [] : [`secret ${name} is of another service`]
}

function settingProblems(
  { env = [], envFrom = [], resources }: Container,
  settings: SettingsTable,
  configs: Record<string, Record<string, string>>,
  secrets: Record<string, Record<string, string>>,
): string[] {
  const read = new Set(['NODE_OPTIONS', ...Object.values(settings).map((setting) => setting.env)])
  const unread = env.filter(({ name }) => !read.has(name)).map(({ name }) => `no setting is called ${name}`)
  const shared = envFrom.map(({ configMapRef }) => configs[configMapRef.name])
  const own = env.map(({ name, value, valueFrom }) => [
    name,
    value ??
      (valueFrom?.resourceFieldRef ? resources?.limits?.cpu : secretValue(valueFrom?.secretKeyRef, secrets)),
  ])
  try {
    readSettings(settings, Object.assign({}, ...shared, Object.fromEntries(own)))
  } catch (error) {
    return [...unread, error instanceof Error ? error.message : String(error)]
  }
  return unread
}

/** The pod of a Job cannot change: each release needs a Job of its own, and names of generated config maps change. */
function jobProblems(name: string, { containers }: PodSpec): string[] {
  const tags = containers.map(({ image = '' }) => image.split(':')[1])
  return [
    ...(tags.every((tag) => tag && name.endsWith(`-${tag}`))
      ? []
      : ['its name does not end with the tag of its image']),
    ...(containers.some(({ envFrom }) => envFrom) ? ['reads a config map'] : []),
  ]
}

const defaultGraceSeconds = 30

function drainProblems(
  { lifecycle, env = [], envFrom = [] }: Container,
  { terminationGracePeriodSeconds: grace = defaultGraceSeconds }: PodSpec,
  configs: Record<string, Record<string, string>>,
): string[] {
  const { drainSeconds } = commonSettings({ grpc: 0, ops: 0 })
  const shared = envFrom.map(({ configMapRef }) => configs[configMapRef.name]?.[drainSeconds.env])
  const own = env.find(({ name }) => name === drainSeconds.env)?.value
  const exit = forcedExitSeconds(Number(own ?? shared.findLast((value) => value) ?? drainSeconds.default))
  return [
    ...(exit < grace ? [] : [`is killed after ${grace} s, but may need ${exit} s to drain`]),
    ...(lifecycle?.preStop ? [`${drainSeconds.env} replaces preStop`] : []),
  ]
}

/** The budgets of a pod must fit into its memory, and the settings must be those of the table. */
function memoryProblems(
  { env = [], envFrom = [], resources }: Container,
  configs: Record<string, Record<string, string>>,
  settings: SettingsTable,
  row: MemoryRow | undefined,
): string[] {
  if (!row) return ['has no row in the table of memory']
  const limit = resources?.limits?.memory
  const options = env.find(({ name }) => name === 'NODE_OPTIONS')?.value ?? imageEnv.NODE_OPTIONS
  const shared = envFrom.map(({ configMapRef }) => configs[configMapRef.name])
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]))
  const values = { ...defaultsOf(settings), ...Object.assign({}, ...shared), ...own }
  return [
    ...(limit === `${row.limitMib}Mi` ? [] : [`has a memory limit of ${limit}, not ${row.limitMib}Mi`]),
    ...(options === nodeOptions(row) ? [] : [`has NODE_OPTIONS ${options}, not ${nodeOptions(row)}`]),
    ...(restMib(row) >= minRestMib ? [] : [`has ${restMib(row)} MiB left for what has no budget`]),
    ...row.budgets.flatMap(({ mib, env: name }) =>
      name === undefined || Number(values[name]) === mib * mebibyte
        ? []
        : [`${name} is ${values[name]}, not ${mib} MiB`],
    ),
  ]
}

function defaultsOf(settings: SettingsTable): Record<string, unknown> {
  return Object.fromEntries(Object.values(settings).map((setting) => [setting.env, setting.default]))
}

function secretValue(ref: SecretRef | undefined, secrets: Record<string, Record<string, string>>): string {
  const encoded = ref ? secrets[ref.name]?.[ref.key ?? ''] : undefined
  return Buffer.from(encoded ?? '', 'base64').toString()
}
