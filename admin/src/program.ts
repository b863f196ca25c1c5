import { Command, Help, type Option, type OutputConfiguration } from 'commander'
import { addAccountCommands } from './account.ts'
import type { Run } from './action.ts'
import { addAuditCommand } from './audit.ts'
import { channelNoun } from './channel.ts'
import { addClockCommands } from './clock.ts'
import { addDirectoryNoun } from './directory-noun.ts'
import { guildNoun } from './guild.ts'
import { inviteNoun } from './invite.ts'
import { addMailCommands } from './mail.ts'
import { memberNoun } from './member.ts'
import { overwriteNoun } from './overwrite.ts'
import { addRekeyCommand } from './rekey.ts'
import { addSeedCommand } from './seed-command.ts'
import { addSsoCommands } from './sso.ts'
import { addWebhookCommands } from './webhook.ts'

const notes = `
Examples:
  npm run admin -- seed
  npm run admin -- guild list
  npm run admin -- account find --email ann@gatehouse.test --json
  npm run admin -- audit --since 1h
  npm run admin -- webhook preview code-host dev/examples/push.json --event push
  npm run admin -- guild put --help

The stack is the one on --data DIR, else the services named by GATEHOUSE_AUTH_ADDR, GATEHOUSE_WEBHOOKS_ADDR,
GATEHOUSE_GUILDS_ADDR and GATEHOUSE_PUBLIC_URL, else the stack on .data.

With --json the last line of standard output is one record, or one array for a list. If a command fails, it prints
the reason to standard error and nothing to standard output: one line, or with --json {"code", "message", "errors"?}.
It exits with 1, or with 2 for invalid usage. "npm run --silent admin -- ..." omits the lines of npm.`

/** All commands of `npm run admin`; `run` wraps their work into actions, `output` gets the help texts. */
export function adminProgram(run: Run, output: OutputConfiguration): Command {
  const program = new Command('npm run admin --')
    .description(
      'Manages guilds, accounts, mails, keys and the clock of a running stack, lists its audit log, previews payloads',
    )
    .option('--json', 'print JSON instead of a table')
    .option('--data <dir>', 'folder of the stack, as passed to npm start')
    .addHelpText('after', notes)
    .configureHelp({ showGlobalOptions: true, optionDescription })
    .exitOverride()
    .configureOutput({ ...output, outputError: () => {} })
  addDirectoryNoun(program, run, guildNoun)
  addDirectoryNoun(program, run, channelNoun)
  addDirectoryNoun(program, run, memberNoun)
  addDirectoryNoun(program, run, overwriteNoun)
  addDirectoryNoun(program, run, inviteNoun)
  addAccountCommands(program, run)
  addAuditCommand(program, run)
  addMailCommands(program, run)
  addClockCommands(program, run)
  addRekeyCommand(program, run)
  addSeedCommand(program, run)
  addSsoCommands(program, run)
  addWebhookCommands(program, run)
  return program
}

function optionDescription(option: Option): string {
  const text = new Help().optionDescription(option)
  return option.mandatory ? `${text} (required)`.trim() : text
}
