import type { AccountRecord } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { hasCode } from '@gatehouse/service-kit/errors/service-error'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import type { Command } from 'commander'
import { accountRow } from './account-row.ts'
import type { Run } from './action.ts'
import { answered } from './answered.ts'
import { example } from './directory-noun.ts'
import { addImportCommand } from './imports/import-command.ts'
import { onAccount } from './named-account.ts'
import { parseDuration } from './options.ts'
import { addPasswordCommand } from './password-command.ts'
import type { Services } from './services.ts'

type Accounts = ReturnType<Services['accounts']>
type Answer = Promise<{ account: AccountRecord | undefined }>
type Options = { for?: number; subject?: string; to?: string; revert?: boolean }

type Verb = {
  name: string
  summary: string
  sample?: string
  options?(command: Command): Command
  ask(accounts: Accounts, id: string, options: Options): Answer
}

/** The commands that take an account and print it. */
const verbs: readonly Verb[] = [
  { name: 'show', summary: 'Shows one account', ask: (accounts, id) => accounts.getAccount({ id }) },
  {
    name: 'disable',
    summary: 'Suspends an account, permanently or for a while, and ends its sessions; safe to repeat',
    sample: ' --for 7d',
    options: (command) =>
      command.option('--for <duration>', 'such as 12h or 7d; default: permanently', parseDuration),
    ask: (accounts, id, { for: milliseconds }) =>
      accounts.disableAccount({
        id,
        ...(milliseconds !== undefined && { duration: toDuration(milliseconds) }),
      }),
  },
  {
    name: 'enable',
    summary:
      'Lifts a suspension; an account that its owner closed stays closed until they sign in; safe to repeat',
    ask: (accounts, id) => accounts.enableAccount({ id }),
  },
  {
    name: 'set-email',
    summary:
      'Sets the email address of an account whose owner lost the mailbox, as verified, and ends its sessions; the old address gets a link that reverts it',
    sample: ' --to ann@example.com',
    options: (command) =>
      command
        .requiredOption('--to <email>', 'the new address')
        .option('--no-revert', 'no mail to the old address, because somebody else reads it'),
    ask: (accounts, id, { to = '', revert }) =>
      accounts.setEmail({ id, email: to, noRevert: revert === false }),
  },
  {
    name: 'reset-mfa',
    summary: 'Removes all second factors and backup codes of an account; safe to repeat',
    ask: (accounts, id) => accounts.resetSecondFactors({ id }),
  },
  {
    name: 'link-sso',
    summary:
      'Links an account to a person at the identity provider, who can sign in to it from then on; safe to repeat',
    sample: ' --subject 248289761001',
    options: (command) => command.requiredOption('--subject <sub>', 'claim "sub" of the person'),
    ask: (accounts, id, { subject }) => accounts.setSsoLink({ id, subject }),
  },
  {
    name: 'unlink-sso',
    summary: 'Removes the link of an account to the identity provider; safe to repeat',
    ask: (accounts, id) => accounts.setSsoLink({ id }),
  },
  {
    name: 'promote',
    summary: 'Makes an account an administrator; safe to repeat',
    ask: (accounts, id) => accounts.setAdministrator({ id, administrator: true }),
  },
  {
    name: 'demote',
    summary: 'Removes the administrator role; safe to repeat',
    ask: (accounts, id) => accounts.setAdministrator({ id, administrator: false }),
  },
]

export function addAccountCommands(program: Command, run: Run): void {
  const account = program
    .command('account')
    .description('Accounts: suspension, administrators, passwords, deletion and import')
    .addHelpText('after', exampleOf('disable', ' --for 7d'))
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
  for (const verb of verbs) addVerb(account, verb, run)
  const deletion = account
    .command('delete')
    .description(
      'Deletes an account with its sessions and personal data; its email can be used again; safe to repeat',
    )
    .addHelpText('after', exampleOf('delete'))
  onAccount(deletion, run, async ({ accounts, findId }) => ({
    deleted: await wasThere(async () => accounts.deleteAccount({ id: await findId() })),
  }))
  addPasswordCommand(account, run)
  addImportCommand(account, run)
}

function addVerb(account: Command, { name, summary, sample, options, ask }: Verb, run: Run): void {
  const command = account.command(name).description(summary).addHelpText('after', exampleOf(name, sample))
  onAccount<Options>(options?.(command) ?? command, run, async ({ accounts, findId }, chosen) =>
    accountRow(answered((await ask(accounts, await findId(), chosen)).account)),
  )
}

function exampleOf(verb: string, more = ''): string {
  return `\nExample:\n  npm run admin -- account ${verb} ann@gatehouse.test${more}`
}

/** Deleting an unknown record is not an error, as in all commands. */
async function wasThere(deletion: () => Promise<unknown>): Promise<boolean> {
  try {
    await deletion()
    return true
  } catch (error) {
    if (hasCode(error, 'UNKNOWN_USER')) return false
    throw error
  }
}
