export type RedisAddress = {
  mode: 'single' | 'sentinel' | 'cluster'
  hasTls: boolean
  hosts: { host: string; port: number }[]
  username?: string
  password?: string
  db: number
  masterName: string
  sentinelUsername?: string
  sentinelPassword?: string
}

const forms =
  'must be redis://[user:password@]host[:port][/db], redis+sentinel://host:port,host:port/master[/db] or redis+cluster://host:port,host:port; rediss for TLS'
const form =
  /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?#@]+)(\/[^?#]*)?(\?[^#]*)?$/
const hostForm = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i

/** The Error that it throws does not contain the URL, which may have a password. */
export function readRedisAddress(url: string): RedisAddress {
  const [, scheme, kind, username, password, hosts = '', path = '', query = ''] = form.exec(url) ?? []
  if (scheme === undefined) throw new Error(forms)
  const mode = kind === 'sentinel' || kind === 'cluster' ? kind : 'single'
  const names = path.split('/').filter((part) => part !== '')
  const masterName = mode === 'sentinel' ? decode(names.shift() ?? '') : ''
  const db = Number(names.shift() ?? 0)
  const isWhole =
    names.length === 0 &&
    Number.isInteger(db) &&
    db >= 0 &&
    (mode !== 'sentinel' || masterName !== '') &&
    (mode !== 'cluster' || db === 0)
  if (!isWhole) throw new Error(forms)
  const parameters = new URLSearchParams(query)
  const sentinelUsername = parameters.get('sentinel_username')
  const sentinelPassword = parameters.get('sentinel_password')
  return {
    mode,
    hasTls: scheme === 'rediss',
    hosts: readHosts(hosts, mode),
    ...(username ? { username: decode(username) } : {}),
    ...(password ? { password: decode(password) } : {}),
    db,
    masterName,
    ...(sentinelUsername ? { sentinelUsername } : {}),
    ...(sentinelPassword ? { sentinelPassword } : {}),
  }
}

function readHosts(text: string, mode: RedisAddress['mode']): RedisAddress['hosts'] {
  const defaultPort = mode === 'sentinel' ? 26379 : 6379
  const hosts = text.split(',').map((part) => {
    const [, host, port = defaultPort] = hostForm.exec(part) ?? []
    if (host === undefined || Number(port) > 65535) throw new Error(forms)
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
  })
  if (mode === 'single' && hosts.length > 1) throw new Error(forms)
  return hosts
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error(forms)
  }
}
