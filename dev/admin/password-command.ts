import type { Command } from 'commander'
import type { Run } from './action.ts'
import { accountArgument, namedAccount } from './named-account.ts'
import { readPassword } from './read-password.ts'

const notes = `
The password is asked for, or read from standard input as its first line; it is never an argument, which others on
this machine could read. It has to be one that people may choose. Every session of the account ends.

Example:
  npm run admin -- account set-password ann@gatehouse.test`

/** `admin account set-password` */
export function addPasswordCommand(account: Command, run: Run): void {
  account
    .command('set-password')
    .description('Gives an account a password, also while nobody can sign in to it')
    .argument(...accountArgument)
    .addHelpText('after', notes)
    .action(
      run<string>(async ({ accounts }, named, terminal) => {
        const service = accounts()
        const { id } = await namedAccount(service, named)
        await service.setPassword({ id, password: await readPassword(terminal) })
        return { id, password_changed: true }
      }),
    )
}
