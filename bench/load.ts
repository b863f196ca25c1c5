import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onPath } from '@gatehouse/dev/system/on-path'
import { installMissing } from '@gatehouse/dev/system/system-package'
import autocannon from 'autocannon'

export type LoadOptions = {
  url: string
  connections: number
  seconds: number
  method?: 'GET' | 'POST' | 'PATCH'
  headers?: Record<string, string>
  /** Values of `Authorization`, of which each request sends a random one. */
  tokens?: string[]
  body?: string
  /** Sent in turn, instead of one body. */
  bodies?: string[]
}

/** Latencies in milliseconds; `failed` counts anything but a 2xx. */
export type LoadResult = { perSecond: number; p50: number; p99: number; failed: number }

/** In a header: replaced by a new value in every request. */
export const freshId = '[<id>]'

/**
 * Sends requests over several connections, one at a time on each. Uses wrk if it can be installed: autocannon needs as
 * much processor time for a request as the stack.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  wrk ??= findWrk()
  const program = await wrk
  return program === undefined ? loadWithAutocannon(options) : loadWithWrk(program, options)
}

let wrk: Promise<string | undefined> | undefined

async function findWrk(): Promise<string | undefined> {
  const find = () => onPath(['wrk'])
  const wrkPackage = {
    name: 'wrk',
    purpose: 'HTTP load',
    isInstalled: () => find() !== undefined,
    isOptional: true,
  }
  await installMissing([wrkPackage], { say: console.error }).catch((error: Error) =>
    console.error(error.message),
  )
  return find()
}

async function loadWithWrk(program: string, options: LoadOptions): Promise<LoadResult> {
  const { url, connections, seconds } = options
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-load-'))
  try {
    const script = join(folder, 'request.lua')
    // In a file, since everybody on the machine sees arguments.
    const tokens = join(folder, 'tokens')
    writeFileSync(tokens, (options.tokens ?? []).map((token) => `${token}\n`).join(''), { mode: 0o600 })
    writeFileSync(script, luaOf(options, tokens), { mode: 0o600 })
    const { origin } = new URL(url)
    const { stdout } = await promisify(execFile)(program, [
      ...['-t', '1', '-c', String(connections), '-d', `${seconds}s`],
      ...['--latency', '-s', script, origin],
    ])
    return readWrk(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function luaOf(
  { url, method = 'GET', headers = {}, body, bodies = body === undefined ? [] : [body] }: LoadOptions,
  tokenFile: string,
): string {
  const { origin } = new URL(url)
  const fields = Object.entries(headers).map(
    ([name, value]) => `[${lua(name)}] = ${value === freshId ? 'run .. count' : lua(value)}`,
  )
  return `
    local run, count = ${lua(`${Date.now()}-`)}, 0
    local bodies = { ${bodies.map(lua).join(', ')} }
    local tokens = {}
    for token in io.lines(${lua(tokenFile)}) do tokens[#tokens + 1] = token end
    math.randomseed(os.time())
    request = function()
      count = count + 1
      local headers = { ${fields.join(', ')} }
      if #tokens > 0 then headers['Authorization'] = tokens[math.random(#tokens)] end
      return wrk.format(${lua(method)}, ${lua(url.slice(origin.length))}, headers, bodies[count % math.max(1, #bodies) + 1])
    end`
}

function lua(text: string): string {
  return `"${[...Buffer.from(text)].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`
}

function readWrk(output: string): LoadResult {
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0)
  const errors =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output)?.slice(1) ?? []
  return {
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50: milliseconds(/\n\s+50%\s+([\d.]+)(us|ms|s|m)/.exec(output)),
    p99: milliseconds(/\n\s+99%\s+([\d.]+)(us|ms|s|m)/.exec(output)),
    failed: number(/Non-2xx or 3xx responses: (\d+)/) + errors.reduce((sum, count) => sum + Number(count), 0),
  }
}

function milliseconds(found: RegExpExecArray | null): number {
  const [, value, unit] = found ?? []
  const factor = { us: 0.001, ms: 1, s: 1000, m: 60_000 }[unit ?? ''] ?? 0
  return Number(value ?? 0) * factor
}

async function loadWithAutocannon(options: LoadOptions): Promise<LoadResult> {
  const { url, connections, seconds, method = 'GET', headers = {}, tokens, body, bodies } = options
  const randomToken = () => tokens?.[Math.floor(Math.random() * tokens.length)] ?? ''
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method,
    headers,
    // Replaces [<id>] with a new value.
    idReplacement: true,
    ...(body === undefined ? {} : { body }),
    ...(tokens && {
      requests: [
        {
          setupRequest: (request) => ({ ...request, headers: { ...headers, authorization: randomToken() } }),
        },
      ],
    }),
    ...(bodies === undefined ? {} : { requests: bodies.map((each) => ({ body: each })) }),
  })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}

/** The same; throws if any request failed, since the figures would mean nothing. */
export async function soundLoad(options: LoadOptions): Promise<LoadResult> {
  const result = await load(options)
  if (result.failed > 0) throw new Error(`${result.failed} requests failed under load.`)
  return result
}
