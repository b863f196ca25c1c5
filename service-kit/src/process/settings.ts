import type { Setting } from './setting.ts'

export { commonSettings } from './common-settings.ts'
export { eventSettings } from './event-settings.ts'
export { geoipSettings } from './geoip-settings.ts'
export { limitSettings } from './limit-settings.ts'
export { mongoSettings } from './mongo-settings.ts'
export { outboxSettings } from './outbox-settings.ts'
export { redisSettings } from './redis-settings.ts'
export { setting } from './setting.ts'

// biome-ignore lint/suspicious/noExplicitAny: a table mixes settings of every value type, and Setting is invariant in it.
export type SettingsTable = Record<string, Setting<any>>
/** The values a table yields. */
export type Settings<T extends SettingsTable> = { [K in keyof T]: T[K] extends Setting<infer V> ? V : never }

/** Every bad variable of a process with its reason; never a value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'

  constructor(problems: string[]) {
    super(
      `Some settings are not right:\n${problems.map((line) => `  ${line}\n`).join('')}See .env.example for every setting.`,
    )
  }
}

/** Names the settings of a process; the table also feeds .env.example and the documentation. */
export function defineSettings<const T extends SettingsTable>(table: T): T {
  return table
}

/** Reads a table from the environment. Throws one SettingsError that names all bad variables. An empty text counts as unset. */
export function readSettings<T extends SettingsTable>(
  table: T,
  env: NodeJS.ProcessEnv = process.env,
): Settings<T> {
  const problems: string[] = []
  const values = Object.entries(table).map(([name, one]) => {
    try {
      return [name, readOne(one, env)]
    } catch (error) {
      problems.push(`${one.env} ${error instanceof Error ? error.message : 'cannot be read'}`)
      return [name, undefined]
    }
  })
  if (problems.length > 0) throw new SettingsError(problems)
  // Built from the table's own entries, so the shape is that of Settings<T>.
  return Object.fromEntries(values) as Settings<T>
}

function readOne<T>(one: Setting<T>, env: NodeJS.ProcessEnv): T {
  const text = env[one.env]?.trim() ?? ''
  if (text === '') {
    if (one.default === undefined) throw new Error(`must be set: ${one.meaning}`)
    return one.default
  }
  const value = one.read(text)
  if (one.refusedInProduction && env.NODE_ENV === 'production' && value !== one.default) {
    throw new Error('is not allowed with NODE_ENV=production')
  }
  return value
}
