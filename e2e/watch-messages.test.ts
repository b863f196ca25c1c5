import { watchMessages } from '@gatehouse/dev/examples/watch-messages'
import { type TcpProxy, tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { type GuildChannel, openDevStack, type Webhook } from './dev-stack.ts'
import { tlsOf } from './network-tls.ts'

describe('the example that reads messages over gRPC', () => {
  const stack = openDevStack()
  let proxy: TcpProxy
  let guildChannel: GuildChannel
  let webhook: Webhook
  before(async () => {
    proxy = await tcpProxy(`//${stack.network().env.GATEHOUSE_WEBHOOKS_ADDR}`)
    guildChannel = await stack.createGuildChannel(await stack.register('ann'))
    webhook = await stack.createWebhook(guildChannel)
  })
  after(() => proxy?.close())

  it('handles each message of its channel once and in order, while its connection is cut and a message fails', async () => {
    const handled: string[] = []
    let failures = 1
    const watching = watchMessages({
      address: `localhost:${proxy.port}`,
      tls: tlsOf('platform'),
      cursor: '0',
      channelIds: [guildChannel.channel_id],
      async onMessage({ message }) {
        const { content } = JSON.parse(message)
        if (content === 'two' && failures-- > 0) throw new Error('not handled')
        handled.push(content)
      },
    })
    try {
      const say = (text: string) => stack.postChat(webhook, { text })
      await stack.postChat(
        await stack.createWebhook({
          ...guildChannel,
          channel_id: await stack.createChannel(guildChannel.guild_id),
        }),
        { text: 'elsewhere' },
      )
      await say('one')
      await until(() => handled.length === 1)
      proxy.cut()
      await say('two')
      await say('three')
      proxy.mend()
      await until(() => handled.length === 3)
      expect(handled).to.deep.equal(['one', 'two', 'three'])
      expect(failures).to.equal(-1)
    } finally {
      watching.stop()
    }
  })
})
