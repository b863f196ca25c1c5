import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isExecutable } from '../../system/on-path.ts'
import { assertUsable, type ObtainOptions } from './mongod-source.ts'

/** The folder of the cache that contains programs called `mongod-…`. */
export async function mongodFolder(cache: string): Promise<string> {
  const folder = join(cache, 'mongodb')
  await mkdir(folder, { recursive: true })
  return folder
}

/** A mongod from the cache, the newest name first. */
export async function cachedMongod({ cache, signal }: ObtainOptions): Promise<string> {
  const folder = await mongodFolder(cache)
  const names = (await readdir(folder)).filter((name) => /^mongod-[\w.-]*\d$/.test(name))
  const paths = names.sort().map((name) => join(folder, name))
  const path = paths.findLast(isExecutable)
  if (!path) throw new Error(`none in ${folder}`)
  return assertUsable(path, signal)
}

/** Puts the mongod that `obtain` leaves in its work folder into the cache, complete or not at all; returns its path there. */
export async function addToCache(
  { cache, signal }: ObtainOptions,
  name: string,
  obtain: (work: string) => Promise<string>,
): Promise<string> {
  const cached = join(await mongodFolder(cache), name)
  const work = await mkdtemp(join(tmpdir(), 'gatehouse-mongod-'))
  try {
    const part = `${cached}.${process.pid}.part`
    await copyFile(await assertUsable(await obtain(work), signal), part)
    await rename(part, cached)
    return cached
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
