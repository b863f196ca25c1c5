/** Settings that are secrets, or that the stack file says in a place of their own. */
const leftOut = new Set(['GATEHOUSE_KEYS', 'GATEHOUSE_MONGODB_URL', 'GATEHOUSE_REDIS_URL'])

/** The factor on every limit that `npm start` chooses, so that nobody who tries things out by hand meets one. */
export const developmentLimitsScale = '20'

/** The settings that the environment changes, without secrets; anything that looks like one counts as one. */
export function changedSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  const isChanged = ([name, value]: [string, string | undefined]): boolean =>
    name.startsWith('GATEHOUSE_') &&
    value !== undefined &&
    !leftOut.has(name) &&
    !/SECRET|PASSWORD|_KEY$/.test(name)
  return Object.fromEntries(Object.entries(env).filter(isChanged)) as Record<string, string>
}
