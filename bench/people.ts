import { AuthAdminService } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import { hashSync } from '@node-rs/argon2'
import type { Target } from './scenario.ts'

/** The default parameters of auth-service. */
export const parameters = { memoryKib: 19_456, passes: 2 }

/** The password of all accounts. */
export const password = 'copper-lantern-42'

export function hashOf({ memoryKib, passes } = parameters): string {
  return hashSync(password, { memoryCost: memoryKib, timeCost: passes, parallelism: 1 })
}

/** Imports accounts with these hashes; returns their email addresses, `name-1@…` and on. */
export async function people(
  { auth }: Target,
  name: string,
  hashes: string[],
  { verified = true } = {},
): Promise<string[]> {
  const accounts = hashes.map((passwordHash, index) => ({
    email: `${name}-${index + 1}@gatehouse.test`,
    verified,
    passwordHash,
    createdAt: undefined,
  }))
  const admin = connect(AuthAdminService, auth, { as: 'admin' })
  try {
    const { outcomes } = await admin.importAccounts({ accounts })
    const [problem] = outcomes.flatMap(({ problems }) => problems)
    if (problem) throw new Error(`An account was rejected: ${problem.path} ${problem.code}.`)
    return accounts.map(({ email }) => email)
  } finally {
    admin.close()
  }
}

/** Suspends accounts. */
export async function disable({ auth }: Target, emails: string[]): Promise<void> {
  const admin = connect(AuthAdminService, auth, { as: 'admin' })
  try {
    for (const email of emails) {
      const { account } = await admin.findAccount({ email })
      await admin.disableAccount({ id: account?.id ?? '' })
    }
  } finally {
    admin.close()
  }
}

export function loginBodies(emails: string[]): string[] {
  return emails.map((email) => JSON.stringify({ email, password }))
}
