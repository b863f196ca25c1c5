import { answered } from './answered.ts'
import type { Services } from './services.ts'

type Accounts = ReturnType<Services['accounts']>

/** What a command says about its `<account>` argument. */
export const accountArgument = ['<account>', 'id or email address'] as const

/** The id of an account that somebody named by its id or its email address. Fails with UNKNOWN_USER for an unknown address. */
export async function namedAccount(accounts: Accounts, named: string): Promise<{ id: string }> {
  if (!named.includes('@')) return { id: named }
  return { id: answered((await accounts.findAccount({ email: named })).account).id }
}
