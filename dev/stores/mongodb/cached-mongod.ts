import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isExecutable } from '../../system/on-path.ts'
import type { Obtaining } from './acquire-mongod.ts'
import { assertUsableMongod } from './mongod-version.ts'

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
