import { readManifests } from './read-manifests.ts'

type Peer = { podSelector?: { matchLabels?: Record<string, string> } }
type NetworkPolicy = {
  kind: string
  metadata: { name: string }
  spec: {
    podSelector: { matchLabels?: Record<string, string> }
    ingress?: { from?: Peer[] }[]
    egress?: { to?: Peer[] }[]
  }
}

/** Differences between the calls that the NetworkPolicies allow and `arrows`, such as `gateway -> auth-service`. */
export function networkProblems(rendered: string, arrows: ReadonlySet<string>): string[] {
  const policies = readManifests<NetworkPolicy>(rendered).filter(({ kind }) => kind === 'NetworkPolicy')
  const allowed = { ingress: new Set<string>(), egress: new Set<string>() }
  for (const { spec } of policies) {
    const owner = podName(spec)
    if (!owner) continue
    for (const caller of (spec.ingress ?? []).flatMap(({ from = [] }) => from.map(podName)))
      if (caller) allowed.ingress.add(`${caller} -> ${owner}`)
    for (const callee of (spec.egress ?? []).flatMap(({ to = [] }) => to.map(podName)))
      if (callee) allowed.egress.add(`${owner} -> ${callee}`)
  }
  // These callers are not part of the base.
  const inBase = [...arrows].filter((arrow) => !/^(platform|admin) /.test(arrow))
  return [
    ...[...arrows].filter((arrow) => !allowed.ingress.has(arrow)).map((arrow) => `no ingress for ${arrow}`),
    ...inBase.filter((arrow) => !allowed.egress.has(arrow)).map((arrow) => `no egress for ${arrow}`),
    ...[...new Set([...allowed.ingress, ...allowed.egress])]
      .filter((arrow) => !arrows.has(arrow))
      .map((arrow) => `${arrow} is allowed, but calls no rpc`),
  ]
}

function podName({ podSelector }: Peer): string | undefined {
  return (
    podSelector?.matchLabels?.['app.kubernetes.io/name'] ?? podSelector?.matchLabels?.['gatehouse/identity']
  )
}
