import type { StackFile } from '@gatehouse/admin/stack-file'
import Table from 'cli-table3'
import { withoutPassword } from '../stores/given-stores.ts'

type Addresses = Omit<StackFile, 'pids' | 'settings'>

export function stackTable(
  { gateway, gateways, mail, smtp, mongodb, redis, grpc, ops }: Addresses,
  folder: string,
): string {
  const table = new Table({ style: { head: [], border: [] } })
  table.push(
    ['gateway', gateways.join('\n')],
    ['documentation', `${gateway}/docs`],
    ['mail', `${mail}  (SMTP ${smtp})`],
    ['MongoDB', withoutPassword(mongodb)],
    ['Redis', withoutPassword(redis)],
    ['gRPC', `auth ${grpc.auth}\nsessions ${grpc.sessions}\nwebhooks ${grpc.webhooks}`],
    ['health, metrics', lines(ops)],
    ['data, logs', folder],
  )
  return table.toString()
}

function lines(addresses: Record<string, string>): string {
  return Object.entries(addresses)
    .map((entry) => entry.join(' '))
    .join('\n')
}
