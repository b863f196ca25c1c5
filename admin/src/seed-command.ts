import type { Command } from 'commander'
import type { Run } from './action.ts'
import { firstSteps } from './first-steps.ts'
import { asText, type Report } from './row.ts'
import { seed } from './seed.ts'

export function addSeedCommand(program: Command, run: Run): void {
  program
    .command('seed')
    .description('Creates two accounts, a guild, a channel, a member and a webhook to try; safe to repeat')
    .addHelpText('after', '\nExample:\n  npm run admin -- seed --json')
    .action(
      run(async ({ addresses }): Promise<Report> => {
        const { gateway, auth, guilds, tls } = addresses
        const seeded = await seed({ gateway: gateway(), auth: auth(), guilds: guilds(), tls })
        const { accounts, guild_id, channel_id, webhook } = seeded
        const ids = { guild_id, channel_id, webhook_id: webhook.id, webhook_token: webhook.token }
        return {
          json: seeded,
          text: [asText(accounts), asText(ids), firstSteps(gateway(), seeded)].join('\n\n'),
        }
      }),
    )
}
