import { onPath } from '../system/on-path.ts'
import type { SystemPackage } from '../system/system-package.ts'

const browsers = ['chromium', 'chromium-browser', 'google-chrome']
const programs = { chromium: browsers, 'chromium-headless-shell': ['chromium-headless-shell', ...browsers] }
/** The headless shell opens a page in half the time, but has no back-forward cache. */
export type Chromium = keyof typeof programs
const needed: SystemPackage[] = []

/** The system packages that the loaded test files need besides the stores. */
export function neededPackages(): SystemPackage[] {
  return needed
}

/**
 * Call while a test file is loaded: Chromium is then installed before the tests of the run start. The result returns
 * its path, undefined if it is missing and cannot be installed.
 */
export function useChromium(name: Chromium): () => string | undefined {
  needed.push({
    name,
    homebrew: 'chromium',
    purpose: 'browser of the browser tests',
    isInstalled: () => onPath(programs[name]) !== undefined,
    isOptional: true,
  })
  return () => onPath(programs[name])
}

/** As `useChromium`: a TOTP implementation of others. */
export function useOathtool(): () => string | undefined {
  needed.push({
    name: 'oathtool',
    homebrew: 'oath-toolkit',
    purpose: 'TOTP codes of the tests',
    isInstalled: () => onPath(['oathtool']) !== undefined,
    isOptional: true,
  })
  return () => onPath(['oathtool'])
}
