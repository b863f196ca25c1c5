import type { SystemPackage } from '../system/system-package.ts'

const needed: SystemPackage[] = []

/** Adds a system package to those that the loaded test files need. */
export function needPackage(systemPackage: SystemPackage): void {
  needed.push(systemPackage)
}

/** The system packages that the loaded test files need besides the stores. */
export function neededPackages(): SystemPackage[] {
  return needed
}
