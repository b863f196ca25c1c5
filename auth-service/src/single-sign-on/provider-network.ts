import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import ipaddr from 'ipaddr.js'
import { Agent, errors, request } from 'undici'
import { ProviderError } from './provider-error.ts'

type Addresses = { address: string; family: number }[]
type Options = { allowedHosts: readonly string[]; lookup?: (host: string) => Promise<Addresses> }
type FetchOptions = { method?: string; headers?: Record<string, string>; body?: unknown; signal?: unknown }

const timeoutMs = 10_000
const lookupTimeoutMs = 2000
const maxBytes = 1024 * 1024

export type ProviderNetwork = ReturnType<typeof providerNetwork>

/** Requests to the provider: only to public hosts and those that the operator allows, without redirects. */
export function providerNetwork({ allowedHosts, lookup = lookupAll }: Options) {
  const allowed = new Set(allowedHosts.map((host) => withoutBrackets(host.toLowerCase())))
  const isListed = (host: string) => allowed.has(host)

  /** The connection uses the addresses that were checked, so another response of the DNS server changes nothing. */
  const checkedLookup: LookupFunction = (host, { all }, callback) => {
    lookup(host).then(
      (addresses) => {
        const [first] = addresses
        if (!first) return callback(new ProviderError('host-not-found', host), '')
        if (!isListed(host) && !addresses.every(isPublic))
          return callback(new ProviderError('private-host', host), '')
        return all ? callback(null, addresses) : callback(null, first.address, first.family)
      },
      (cause: unknown) => callback(new ProviderError('host-not-found', host, { cause }), ''),
    )
  }
  const agent = new Agent({ connect: { lookup: checkedLookup, timeout: timeoutMs } })

  /** A problem that needs no lookup. */
  const formProblem = (url: string): FieldCode | null => {
    const parsed = URL.parse(url)
    if (parsed?.username !== '' || parsed.password !== '' || parsed.hash !== '') return 'INVALID_PROVIDER_URL'
    const host = withoutBrackets(parsed.hostname)
    if (isListed(host)) return /^https?:$/.test(parsed.protocol) ? null : 'INVALID_PROVIDER_URL'
    if (isIP(host) !== 0 && !isPublic({ address: host })) return 'PROVIDER_HOST_NOT_ALLOWED'
    return parsed.protocol === 'https:' ? null : 'INVALID_PROVIDER_URL'
  }

  return {
    formProblem,

    /** A host that cannot be resolved now is no problem. */
    async urlProblem(url: string): Promise<FieldCode | null> {
      const problem = formProblem(url)
      if (problem) return problem
      const host = withoutBrackets(new URL(url).hostname)
      if (isListed(host)) return null
      const addresses = await within(lookupTimeoutMs, lookup(host)).catch(() => [])
      return addresses.every(isPublic) ? null : 'PROVIDER_HOST_NOT_ALLOWED'
    },

    /**
     * A response with a body of at most 1 MiB; JSON without members that are null, which some providers write for none. Throws
     * `ProviderError`, also for status 429 and above 499.
     */
    async fetch(
      url: string,
      { method = 'GET', headers = {}, body, signal }: FetchOptions = {},
    ): Promise<Response> {
      const { host } = new URL(url)
      const problem = formProblem(url)
      if (problem)
        throw new ProviderError(problem === 'PROVIDER_HOST_NOT_ALLOWED' ? 'private-host' : 'not-https', host)
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        const response = await request(url, {
          method: method === 'POST' ? 'POST' : 'GET',
          headers,
          body: body === undefined || body === null ? null : String(body),
          dispatcher: agent,
          signal: signal instanceof AbortSignal ? AbortSignal.any([signal, timeout]) : timeout,
        })
        const { statusCode: status, headers: responseHeaders } = response
        const bytes = await readBounded(response.body, host)
        if (status >= 500 || status === 429)
          throw new ProviderError('server-error', host, { detail: `status ${status}` })
        const type = String(responseHeaders['content-type'] ?? '')
        const isEmpty = status === 204 || status === 205 || status === 304
        return withoutNulls(isEmpty ? null : bytes, status, type)
      } catch (cause) {
        throw toProviderError(cause, host)
      }
    },

    close: () => agent.close(),
  }
}

/** A JSON object is JSON whatever its content type says. */
function withoutNulls(bytes: Uint8Array<ArrayBuffer> | null, status: number, type: string): Response {
  const object = bytes && jsonObject(bytes)
  if (!object) return new Response(bytes, { status, headers: { 'content-type': type } })
  const members = Object.entries(object).filter(([, value]) => value !== null)
  return Response.json(Object.fromEntries(members), { status })
}

function jsonObject(bytes: Uint8Array): object | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function toProviderError(cause: unknown, host: string): ProviderError {
  if (cause instanceof ProviderError) return cause
  const isTimeout =
    cause instanceof errors.ConnectTimeoutError || (cause instanceof Error && cause.name === 'TimeoutError')
  if (isTimeout) return new ProviderError('timeout', host, { cause })
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const isTls = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)
  return new ProviderError(isTls ? 'certificate' : 'not-reachable', host, { cause, detail: code })
}

async function readBounded(body: AsyncIterable<Uint8Array>, host: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > maxBytes) throw new ProviderError('too-large', host)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function lookupAll(host: string): Promise<Addresses> {
  return systemLookup(host, { all: true })
}

/** Not the addresses of special purpose (RFC 6890), such as private networks and cloud metadata. */
function isPublic({ address }: { address: string }): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}

async function within<T>(ms: number, result: Promise<T>): Promise<T> {
  const { promise: timeUp, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The lookup timed out.')), ms)
  try {
    return await Promise.race([result, timeUp])
  } finally {
    clearTimeout(timer)
  }
}
