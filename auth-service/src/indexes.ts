import { ensureIndexes } from '@gatehouse/service-kit/storage/ensure-indexes'
import type { Connection } from 'mongoose'
import { accountModel } from './accounts/account-schema.ts'
import { auditModel } from './audit/audit-document.ts'
import { mailModel } from './mails/mail-document.ts'
import { instanceModel } from './registration/first-account.ts'

export async function createIndexes(connection: Connection): Promise<void> {
  const models = [
    accountModel(connection),
    auditModel(connection),
    instanceModel(connection),
    mailModel(connection),
  ]
  await ensureIndexes(models)
}
