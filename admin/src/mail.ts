import type { MailRecord, MailState } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { Command } from 'commander'
import type { Run } from './action.ts'
import { answered } from './answered.ts'
import { mailStates, parseMailState } from './mail-state.ts'
import { parseCount } from './options.ts'
import type { Row } from './row.ts'

type Options = { state?: MailState; limit: number }

const maxPage = 1000

export function addMailCommands(program: Command, run: Run): void {
  const mail = program.command('mail').description('Mails: waiting, sent and dead ones, and sending again')
  mail
    .command('list')
    .description('Lists the mails of the last days, newest first, without recipients')
    .option('--state <state>', 'pending, sent or dead', parseMailState)
    .option('--limit <count>', 'how many', parseCount, 100)
    .addHelpText('after', '\nExample:\n  npm run admin -- mail list --state dead')
    .action(
      run<Options>(async ({ accounts }, { state, limit }) => {
        const mails: MailRecord[] = []
        let pageToken = ''
        while (mails.length < limit) {
          const pageSize = Math.min(maxPage, limit - mails.length)
          const page = await accounts().listMails({ state, pageSize, pageToken })
          mails.push(...page.mails)
          pageToken = page.nextPageToken
          if (pageToken === '') break
        }
        return mails.map(mailRow)
      }),
    )
  mail
    .command('show')
    .description('Shows one mail, without recipient and content')
    .argument('<id>')
    .addHelpText('after', '\nExample:\n  npm run admin -- mail show 123')
    .action(
      run<string>(async ({ accounts }, id) => mailRow(answered((await accounts().getMail({ id })).mail))),
    )
  mail
    .command('retry')
    .description('Sends a mail now that is waiting or was rejected; safe to repeat')
    .argument('<id>')
    .addHelpText('after', '\nExample:\n  npm run admin -- mail retry 123')
    .action(
      run<string>(async ({ accounts }, id) => mailRow(answered((await accounts().retryMail({ id })).mail))),
    )
}

function mailRow(mail: MailRecord): Row {
  return {
    id: mail.id,
    kind: mail.kind,
    account_id: mail.accountId,
    state: mailStates[mail.state],
    attempts: mail.attempts,
    failure: mail.failure ?? null,
    created_at: mail.createdAt?.toISOString() ?? null,
    due_at: mail.dueAt?.toISOString() ?? null,
    settled_at: mail.settledAt?.toISOString() ?? null,
    expires_at: mail.expiresAt?.toISOString() ?? null,
    message_id: mail.messageId,
  }
}
