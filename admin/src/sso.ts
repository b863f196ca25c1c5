import type { Command } from 'commander'
import type { Run } from './action.ts'

export function addSsoCommands(program: Command, run: Run): void {
  program
    .command('sso')
    .description('Single sign-on')
    .addHelpText('after', '\nExample:\n  npm run admin -- sso disable')
    .command('disable')
    .description(
      'Turns single sign-on off, so that people can sign in with passwords and passkeys; its settings stay; safe to repeat',
    )
    .addHelpText('after', '\nExample:\n  npm run admin -- sso disable')
    .action(
      run(async ({ accounts }) => {
        const { wasEnabled } = await accounts().disableSso({})
        return { enabled: false, was_enabled: wasEnabled }
      }),
    )
}
