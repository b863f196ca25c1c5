import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'

type Owner = Pick<Account, 'id' | 'passwordChangedAt'>

const lifetimeMs = 30 * 24 * 60 * 60_000
const maxLength = 1024

/**
 * What a browser keeps so that its account knows it from strangers (contract.md 7 row 6): a random id sealed with the key
 * ring, bound to the account. Nothing is stored, so a lost Redis makes nobody a stranger and a sign-in writes nothing more. It
 * grants no access, only a budget of tries of its own; all of them die when the password changes.
 */
export function deviceTokens({ keyRing, clock }: { keyRing: KeyRing; clock: Clock }) {
  const read = (token: string, { id, passwordChangedAt }: Owner) => {
    const [device = '', password, expires] = keyRing.open(token, contextOf(id)).split(' ')
    const isLive = clock.now() < Number(expires) && Number(password) === (passwordChangedAt?.getTime() ?? 0)
    return isLive ? device : null
  }

  /** The id of the device that holds a token of this account; null for any other text. */
  const deviceOf = (token: string | undefined, account: Owner): string | null => {
    if (!token || token.length > maxLength) return null
    try {
      return read(token, account)
    } catch {
      // Whatever a stranger made up, another account's token, or one sealed with a key that is gone: no known device.
      return null
    }
  }

  return {
    deviceOf,

    /** A token for the next 30 days: of the same device when it has one already. */
    renew(token: string | undefined, account: Owner): string {
      const device = deviceOf(token, account) ?? newSecret()
      const password = account.passwordChangedAt?.getTime() ?? 0
      return keyRing.seal(`${device} ${password} ${clock.now() + lifetimeMs}`, contextOf(account.id))
    },
  }
}

function contextOf(accountId: string): string {
  return `device:${accountId}`
}
