import { onPath } from '../../system/on-path.ts'
import type { Obtaining } from './acquire-mongod.ts'
import { assertUsableMongod } from './mongod-version.ts'

/** The mongod that this machine's owner installed. */
export async function mongodOnPath({ signal }: Obtaining): Promise<string> {
  const path = onPath(['mongod'])
  if (!path) throw new Error('not found')
  await assertUsableMongod(path, signal)
  return path
}
