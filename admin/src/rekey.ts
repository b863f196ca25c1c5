import type { RekeyRequest, RekeyResponse } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { Command } from 'commander'
import type { Run } from './action.ts'
import { asText, type Report, type Row } from './row.ts'

type Rekey = (request: RekeyRequest) => Promise<RekeyResponse>

const pageSize = 500

const notes = `
Run it after a new key is current in every replica (docs/operations.md). It can be interrupted and repeated, and services
go on meanwhile. Progress is printed to standard error. Exits with 1 if a text cannot be decrypted by any key of the ring.

Example:
  npm run admin -- rekey`

export function addRekeyCommand(program: Command, run: Run): void {
  program
    .command('rekey')
    .description('Encrypts stored secrets with the current key of each key ring')
    .addHelpText('after', notes)
    .action(
      run(async ({ accounts, webhooks }, _, { err }) => {
        const [auth, hooks] = [accounts(), webhooks()]
        return report([
          await rekeyAll('accounts', (request) => auth.rekey(request), err),
          await rekeyAll('webhooks', (request) => hooks.rekey(request), err),
        ])
      }),
    )
}

async function rekeyAll(stored: string, rekey: Rekey, err: (text: string) => void) {
  const total = { stored, examined: 0, rekeyed: 0, unreadable_ids: [] as string[] }
  let pageToken = ''
  do {
    const page = await rekey({ pageSize, pageToken })
    total.examined += page.examined
    total.rekeyed += page.rekeyed
    total.unreadable_ids.push(...page.unreadableIds)
    pageToken = page.nextPageToken
    err(`${stored}: ${total.examined} examined, ${total.rekeyed} secrets encrypted again\n`)
  } while (pageToken !== '')
  return total
}

function report(rows: (Row & { unreadable_ids: string[] })[]): Report {
  const isRejection = rows.some(({ unreadable_ids }) => unreadable_ids.length > 0)
  return { json: rows, text: asText(rows), isRejection }
}
