import { firstSteps } from '@gatehouse/admin/first-steps'
import { seed } from '@gatehouse/admin/seed'
import type { StackFile } from '@gatehouse/admin/stack-file'
import { readTlsOf } from '@gatehouse/admin/tls-paths'

/** Seeds a stack that has just become ready, and prints example requests. */
export async function printFirstSteps(
  { gateway, grpc, settings, tls: made }: Pick<StackFile, 'gateway' | 'grpc' | 'settings' | 'tls'>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  try {
    const tls = readTlsOf('admin', { ...made, ...env })
    const guilds = env.GATEHOUSE_GUILDS_ADDR ?? grpc.webhooks
    const seeded = await seed({ gateway, auth: grpc.auth, guilds, tls })
    console.log(`Try it:\n\n${firstSteps(gateway, seeded)}\n`)
    const administrator = seeded.accounts.find((account) => account.administrator)
    if (administrator) console.log(`The administrator here is ${administrator.email}.\n`)
    const [ann] = seeded.accounts
    if (ann && settings.GATEHOUSE_ACCOUNT_PAGES !== '0')
      console.log(`Sign in as ${ann.email} with ${ann.password}:\n\n${gateway}/account/sign-in\n`)
  } catch (error) {
    // A changed password or a public gateway prevents the seed, which must not end the stack.
    console.log(`The stack was not seeded: ${reasonOf(error)}`)
  }
  console.log('Ctrl-C stops everything.')
}

/** The text of an internal error names no reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
