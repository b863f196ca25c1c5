import { CommanderError } from 'commander'
import type { Run } from './action.ts'
import { failureLine, failureOf } from './failure.ts'
import { adminProgram } from './program.ts'
import { asJson, asText, isRefusal } from './row.ts'
import { services } from './services.ts'
import { stackAddresses } from './stack-addresses.ts'
import type { Terminal } from './terminal.ts'

type Options = { json?: true; data?: string }

/** Runs one command to its end and answers the exit code: 0, 1 for a refusal, 2 for a wrong command. */
export async function runAdmin(args: string[], terminal: Terminal): Promise<number> {
  const { env, out, err } = terminal
  let code = 0
  const run: Run = (work) => async (input) => {
    const { json, data } = program.opts<Options>()
    const open = services(stackAddresses(data, env))
    try {
      const result = await work(open, input, terminal)
      out(`${json ? asJson(result) : asText(result)}\n`)
      if (isRefusal(result)) code = 1
    } finally {
      open.close()
    }
  }
  const program = adminProgram(run, { writeOut: out, writeErr: err })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    // Help, asked for or shown because no command was named, has been printed already.
    if (error instanceof CommanderError && error.code.startsWith('commander.help')) return error.exitCode && 2
    const failure = failureOf(error)
    // Read from the arguments, since a wrong command may end before its options are known.
    err(`${args.includes('--json') ? JSON.stringify(failure) : failureLine(failure)}\n`)
    return failure.code === 'USAGE' ? 2 : 1
  }
}
