import { CommanderError } from 'commander'
import type { Run } from './action.ts'
import { failureLine, failureOf } from './failure.ts'
import { adminProgram } from './program.ts'
import { asJson, asText, isRejection } from './row.ts'
import { services } from './services.ts'
import { stackAddresses } from './stack-addresses.ts'
import type { Terminal } from './terminal.ts'

type Options = { json?: true; data?: string }

/** Runs one command; returns the exit code: 0, 1 for a failure, 2 for invalid usage. */
export async function runAdmin(args: string[], terminal: Terminal): Promise<number> {
  const { env, out, err } = terminal
  let code = 0
  const run: Run = (work) => async (input) => {
    const { json, data } = program.opts<Options>()
    const open = services(stackAddresses(data, env))
    try {
      const result = await work(open, input, terminal)
      out(`${json ? asJson(result) : asText(result)}\n`)
      if (isRejection(result)) code = 1
    } finally {
      open.close()
    }
  }
  const program = adminProgram(run, { writeOut: out, writeErr: err })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    // The help text has been printed already.
    if (error instanceof CommanderError && error.code.startsWith('commander.help')) return error.exitCode && 2
    const failure = failureOf(error)
    // From the arguments, since an invalid command may fail before its options are parsed.
    err(`${args.includes('--json') ? JSON.stringify(failure) : failureLine(failure)}\n`)
    return failure.code === 'USAGE' ? 2 : 1
  }
}
