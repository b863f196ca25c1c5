import { type AccountRecord, Standing } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { hasCode } from '@gatehouse/service-kit/errors/service-error'
import type { Command } from 'commander'
import type { Run } from './action.ts'
import { answered } from './answered.ts'
import { example } from './directory-noun.ts'
import type { Row } from './row.ts'
import type { Services } from './services.ts'

type Id = { id: string }
type Accounts = ReturnType<Services['accounts']>
type Change = (accounts: Accounts, id: Id) => Promise<{ account: AccountRecord | undefined }>

const standings: Record<Standing, string> = {
  [Standing.UNSPECIFIED]: 'unknown',
  [Standing.ACTIVE]: 'active',
  [Standing.DISABLED]: 'disabled',
}

/** The commands that name an account and answer with it. */
const byId: Record<string, { summary: string; ask: Change }> = {
  show: { summary: 'Shows one account', ask: (accounts, id) => accounts.getAccount(id) },
  disable: {
    summary: 'Closes an account and ends its sessions; repeatable',
    ask: (accounts, id) => accounts.disableAccount(id),
  },
  enable: {
    summary: 'Opens a disabled account again; repeatable',
    ask: (accounts, id) => accounts.enableAccount(id),
  },
}

/** `admin account …` */
export function addAccountCommands(program: Command, run: Run): void {
  const account = program
    .command('account')
    .description('Accounts and whether they may come in')
    .addHelpText('after', example('account', 'find', { email: 'ann@gatehouse.test' }))
  account
    .command('find')
    .description('Finds the account of an email address')
    .requiredOption('--email <email>')
    .addHelpText('after', example('account', 'find', { email: 'ann@gatehouse.test' }))
    .action(
      run<{ email: string }>(async ({ accounts }, { email }) =>
        accountRow(answered((await accounts().findAccount({ email })).account)),
      ),
    )
  for (const [verb, { summary, ask }] of Object.entries(byId)) {
    account
      .command(verb)
      .description(summary)
      .requiredOption('--id <id>', 'account id')
      .addHelpText('after', example('account', verb, { id: '4321' }))
      .action(
        run<Id>(async ({ accounts }, { id }) =>
          accountRow(answered((await ask(accounts(), { id })).account)),
        ),
      )
  }
  account
    .command('delete')
    .description(
      'Ends an account for good: its sessions end, its personal data goes, its email is free again; repeatable',
    )
    .requiredOption('--id <id>', 'account id')
    .addHelpText('after', example('account', 'delete', { id: '4321' }))
    .action(
      run<Id>(async ({ accounts }, { id }) => {
        const { deleteAccount } = accounts()
        return { deleted: await wasThere(deleteAccount({ id })) }
      }),
    )
}

/** Deleting what is gone is no error, as everywhere in this tool. */
async function wasThere(deletion: Promise<unknown>): Promise<boolean> {
  try {
    await deletion
    return true
  } catch (error) {
    if (hasCode(error, 'UNKNOWN_USER')) return false
    throw error
  }
}

function accountRow(account: AccountRecord): Row {
  return {
    id: account.id,
    email: account.email ?? null,
    username: account.username,
    discriminator: account.discriminator,
    global_name: account.globalName ?? null,
    verified: account.verified,
    standing: standings[account.standing],
    administrator: account.administrator,
    created_at: account.createdAt?.toISOString() ?? null,
  }
}
