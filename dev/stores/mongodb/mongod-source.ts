import { runCommand } from '../../process/run-command.ts'
import type { SystemPackage } from '../../system/system-package.ts'

/** `cache` is the folder for programs that were obtained once. */
export type ObtainOptions = { cache: string; say: (line: string) => void; signal?: AbortSignal | undefined }

/** One way to a mongod: resolves to the path of a program that runs here, rejects with the reason why there is none. */
export type MongodSource = {
  name: string
  packages?: SystemPackage[]
  obtain: (options: ObtainOptions) => Promise<string>
}

const minMajor = 6

/** Runs `mongod --version`, which also proves that its libraries are there; rejects if it cannot run or is too old. */
export async function assertUsable(mongod: string, signal?: AbortSignal): Promise<string> {
  const output = await runCommand(mongod, ['--version'], { signal })
  const version = /db version v(\d+)\.\d+\.\d+/.exec(output)
  if (!version) throw new Error(`${mongod} prints no version`)
  if (Number(version[1]) < minMajor)
    throw new Error(`${mongod} is ${version[0]}, too old (${minMajor}.0 or newer is needed)`)
  return mongod
}
