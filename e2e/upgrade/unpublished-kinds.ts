import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import type { Message } from '../dev-stack.ts'
import { type Kind, kind } from './kind.ts'
import type { World } from './world.ts'

type Act = { type: string }

const entriesOf = ({ onKey }: World, stream: string) =>
  onKey(stream, async (redis, key) => JSON.stringify(await redis.xrange(key, '-', '+')))

/** Stored while Redis takes no events, messages and the SMTP server no mails. */
export const unpublishedKinds: Record<string, Kind> = {
  'events that were not published': kind({
    movesClock: true,
    store: ({ stack }) => stack.register('unpublished'),
    async check(world, { token, user_id }) {
      await world.sweep()
      for (const stream of ['events:sessions', 'events:auth'])
        await until(async () => (await entriesOf(world, stream)).includes(user_id))
      await until(async () => {
        const { body } = await world.stack.get<Act[]>('/users/@me/audit', { token })
        return ['account.registration', 'session.created'].every((type) =>
          body.some((act) => act.type === type),
        )
      })
    },
  }),

  'a message that was not published': kind({
    movesClock: true,
    async store({ stack }) {
      const guildChannel = await stack.createGuildChannel(await stack.register('publisher'))
      const { id, token } = await stack.createWebhook(guildChannel)
      const path = `/webhooks/${id}/${token}?wait=true`
      return { guildChannel, message: (await stack.post<Message>(path, { body: { content: 'Late' } })).body }
    },
    async check(world, { guildChannel, message }) {
      await world.sweep()
      const shown = await world.stack.listMessages(guildChannel)
      // A later version shows more of it.
      expect(shown).to.have.length(1).and.containSubset([message])
      await until(async () => (await entriesOf(world, 'messages')).includes(message.id))
    },
  }),

  'mails that were not sent, one of them for good': kind({
    movesClock: true,
    async store(world) {
      const send = async (name: string, code: number) => {
        const { token, email, user_id } = await world.stack.register(name)
        world.mails.rejections.set(email, code)
        await world.stack.post('/auth/verify/resend', { token })
        return { email, user_id }
      }
      const later = await send('later', 450)
      const never = await send('never', 550)
      await until(async () => (await mailOf(world, never.user_id, 'dead')) !== undefined)
      return { later, never }
    },
    async check(world, { later, never }) {
      await world.sweep()
      await world.mails.tokens(later.email, 'verify')
      await world.admin('mail', 'retry', (await mailOf(world, never.user_id, 'dead'))?.id ?? '')
      await world.mails.tokens(never.email, 'verify')
    },
  }),
}

type Mail = { id: string; account_id: string }

async function mailOf({ admin }: World, accountId: string, state: string): Promise<Mail | undefined> {
  const mails = (await admin('mail', 'list', '--state', state)) as Mail[]
  return mails.find(({ account_id }) => account_id === accountId)
}
