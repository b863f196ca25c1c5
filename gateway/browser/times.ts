import { language, texts } from './texts.ts'

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
const absolute = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })

/** Such as "5 minutes ago"; undefined within the last minute. */
function ago(time: string): string | undefined {
  const seconds = (Date.now() - Date.parse(time)) / 1_000
  const found = units.find(([, length]) => seconds >= length)
  return found && relative.format(-Math.floor(seconds / found[1]), found[0])
}

export function lastActive(time: string | null | undefined): string {
  const when = time ? ago(time) : undefined
  return when === undefined ? texts.activeNow : texts.lastActive.replace('{time}', when)
}

export function dateAndTime(time: string): string {
  return absolute.format(new Date(time))
}

export function signedInAt(time: string): string {
  return texts.signedIn.replace('{time}', dateAndTime(time))
}
