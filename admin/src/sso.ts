import type { Command } from 'commander'
import type { Run } from './action.ts'
import type { Services } from './services.ts'

const moveNotes = `
For a provider that has a new issuer, such as after a move to another host. Only counts without --apply. People keep their
accounts if their "sub" is the same at both issuers: at another tenant or another provider, an equal "sub" is somebody else.
A link is not moved if its person is linked to another account at the new issuer. It can be interrupted and repeated.

Example:
  npm run admin -- sso move-issuer --from https://old.example.com --to https://id.example.com`

type Move = { from: string; to: string; apply?: boolean }

export function addSsoCommands(program: Command, run: Run): void {
  const sso = program
    .command('sso')
    .description('Single sign-on')
    .addHelpText('after', '\nExample:\n  npm run admin -- sso disable')
  sso
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
  sso
    .command('move-issuer')
    .description('Moves the links of accounts from one issuer to another')
    .requiredOption('--from <issuer>', 'as `account show` prints it')
    .requiredOption('--to <issuer>', 'as in the discovery document of the provider')
    .option('--apply', 'moves the links; default: only counts them')
    .addHelpText('after', moveNotes)
    .action(run<Move>(async ({ accounts }, options) => moveIssuer(accounts(), options)))
}

async function moveIssuer(accounts: ReturnType<Services['accounts']>, { from, to, apply = false }: Move) {
  const total = { found: 0, taken: 0, moved: 0 }
  let pageToken = ''
  do {
    const page = await accounts.moveSsoLinks({ from, to, apply, pageSize: 0, pageToken })
    total.found += page.found
    total.taken += page.taken
    total.moved += page.moved
    pageToken = page.nextPageToken
  } while (pageToken !== '')
  return total
}
