import type { Command } from 'commander'
import type { Run } from './action.ts'
import { onAccount } from './named-account.ts'
import { readPassword } from './read-password.ts'

const notes = `
Asks for the password, or reads it from the first line of standard input; other users of this machine could read an
argument. The password must follow the rules for passwords. All sessions of the account end.

Example:
  npm run admin -- account set-password ann@gatehouse.test`

export function addPasswordCommand(account: Command, run: Run): void {
  const command = account
    .command('set-password')
    .description('Sets the password of an account, also if password login is disabled')
    .addHelpText('after', notes)
  onAccount(command, run, async ({ accounts, findId }, _options, terminal) => {
    const id = await findId()
    await accounts.setPassword({ id, password: await readPassword(terminal) })
    return { id, password_changed: true }
  })
}
