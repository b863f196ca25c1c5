import type { Command } from 'commander'
import type { Run } from './action.ts'
import { onAccount } from './named-account.ts'
import { readPassword } from './read-password.ts'

const notes = `
The password is asked for, or read from standard input as its first line; it is never an argument, which others on
this machine could read. It has to be one that people may choose. Every session of the account ends.

Example:
  npm run admin -- account set-password ann@gatehouse.test`

/** `admin account set-password` */
export function addPasswordCommand(account: Command, run: Run): void {
  const command = account
    .command('set-password')
    .description('Gives an account a password, also while nobody can sign in to it')
    .addHelpText('after', notes)
  onAccount(command, run, async ({ accounts, findId }, _options, terminal) => {
    const id = await findId()
    await accounts.setPassword({ id, password: await readPassword(terminal) })
    return { id, password_changed: true }
  })
}
