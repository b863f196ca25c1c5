import { hasCode, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { SettingsError } from '@gatehouse/service-kit/process/settings'
import { CommanderError } from 'commander'
import { ExplainedError } from './explained-error.ts'

/** An error as `--json` prints it; the codes of the services are those of docs/errors.md. */
export type Failure = {
  code: string
  message: string
  errors?: { path: string; code: string; message: string }[]
}

const flags: Record<string, string> = {
  owner_id: 'owner',
  expires_at: 'expires-in',
  duration: 'for',
  'x-github-event': 'event',
}

const unflagged: Record<string, string> = {
  root: '<file>',
  payload: '<file>',
  by: '<duration>',
  password: 'password',
}

/** Converts an expected error; throws any other, which is a bug. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) {
    return { code: 'USAGE', message: `${error.message.replace(/^error: /, '')}. Add --help to see how.` }
  }
  if (error instanceof SettingsError) return { code: 'USAGE', message: error.message }
  if (error instanceof ExplainedError) return { code: 'FAILED', message: error.message }
  if (hasCode(error, 'SERVICE_UNAVAILABLE')) {
    return {
      code: error.code,
      message: `${error.message} Is the stack running? Start it with npm start, or pass its folder with --data DIR.`,
    }
  }
  if (!(error instanceof ServiceError)) throw error
  const { code, message, fields } = error
  return { code, message, ...(fields.length > 0 ? { errors: fields } : {}) }
}

/** The same as one line of text, with the names of flags. */
export function failureLine({ code, message, errors = [] }: Failure): string {
  if (code === 'USAGE' || code === 'FAILED') return message
  const problems = errors.map((problem) => `${flagOf(problem.path)}: ${problem.message}`)
  return `${[message, ...problems].join(' ')} (${code})`
}

/** `guild.owner_id` → `--owner`, `max_uses` → `--max-uses`, a whole payload → `<file>`. */
function flagOf(path: string): string {
  const named = unflagged[path]
  if (named !== undefined) return named
  const field = path.split('.').at(-1) ?? path
  return `--${flags[field] ?? field.replace(/_id$/, '').replaceAll('_', '-')}`
}
