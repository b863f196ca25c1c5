import { onPath } from '../system/on-path.ts'
import type { SystemPackage } from '../system/system-package.ts'
import { needPackage } from './needed-packages.ts'

const programs = ['chromium', 'chromium-browser', 'google-chrome']

const chromium: SystemPackage = {
  name: 'chromium',
  purpose: 'browser of the browser tests',
  isInstalled: () => onPath(programs) !== undefined,
  isOptional: true,
}

/**
 * Gets Chromium installed before the tests of a run start, if it is called while a test file is loaded. The result
 * finds its path, undefined where it is missing and cannot be installed.
 */
export function useChromium(): () => string | undefined {
  needPackage(chromium)
  return () => onPath(programs)
}
