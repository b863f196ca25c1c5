import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Obtaining } from './acquire-mongod.ts'
import { mongodFolder } from './cached-mongod.ts'
import { assertUsableMongod } from './mongod-version.ts'

const downloadHost = 'https://fastdl.mongodb.org/'
const answerWithinMs = 1_500
const rememberForMs = 24 * 60 * 60 * 1_000

type Refusal = { at: number; reason: string }

/**
 * The current release, fetched by mongodb-memory-server-core. Its own retries take seconds to give up, so one short
 * question comes first; where the host cannot be reached, that answer is remembered for a day.
 */
export async function downloadedMongod({ cache, say, signal }: Obtaining): Promise<string> {
  const folder = await mongodFolder(cache)
  const note = join(folder, 'download-refused.json')
  const refusal = await readRefusal(note)
  if (refusal) throw new Error(`${refusal.reason} (remembered for a day; delete ${note} to try again)`)
  try {
    await assertReachable(downloadHost, signal)
    say('downloading MongoDB (about 80 MB, once per machine)')
    const path = await download(folder)
    await assertUsableMongod(path, signal)
    return path
  } catch (error) {
    signal?.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    await writeFile(note, JSON.stringify({ at: Date.now(), reason } satisfies Refusal))
    throw error
  }
}

async function download(downloadDir: string): Promise<string> {
  // Loaded only here: no start after the first one needs it.
  const { MongoBinary } = await import('mongodb-memory-server-core')
  return MongoBinary.getPath({ downloadDir })
}

/** Any answer will do; whether the file itself is there is found out by the download. */
export async function assertReachable(url: string, signal?: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(answerWithinMs)
  try {
    await fetch(url, { method: 'HEAD', signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    throw new Error(
      `${new URL(url).host} cannot be reached: ${cause instanceof Error ? cause.message : cause}`,
    )
  }
}

async function readRefusal(note: string): Promise<Refusal | undefined> {
  const text = await readFile(note, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const refusal: Refusal = JSON.parse(text)
  return Date.now() - refusal.at < rememberForMs ? refusal : undefined
}
