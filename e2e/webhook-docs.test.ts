import type { Answer } from '@gatehouse/admin/rest'
import { readDocs, tableUnder } from '@gatehouse/dev/docs/read-markdown'
import { expect } from 'chai'
import { type GuildChannel, type Message, openDevStack, resultOf, type Webhook } from './dev-stack.ts'

const page = readDocs('webhooks.md')

/** The payloads and messages in the page. */
const examples = [
  ...page.matchAll(
    /<!-- post: (\S+) ?(\S*) -->\n```json\n(.*?)\n```\n\n<!-- becomes -->\n```json\n(.*?)\n```/gs,
  ),
].map(([, format = '', event = '', posted = '', becomes = '']) => ({
  format,
  event,
  posted,
  becomes: JSON.parse(becomes),
}))

const eventHeaders: Record<string, string> = {
  'code-host': 'x-github-event',
  'error-tracker': 'sentry-hook-resource',
}

describe('examples of docs/webhooks.md', () => {
  const stack = openDevStack()
  let guildChannel: GuildChannel
  let webhook: Webhook

  beforeEach(async () => {
    guildChannel = await stack.createGuildChannel(await stack.register('ann'))
    webhook = await stack.createWebhook(guildChannel, 'Builds')
  })

  it('cover every format', () => {
    expect(examples.map(({ format }) => format)).to.have.members([
      'code-host',
      'error-tracker',
      'chat-compat',
    ])
  })

  for (const { format, event, posted, becomes } of examples)
    it(`work as documented: ${format}`, async () => {
      expect(resultOf(await post(format, event, posted))).to.equal('rendered')
      const [message] = await stack.listMessages(guildChannel)
      expect(withoutChance(message)).to.deep.equal(withoutChance(becomes))
    })

  it('name every result', async () => {
    const star = { action: 'created', repository: { full_name: 'a/b', html_url: 'https://host.test/a/b' } }
    const ways: Record<string, () => Promise<Answer<unknown>>> = {
      rendered: () => post('code-host', 'star', { ...star, sender: { login: 'ann' } }),
      'ignored:<event>': () => post('code-host', 'ping', {}),
      'ignored:<event>.<action>': () => post('code-host', 'star', { ...star, action: 'deleted' }),
      duplicate: async () => {
        await post('code-host', 'ping', { zen: 'twice' })
        return post('code-host', 'ping', { zen: 'twice' })
      },
      filtered: async () => {
        const strict = await stack.createWebhook(guildChannel, 'Strict')
        const body = { event_filter: { mode: 'rules', rules: [] } }
        await stack.patch(`/webhooks/${strict.id}/settings`, { token: guildChannel.owner.token, body })
        return post('code-host', 'ping', {}, strict)
      },
      'unrenderable:<path>': () => post('code-host', 'issues', { action: 'opened', issue: 1 }),
      'rejected:<code>': () => post('code-host', 'push', 'no JSON'),
    }
    expect(tableUnder(page, 'Result').map(([word]) => word)).to.deep.equal(Object.keys(ways))
    for (const [word, way] of Object.entries(ways))
      expect(resultOf(await way()), word).to.match(patternOf(word))
  })

  function post(format: string, event: string, body: unknown, to = webhook): Promise<Answer<unknown>> {
    const header = eventHeaders[format]
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (header !== undefined) headers[header] = event
    return stack.post(`/webhooks/${to.id}/${to.token}/${format}`, { body, headers })
  }
})

/** Ids and the time of posting differ each time. */
function withoutChance(message: Message | undefined) {
  if (!message) throw new Error('there is no message')
  const { id, channel_id, guild_id, webhook_id, timestamp, author, ...same } = message
  const { id: authorId, ...sameAuthor } = author
  for (const chance of [id, channel_id, guild_id, webhook_id, authorId]) expect(chance).to.match(/^\d+$/)
  expect(new Date(timestamp).toISOString()).to.equal(timestamp)
  return { ...same, author: sameAuthor }
}

function patternOf(word: string): RegExp {
  return new RegExp(`^${word.replaceAll(/<\w+>/g, '[\\w-]+').replaceAll('.', '\\.')}$`)
}
