import type { Clock } from '@gatehouse/service-kit/time/clock'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { fetchJson } from './discovery.ts'
import { ProviderError } from './provider-error.ts'
import type { ProviderNetwork } from './provider-network.ts'

const maxAgeMs = 10 * 60_000
const refreshEveryMs = 60_000

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })

type Fetched = { select: JWTVerifyGetKey; at: number; count: number }

/**
 * The public keys of the provider, fetched again after ten minutes, and at most once a minute for a key that is not
 * among them: the provider may have rotated its keys, and tokens with random key ids must not cause requests.
 */
export function providerKeys({
  network,
  clock,
  url,
}: {
  network: ProviderNetwork
  clock: Clock
  url: string
}) {
  let latest: Promise<Fetched> | null = null
  let refreshedAt = Number.NEGATIVE_INFINITY

  const fetchKeys = (): Promise<Fetched> => {
    const fetching = (async () => {
      const { data } = keySet.safeParse(await fetchJson(network, url))
      if (!data) throw new ProviderError('not-json', new URL(url).host, { detail: 'no keys' })
      return { select: createLocalJWKSet(data as JSONWebKeySet), at: clock.now(), count: data.keys.length }
    })()
    fetching.catch(() => {
      if (latest === fetching) latest = null
    })
    latest = fetching
    return fetching
  }
  const current = async (): Promise<Fetched> => {
    const fetched = await (latest ?? fetchKeys())
    return Math.abs(clock.now() - fetched.at) < maxAgeMs ? fetched : fetchKeys()
  }

  const select: JWTVerifyGetKey = async (header, token) => {
    const fetched = await current()
    try {
      return await fetched.select(header, token)
    } catch (error) {
      const isDue = Math.abs(clock.now() - refreshedAt) >= refreshEveryMs
      if (!(error instanceof errors.JWKSNoMatchingKey) || !isDue) throw error
      refreshedAt = clock.now()
      return (await fetchKeys()).select(header, token)
    }
  }

  return { select, count: async () => (await current()).count }
}

export type ProviderKeys = ReturnType<typeof providerKeys>
