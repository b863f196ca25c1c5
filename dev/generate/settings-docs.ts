import { authSettings } from '@gatehouse/auth-service/config'
import { settings as gatewaySettings } from '@gatehouse/gateway/config'
import { directorySettings } from '@gatehouse/guild-directory/config'
import type { SettingsTable } from '@gatehouse/service-kit/process/settings'
import { sessionSettings } from '@gatehouse/session-service/config'
import { webhookSettings } from '@gatehouse/webhook-service/config'
import { markdownTable } from './markdown-table.ts'

/** The settings of every process, by its name. */
export const settingsTables: Record<string, SettingsTable> = {
  gateway: gatewaySettings,
  'auth-service': authSettings,
  'session-service': sessionSettings,
  'webhook-service': webhookSettings,
  'guild-directory': directorySettings,
}

/** `default` is undefined where the variable must be set. */
type Use = { service: string; default: string | undefined; meaning: string; kind: string }

/** Every setting of every process, grouped by variable. */
export function settingsMarkdown(): string {
  const rows = [...variables()].flatMap(([env, uses]) =>
    groupByText(uses).map((group) => [
      `\`${env}\``,
      group.map(({ service }) => service).join(', '),
      group[0]?.kind ?? '',
      defaultCell(group[0]?.default),
      group[0]?.meaning ?? '',
    ]),
  )
  return [
    '# Settings',
    '',
    'Made by `npm run generate` from the `config.ts` of each process. Everything comes from the environment, and an empty value counts as',
    'unset. `npm start` sets what a laptop needs.',
    '',
    markdownTable(['Variable', 'Read by', 'Kind', 'Default', 'Meaning'], rows),
    '',
  ].join('\n')
}

/** The same as an environment file in which every line is commented out. */
export function envExample(): string {
  const blocks = [...variables()].map(([env, uses]) => {
    const lines = groupByText(uses).flatMap((group) => [
      `# ${group[0]?.meaning} (${group.map(({ service }) => service).join(', ')})`,
      `# ${env}=${group[0]?.default ?? ''}`,
    ])
    return lines.join('\n')
  })
  return `# Every setting of every process with its default. Made by npm run generate; docs/settings.md has the table.\n\n${blocks.join('\n\n')}\n`
}

function variables(): Map<string, Use[]> {
  const uses = Object.entries(settingsTables).flatMap(([service, table]) =>
    Object.values(table).map(({ env, default: fallback, meaning, kind }) => ({
      env,
      service,
      kind,
      meaning,
      default: defaultText(fallback),
    })),
  )
  return Map.groupBy(uses, ({ env }) => env)
}

/** Uses with the same meaning and default share a line. */
function groupByText(uses: Use[]): Use[][] {
  return [...Map.groupBy(uses, ({ meaning, default: fallback }) => `${meaning} ${fallback}`).values()]
}

function defaultCell(text: string | undefined): string {
  if (text === undefined) return 'must be set'
  return text === '' ? '' : `\`${text}\``
}

function defaultText(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  // The limits of all buckets, which `npm run routes` and docs/limits.md list.
  if (typeof value === 'object' && !Array.isArray(value)) return ''
  return Array.isArray(value) ? value.join(',') : String(value)
}
