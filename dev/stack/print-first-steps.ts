import { firstSteps } from '@gatehouse/admin/first-steps'
import { seed } from '@gatehouse/admin/seed'
import type { StackFile } from '@gatehouse/admin/stack-file'
import { readTlsOf } from '@gatehouse/admin/tls-paths'

/** Seeds a stack that has just become ready, and prints example requests. */
export async function printFirstSteps(
  { gateway, grpc, settings }: Pick<StackFile, 'gateway' | 'grpc' | 'settings'>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  try {
    const tls = readTlsOf('admin', env)
    const seeded = await seed({ gateway, auth: grpc.auth, guilds: grpc.webhooks, tls })
    console.log(`Try it:\n\n${firstSteps(gateway, seeded)}\n`)
    const administrator = seeded.accounts.find((account) => account.administrator)
    if (administrator) console.log(`The administrator here is ${administrator.email}.\n`)
    const [ann] = seeded.accounts
    if (ann && settings.GATEHOUSE_ACCOUNT_PAGES !== '0')
      console.log(`Sign in as ${ann.email} with ${ann.password}:\n\n${gateway}/account/sign-in\n`)
  } catch (error) {
    // A changed password or a public gateway prevents the seed, which must not end the stack.
    console.log(`The stack was not seeded: ${error instanceof Error ? error.message : error}`)
  }
  console.log('Ctrl-C stops everything.')
}
