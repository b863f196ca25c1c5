import { runCommand } from '../../process/run-command.ts'

/** The oldest MongoDB Gatehouse is written for. */
const oldestMajor = 6

/** Runs `mongod --version`, which also proves that its libraries are there; rejects when it cannot run or is too old. */
export async function assertUsableMongod(path: string, signal?: AbortSignal): Promise<void> {
  const output = await runCommand(path, ['--version'], { signal })
  const version = /db version v(\d+)\.\d+\.\d+/.exec(output)
  if (!version) throw new Error(`${path} does not tell its version`)
  if (Number(version[1]) < oldestMajor)
    throw new Error(`${path} is ${version[0]}, too old (6.0 or newer is needed)`)
}
