import { aptInstall } from '../../system/apt-install.ts'
import { onPath } from '../../system/on-path.ts'

const installTimeoutMs = 240_000
const programs = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of a Chromium, installed by apt when that is possible; rejects with the reason why there is none. */
export async function acquireChromium(): Promise<string> {
  const present = onPath(programs)
  if (present) return present
  await aptInstall(['chromium'], AbortSignal.timeout(installTimeoutMs))
  const installed = onPath(programs)
  if (!installed) throw new Error('apt installed no chromium')
  return installed
}
