import { ensureIndexes } from '@gatehouse/service-kit/storage/ensure-indexes'
import { idempotencyKeyModel } from '@gatehouse/service-kit/storage/idempotency-keys'
import type { Schema } from '@gatehouse/service-kit/storage/schema/schema'
import { accountModel } from './accounts/account-schema.ts'
import { auditModel } from './audit/audit-document.ts'
import { authorizedAddressModel } from './ip-authorization/authorized-addresses.ts'
import { ipAuthorizationModel } from './ip-authorization/ip-authorization-document.ts'
import { mailModel } from './mails/mail-document.ts'
import { instanceModel } from './registration/first-account.ts'
import { ssoConfigModel } from './single-sign-on/sso-config-store.ts'

const models = [
  accountModel,
  auditModel,
  instanceModel,
  idempotencyKeyModel,
  mailModel,
  authorizedAddressModel,
  ipAuthorizationModel,
  ssoConfigModel,
]

/** Version 2 added passkeys with their index, version 3 phone numbers with theirs, version 4 single sign-on, version 5 the index of disowning. */
export const authSchema: Schema = {
  owner: 'auth-service',
  version: 5,
  oldestCode: 3,
  apply: (connection) => ensureIndexes(models.map((model) => model(connection))),
}
