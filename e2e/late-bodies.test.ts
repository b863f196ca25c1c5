import { setTimeout as sleep } from 'node:timers/promises'
import { slowRequest } from '@gatehouse/service-kit/testing/slow-request'
import { expect } from 'chai'
import { type GuildChannel, openDevStack, type TestAccount } from './dev-stack.ts'

describe('a body that arrives late', () => {
  const stack = openDevStack()
  let ann: TestAccount
  let guildChannel: GuildChannel

  beforeEach(async () => {
    ann = await stack.register('ann')
    guildChannel = await stack.createGuildChannel(ann)
  })

  const begin = (method: string, path: string, body: unknown, token?: string) =>
    slowRequest(stack.network().urls.gateway, {
      method,
      path,
      body: JSON.stringify(body),
      headers: token === undefined ? {} : { authorization: token },
    })
  const later = () => stack.network().clock.advance(600)
  const codeOf = ({ status, body }: { status: number | undefined; body: string }) => [
    status,
    JSON.parse(body).code,
  ]

  /** Changes the caller's account after its session has ended; another session checks the result. */
  async function changeAfterLogout(wait: () => unknown) {
    const witness = await stack.signIn(ann)
    const before = await stack.get('/users/@me', { token: witness })
    const { finish } = await begin('PATCH', '/users/@me', { global_name: 'Late' }, ann.token)
    await stack.post('/auth/logout', { token: ann.token })
    await wait()
    const response = await finish()
    const after = await stack.get('/users/@me', { token: witness })
    expect(after.body).to.deep.equal(before.body)
    return codeOf(response)
  }

  it('changes no account whose session has ended', async () => {
    expect(await changeAfterLogout(later)).to.deep.equal([401, 'UNAUTHORIZED'])
  })

  it('changes no account whose session has ended, also if the machine was suspended', async () => {
    expect(await changeAfterLogout(() => sleep(700))).to.deep.equal([401, 'UNAUTHORIZED'])
  })

  it('ends no session and creates no webhook after its session has ended', async () => {
    const witness = await stack.signIn(ann)
    const { body } = await stack.get<{ id_hash: string; current: boolean }[]>('/auth/sessions', {
      token: witness,
    })
    const others = { session_id_hashes: body.filter(({ current }) => current).map(({ id_hash }) => id_hash) }
    const slow = [
      await begin('POST', '/auth/sessions/logout', { ...others, password: ann.password }, ann.token),
      await begin('POST', `/channels/${guildChannel.channel_id}/webhooks`, { name: 'Late' }, ann.token),
    ]
    await stack.post('/auth/logout', { token: ann.token })
    later()
    for (const { finish } of slow) expect(codeOf(await finish())).to.deep.equal([401, 'UNAUTHORIZED'])
    const made = await stack.get(`/channels/${guildChannel.channel_id}/webhooks`, { token: witness })
    expect([made.status, made.body]).to.deep.equal([200, []])
  })

  it('neither executes nor renames a deleted webhook', async () => {
    const { id, token } = await stack.createWebhook(guildChannel)
    const execution = await begin('POST', `/webhooks/${id}/${token}/chat-compat`, { text: 'Late.' })
    const renaming = await begin('PATCH', `/webhooks/${id}/${token}`, { name: 'Late' })
    await stack.del(`/webhooks/${id}`, { token: ann.token })
    later()
    expect(await execution.finish()).to.deep.equal({ status: 404, body: 'no_service' })
    expect(codeOf(await renaming.finish())).to.deep.equal([404, 'UNKNOWN_WEBHOOK'])
    expect(await stack.listMessages(guildChannel)).to.deep.equal([])
  })

  it('hands over no ended session', async () => {
    const { body: handoff } = await stack.post<{ code: string }>('/auth/handoff/initiate')
    const complete = { code: handoff.code, token: ann.token, user_id: ann.user_id }
    const { finish } = await begin('POST', '/auth/handoff/complete', complete)
    await stack.post('/auth/logout', { token: ann.token })
    later()
    expect(codeOf(await finish())).to.deep.equal([401, 'INVALID_TOKEN'])
  })
})
