import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { expect } from 'chai'
import { EmbedBuilder, WebhookClient } from 'discord.js'
// @ts-expect-error: the package does not export its types.
import { MessageBuilder, Webhook as NodeWebhook } from 'discord-webhook-node'
import {
  type CallerProgram,
  goProgram,
  programFolder,
  pythonPackages,
  startProgram,
} from './caller-programs.ts'
import { type GuildChannel, openDevStack, type Webhook } from './dev-stack.ts'

const senders = join(repositoryRoot, 'e2e/senders')
const file = 'attached\n+1 file: log.txt'

/** What each library returned, in the order of its program. */
const results = {
  python: {
    discord_py: ['hello', 'Build 7', 'changed', 'UNKNOWN_MESSAGE', file],
    discord_py_sync: ['hello', 'changed'],
    discord_webhook: ['hello', 'changed', 204, file],
    apprise: [true],
    slack_sdk: [200, 'ok', 'ok', 400, 'no_text'],
  },
  go: { discordgo: ['hello', 'Build 7', 'changed', 404, 'Alerts'], shoutrrr: ['sent'] },
}

/** The words of the messages that remain, the newest first. */
const remaining: Record<string, string[]> = {
  discord_py: [file],
  discord_py_sync: [],
  discord_webhook: [file],
  apprise: ['Build 7 Result ```md\ndone **fast**\n```'],
  slack_sdk: ['later', '**done**'],
  discordgo: [],
  shoutrrr: ['hello from shoutrrr'],
}

describe('libraries for Discord and Slack, unchanged', () => {
  const stack = openDevStack()
  let guildChannel: GuildChannel
  let webhook: Webhook

  beforeEach(async () => {
    guildChannel = await stack.createGuildChannel(await stack.register('ann'))
    webhook = await stack.createWebhook(guildChannel, 'Alerts')
  })

  const words = async () =>
    (await stack.listMessages(guildChannel)).map(({ content, embeds }) =>
      [
        content,
        ...embeds.flatMap(({ title, description, fields = [] }) => [
          title,
          description,
          ...fields.flatMap(({ name, value }) => [name, value]),
        ]),
      ]
        .filter(Boolean)
        .join(' '),
    )

  const prepare = {
    python(): CallerProgram | null {
      const packages = pythonPackages(join(senders, 'python/requirements.txt'))
      const args = [join(senders, 'python/senders.py')]
      return packages === null ? null : { command: 'python3', args, env: { PYTHONPATH: packages } }
    },
    go: (folder: string) => goProgram(join(senders, 'go'), folder),
  }

  for (const language of ['python', 'go'] as const)
    describe(language, () => {
      const { folder, remove } = programFolder()
      let program: CallerProgram
      // The first run compiles the libraries.
      before(function () {
        this.timeout(900_000)
        const prepared = prepare[language](folder)
        if (prepared === null) {
          console.log(`      skipped: the packages of e2e/senders/${language} cannot be installed`)
          this.skip()
        }
        program = prepared
      })
      after(remove)

      for (const [library, expected] of Object.entries(results[language]))
        it(library, async () => {
          const gateway = stack.network().urls.gateway
          const running = startProgram(program, gateway, webhook.id, webhook.token, library)
          const { code, output } = await running.end()
          expect(code, output).to.equal(0)
          expect(JSON.parse(output.split('\n').at(-1) ?? '')).to.deep.equal(expected)
          expect(await words()).to.deep.equal(remaining[library])
        })
    })

  describe('node', () => {
    let proxy: Server
    afterEach(() => proxy?.close())

    /** The paths of discord.js begin with /api and a version, which a reverse proxy removes. */
    async function discordApi(): Promise<string> {
      const { hostname, port } = new URL(stack.network().urls.gateway)
      proxy = createServer((incoming, answer) => {
        const path = incoming.url?.replace(/^\/api\/v\d+/, '')
        const { method, headers } = incoming
        const forwarded = request({ hostname, port, path, method, headers }, (response) => {
          answer.writeHead(response.statusCode ?? 0, response.headers)
          response.pipe(answer)
        })
        incoming.pipe(forwarded)
      }).listen(0, '127.0.0.1')
      await new Promise((resolve) => proxy.once('listening', resolve))
      return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api`
    }

    it('discord.js', async () => {
      const { id, token } = webhook
      const client = new WebhookClient({ id, token }, { rest: { api: await discordApi() } })
      const embed = new EmbedBuilder().setTitle('Build 7').setColor(0x2da44e).setTimestamp()
      const sent = await client.send({ content: 'hello', username: 'ci', embeds: [embed] })
      const read = await client.fetchMessage(sent.id)
      expect([read.content, read.embeds[0]?.title]).to.deep.equal(['hello', 'Build 7'])
      expect((await client.editMessage(sent.id, 'changed')).content).to.equal('changed')
      await client.deleteMessage(sent.id)
      const gone = await client.fetchMessage(sent.id).catch((error: unknown) => error)
      expect(gone).to.include({ code: 'UNKNOWN_MESSAGE', status: 404 })
      const files = [{ attachment: Buffer.from('x'), name: 'log.txt' }]
      expect((await client.send({ content: 'attached', files })).content).to.equal(file)
      client.destroy()
    })

    it('discord-webhook-node', async () => {
      const client = new NodeWebhook(
        `${stack.network().urls.gateway}/webhooks/${webhook.id}/${webhook.token}`,
      )
      client.setUsername('ci')
      await client.send('hello')
      await client.send(
        new MessageBuilder().setTitle('Build 7').addField('Branch', 'main', true).setTimestamp(),
      )
      await client.warning('Disk', 'used', '98 %')
      expect(await words()).to.deep.equal(['Disk used 98 %', 'Build 7 Branch main', 'hello'])
    })
  })
})
