import { ExplainedError } from '@gatehouse/admin/explained-error'
import { aptInstall, type RunOptions } from './apt-install.ts'
import { onPath } from './on-path.ts'

export type SystemPackage = {
  name: string
  homebrew?: string
  setting?: string
  purpose: string
  isInstalled: () => boolean | Promise<boolean>
  /** Whether it may be missing where this process may not install it. */
  isOptional?: boolean
}

type Options = RunOptions & { canInstall?: boolean; install?: typeof aptInstall }

export const canInstallPackages = () => process.getuid?.() === 0 && onPath(['apt-get']) !== undefined

export function installCommand(packages: SystemPackage[], platform = process.platform): string {
  if (platform === 'darwin')
    return `brew install ${packages.map(({ name, homebrew = name }) => homebrew).join(' ')}`
  const names = packages.map(({ name }) => name).join(' ')
  return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names}`
}

export async function missingPackages(packages: SystemPackage[]): Promise<SystemPackage[]> {
  const installed = await Promise.all(packages.map(({ isInstalled }) => isInstalled()))
  return packages.filter((_, index) => !installed[index])
}

/** Installs missing packages in one step; throws an ExplainedError with the command if it may not. */
export async function installMissing(packages: SystemPackage[], options: Options): Promise<void> {
  const { say, canInstall = canInstallPackages(), install = aptInstall } = options
  const missing = await missingPackages(packages)
  if (missing.length === 0) return
  if (!canInstall && missing.every(({ isOptional }) => isOptional)) return
  if (!canInstall) throw new ExplainedError(notAllowed(missing))
  say(`installing with apt-get: ${listed(missing)}`)
  try {
    await install(
      missing.map(({ name }) => name),
      options,
    )
  } catch (error) {
    options.signal?.throwIfAborted()
    throw new ExplainedError(failed(missing, error instanceof Error ? error.message : String(error)))
  }
  const stillMissing = await missingPackages(missing)
  if (stillMissing.length > 0) throw new ExplainedError(failed(stillMissing, 'apt-get reported no error'))
}

function listed(packages: SystemPackage[]): string {
  return packages.map(({ name, purpose }) => `${name} (${purpose})`).join(', ')
}

function notAllowed(missing: SystemPackage[]): string {
  const settings = new Set(missing.flatMap(({ setting = [] }) => setting))
  return [
    `This machine lacks ${listed(missing)}.`,
    'This process may not install packages: it does not run as root on Debian or Ubuntu. Install them, then try again:',
    `  ${installCommand(missing)}`,
    ...(settings.size > 0
      ? [`Or use stores that you have: set ${[...settings].join(' and ')} (dev/README.md, Stores).`]
      : []),
  ].join('\n')
}

function failed(missing: SystemPackage[], reason: string): string {
  return [
    `Could not install ${listed(missing)}: ${reason}`,
    'Install by hand, then try again:',
    `  ${installCommand(missing)}`,
  ].join('\n')
}
