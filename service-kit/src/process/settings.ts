import { z } from 'zod'
import type { Setting } from './setting.ts'

export { setting } from './setting.ts'
export * from './shared-settings.ts'

// biome-ignore lint/suspicious/noExplicitAny: a table has settings of every value type, and Setting is invariant in it.
export type SettingsTable = Record<string, Setting<any>>
export type Settings<T extends SettingsTable> = { [K in keyof T]: T[K] extends Setting<infer V> ? V : never }

export class SettingsError extends Error {
  override readonly name = 'SettingsError'

  constructor(problems: string[]) {
    const lines = problems.map((line) => `  ${line}\n`).join('')
    super(`Some settings are invalid:\n${lines}See .env.example for every setting.`)
  }
}

export function defineSettings<const T extends SettingsTable>(table: T): T {
  return table
}

/** Empty variables count as unset. Throws one SettingsError for all invalid variables. */
export function readSettings<T extends SettingsTable>(
  table: T,
  env: NodeJS.ProcessEnv = process.env,
): Settings<T> {
  const isProduction = env.NODE_ENV === 'production'
  const settings = Object.entries(table)
  const schema = z.object(
    Object.fromEntries(settings.map(([name, one]) => [name, schemaOf(one, isProduction)])),
  )
  const texts = settings.map(([name, one]) => [name, env[one.env]?.trim() || undefined])
  const { success, data, error } = schema.safeParse(Object.fromEntries(texts))
  // The schema has the entries of the table, so its output has the type of the table.
  if (success) return data as Settings<T>
  throw new SettingsError(
    error.issues.map(({ path: [name = ''], message }) => `${table[String(name)]?.env} ${message}`),
  )
}

function schemaOf<T>({ schema, meaning, rejectedInProduction, ...one }: Setting<T>, isProduction: boolean) {
  if (one.default === undefined) return z.string(`must be set: ${meaning}`).pipe(schema)
  const optional = schema.optional().transform((value) => (value === undefined ? one.default : value))
  if (!rejectedInProduction || !isProduction) return optional
  return optional.refine((value) => value === one.default, 'is not allowed with NODE_ENV=production')
}
