import type { Command } from 'commander'
import type { Run } from './action.ts'
import { answered } from './answered.ts'
import type { Result } from './row.ts'
import type { Services } from './services.ts'
import type { Terminal } from './terminal.ts'

type Accounts = ReturnType<Services['accounts']>
type Target = {
  accounts: Accounts
  /** Fails with UNKNOWN_USER for an unknown email address. */
  findId: () => Promise<string>
}
type Work<Options> = (target: Target, options: Options, terminal: Terminal) => Promise<Result>

export const accountMeaning = 'id or email address'

/** Adds the argument `account` and the option `--id`, which is the same, and the action. */
export function onAccount<Options>(command: Command, run: Run, work: Work<Options>): Command {
  return command
    .argument('[account]', `${accountMeaning}, or use --id`)
    .option('--id <account>', accountMeaning)
    .action((argument: string | undefined, { id: option, ...options }: Options & { id?: string }) => {
      const named = option ?? argument
      if (named === undefined)
        return command.error("missing required argument 'account' or option '--id'", missing)
      if (option !== undefined && argument !== undefined)
        return command.error("give either the argument 'account' or the option '--id'", conflicting)
      return run<string>(({ accounts }, account, terminal) => {
        const service = accounts()
        return work(
          { accounts: service, findId: () => accountId(service, account) },
          options as Options,
          terminal,
        )
      })(named)
    })
}

const missing = { code: 'commander.missingArgument' }
const conflicting = { code: 'commander.conflictingOption' }

/** The id of an account named by its id or its email address. Fails with UNKNOWN_USER for an unknown address. */
export async function accountId(accounts: Accounts, named: string): Promise<string> {
  if (!named.includes('@')) return named
  return answered((await accounts.findAccount({ email: named })).account).id
}
