import { storeSeconds } from '../src/storage/store-metrics.ts'
import { samplesOf } from './samples-of.ts'

/** How often `work` sent each command to a store, by name and outcome. */
export async function countedCommands(work: () => Promise<void>): Promise<Record<string, number>> {
  const before = await counts()
  await work()
  const after = await counts()
  return Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]))
}

async function counts(): Promise<Record<string, number>> {
  const pattern = /^gatehouse_store_seconds_count\{store="\w+",operation="(\w+)",outcome="(\w+)"\}$/
  const samples = Object.entries(await samplesOf(storeSeconds))
  return Object.fromEntries(
    samples.flatMap(([name, count]) => {
      const [, operation, outcome] = pattern.exec(name) ?? []
      return operation ? [[`${operation} ${outcome}`, count]] : []
    }),
  )
}
