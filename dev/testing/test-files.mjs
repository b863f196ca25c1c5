import { globSync } from 'node:fs'

const pattern =
  '{client,proto,service-kit,gateway,auth-service,session-service,guild-directory,webhook-service,admin,dev,e2e,bench}/**/*.test.ts'
const all = globSync(pattern, { exclude: ['**/node_modules/**'] }).sort()
const isTiming = (file) => file.endsWith('.timing.test.ts')
// The first builds images, which takes many minutes; .ci/run names it. The second writes a file of the repository.
const namedOnly = ['dev/images/started-images.test.ts', 'e2e/upgrade/write-snapshot.test.ts']

/** Tests of times, which run alone, so that other tests do not slow them down. */
export const timingFiles = all.filter(isTiming)
export const otherFiles = all.filter((file) => !isTiming(file) && !namedOnly.includes(file))
