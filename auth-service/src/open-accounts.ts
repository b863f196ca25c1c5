import type { Connection } from 'mongoose'
import { accountModel } from './accounts/account-schema.ts'
import { accountStore } from './accounts/account-store.ts'
import { factorStore } from './factors/factor-store.ts'
import { passkeyStore } from './passkeys/passkey-store.ts'
import { ssoLinkStore } from './single-sign-on/sso-link-store.ts'
import { smsStore } from './sms/sms-store.ts'

/** The store of accounts, with the parts of their documents that belong to second factors and identity providers. */
export function openAccounts(connection: Connection) {
  const model = accountModel(connection)
  return {
    ...accountStore(connection),
    ...factorStore(model),
    ...passkeyStore(model),
    ...ssoLinkStore(model),
    ...smsStore(model),
  }
}
