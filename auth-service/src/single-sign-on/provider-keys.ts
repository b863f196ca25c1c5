import type { Clock } from '@gatehouse/service-kit/time/clock'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { fetchJson } from './discovery.ts'
import { ProviderError } from './provider-error.ts'
import type { ProviderNetwork } from './provider-network.ts'

const maxAgeMs = 10 * 60_000
const refreshEveryMs = 60_000

const keySet = z.object({ keys: z.array(z.unknown()) })
const jwk = z.looseObject({ kty: z.string() })

/** Checks a token with the key that this function selects. */
type Check<Checked> = (select: JWTVerifyGetKey) => Promise<Checked>
type Fetched = { select: JWTVerifyGetKey; at: number; count: number }

/**
 * The public keys of the provider, fetched again after ten minutes, and at most once a minute for a token that fits none of
 * them: the provider may have rotated its keys, and tokens with random key ids must not cause requests.
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
      const keys = data?.keys.filter((key) => jwk.safeParse(key).success) ?? []
      if (keys.length === 0) throw new ProviderError('not-json', new URL(url).host, { detail: 'no keys' })
      return { select: createLocalJWKSet({ keys } as JSONWebKeySet), at: clock.now(), count: keys.length }
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

  return {
    count: async () => (await current()).count,

    async verify<Checked>(check: Check<Checked>): Promise<Checked> {
      const fetched = await current()
      try {
        return await checkWith(fetched.select, check)
      } catch (error) {
        const isDue = Math.abs(clock.now() - refreshedAt) >= refreshEveryMs
        if (!isUnknownKey(error) || !isDue) throw error
        refreshedAt = clock.now()
        return checkWith((await fetchKeys()).select, check)
      }
    },
  }
}

/** A header without a key id can fit several keys. */
async function checkWith<Checked>(select: JWTVerifyGetKey, check: Check<Checked>): Promise<Checked> {
  try {
    return await check(select)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      try {
        return await check(async () => key)
      } catch (mismatch) {
        if (!isUnknownKey(mismatch)) throw mismatch
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

/** Also a signature that does not fit: a provider may reuse the id of a former key, or name none. */
function isUnknownKey(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed
}

export type ProviderKeys = ReturnType<typeof providerKeys>
