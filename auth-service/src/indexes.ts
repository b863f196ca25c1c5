import { ensureIndexes } from '@gatehouse/service-kit/storage/ensure-indexes'
import { idempotencyKeyModel } from '@gatehouse/service-kit/storage/idempotency-keys'
import type { Connection } from 'mongoose'
import { accountModel } from './accounts/account-schema.ts'
import { auditModel } from './audit/audit-document.ts'
import { authorizedAddressModel } from './ip-authorization/authorized-addresses.ts'
import { ipAuthorizationModel } from './ip-authorization/ip-authorization-document.ts'
import { mailModel } from './mails/mail-document.ts'
import { instanceModel } from './registration/first-account.ts'

export async function createIndexes(connection: Connection): Promise<void> {
  const models = [
    accountModel,
    auditModel,
    instanceModel,
    idempotencyKeyModel,
    mailModel,
    authorizedAddressModel,
    ipAuthorizationModel,
  ]
  await ensureIndexes(models.map((model) => model(connection)))
}
