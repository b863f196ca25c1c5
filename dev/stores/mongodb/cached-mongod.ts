import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isExecutable } from '../../system/on-path.ts'
import type { Obtaining } from './acquire-mongod.ts'
import { assertUsableMongod } from './mongod-version.ts'

const workPrefix = '.download-'
const abandonedAfterMs = 60 * 60 * 1_000

/** The folder of the cache that holds programs called `mongod-…`; made when missing. */
export async function mongodFolder(cache: string): Promise<string> {
  const folder = join(cache, 'mongodb')
  await mkdir(folder, { recursive: true })
  return folder
}

/** A mongod that an earlier start put into the cache folder, the newest name first. */
export async function cachedMongod({ cache, signal }: Obtaining): Promise<string> {
  const folder = await mongodFolder(cache)
  const names = (await readdir(folder))
    .filter((name) => /^mongod-[\w.-]*\d$/.test(name))
    .sort()
    .reverse()
  const path = names.map((name) => join(folder, name)).find(isExecutable)
  if (!path) throw new Error(`none in ${folder}`)
  await assertUsableMongod(path, signal)
  return path
}

/**
 * Puts a mongod into the cache, and resolves to its path there. `obtain` works in a folder of its own, so that a
 * download that was interrupted is never taken for a complete one.
 */
export async function addToCache(
  cache: string,
  name: string,
  obtain: (work: string) => Promise<string>,
  signal?: AbortSignal,
): Promise<string> {
  const folder = await mongodFolder(cache)
  await removeAbandoned(folder)
  const work = await mkdtemp(join(folder, workPrefix))
  try {
    const mongod = await obtain(work)
    await assertUsableMongod(mongod, signal)
    const cached = join(folder, name)
    await rename(mongod, cached)
    return cached
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Removes what a killed process could not. */
async function removeAbandoned(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(workPrefix))
  for (const path of names.map((name) => join(folder, name))) {
    const { mtimeMs } = await stat(path)
    if (mtimeMs < Date.now() - abandonedAfterMs) await rm(path, { recursive: true, force: true })
  }
}
