import { ensureIndexes } from '@gatehouse/service-kit/storage/ensure-indexes'
import type { Connection } from 'mongoose'
import { accountModel } from './accounts/account-schema.ts'
import { auditModel } from './audit/audit-document.ts'
import { instanceModel } from './registration/first-account.ts'

export async function createIndexes(connection: Connection): Promise<void> {
  await ensureIndexes([accountModel(connection), auditModel(connection), instanceModel(connection)])
}
