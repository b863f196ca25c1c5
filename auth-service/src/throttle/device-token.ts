import { maxDeviceTokenLength } from '@gatehouse/proto/field-bounds'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'

type Owner = Pick<Account, 'id' | 'passwordChangedAt'>

const lifetimeMs = 30 * 24 * 60 * 60_000

/**
 * A random id sealed with the key ring and bound to the account (OWASP Authentication Cheat Sheet, device
 * cookies). It grants no access. Nothing is stored, so known devices survive a loss of Redis. A change of
 * password invalidates all tokens.
 */
export function deviceTokens({ keyRing, clock }: { keyRing: KeyRing; clock: Clock }) {
  const read = (token: string, { id, passwordChangedAt }: Owner) => {
    const [device = '', password, expires] = keyRing.open(token, contextOf(id)).split(' ')
    const isLive = clock.now() < Number(expires) && Number(password) === (passwordChangedAt?.getTime() ?? 0)
    return isLive ? device : null
  }

  const deviceOf = (token: string | undefined, account: Owner): string | null => {
    if (!token || token.length > maxDeviceTokenLength) return null
    try {
      return read(token, account)
    } catch {
      // Forged, of another account, or sealed with a removed key.
      return null
    }
  }

  return {
    deviceOf,

    /** A token for the next 30 days, for the same device if it presents a valid one. */
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
