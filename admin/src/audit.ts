import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import type { Command } from 'commander'
import type { Run } from './action.ts'
import { accountId, accountMeaning } from './named-account.ts'
import { parseCount, parseDuration } from './options.ts'
import type { Row } from './row.ts'

type Options = { account?: string; type?: string; since?: number; limit: number }

const maxPage = 1000

export function addAuditCommand(program: Command, run: Run): void {
  program
    .command('audit')
    .description('Lists the audit log, newest first; the types are in docs/events.md')
    .option('--account <account>', `only of this account: ${accountMeaning}`)
    .option('--type <type>', 'only of this type, such as account.sign_in')
    .option('--since <duration>', 'only what happened within it, such as 1h', parseDuration)
    .option('--limit <count>', 'how many', parseCount, 100)
    .addHelpText('after', '\nExample:\n  npm run admin -- audit --type account.sign_in --since 1h --limit 20')
    .action(
      run<Options>(async ({ accounts, now }, { account, type, since, limit }) => {
        const service = accounts()
        const id = account === undefined ? undefined : await accountId(service, account)
        const from = since === undefined ? undefined : new Date((await now()) - since)
        const records: Event[] = []
        let pageToken = ''
        while (records.length < limit) {
          const pageSize = Math.min(maxPage, limit - records.length)
          const page = await service.listAudit({ accountId: id, type, since: from, pageSize, pageToken })
          records.push(...page.records)
          pageToken = page.nextPageToken
          if (pageToken === '') break
        }
        return records.map(auditRow)
      }),
    )
}

function auditRow({ id, at, type, outcome, detail, clientInfo, ...record }: Event): Row {
  const details = Object.entries(detail).map(([name, value]) => `${name}=${value}`)
  const client = [clientInfo?.browser, clientInfo?.os].filter((part) => part !== undefined)
  return {
    id,
    at: at?.toISOString() ?? null,
    type,
    outcome,
    account_id: record.accountId ?? null,
    address: record.address ?? null,
    client: client.length > 0 ? client.join(', ') : null,
    session_id_hash: record.sessionIdHash ?? null,
    request_id: record.requestId || null,
    detail: details,
  }
}
