import { paginate } from '@gatehouse/client'
import { webhookUrl } from '@gatehouse/client/webhooks'
import { element, paragraph } from '../dom.ts'
import { form } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'

export async function webhooksPage(): Promise<Node[]> {
  const content = element('div')
  const open = form('Open', [{ name: 'channel_id', label: 'Channel id' }], async ({ channel_id = '' }) => {
    content.replaceChildren(...(await channelContent(channel_id)))
  })
  return [element('h1', {}, 'Webhooks'), open, content]
}

async function channelContent(channel_id: string): Promise<Node[]> {
  const params = { path: { channel_id } }
  const list = element('ul')
  const add = (webhook: { id: string; token: string; name: string }) => {
    const url = webhookUrl(gatehouse.baseUrl, webhook, 'chat-compat')
    list.append(element('li', {}, `${webhook.name}: `, element('code', {}, url)))
  }
  for await (const webhook of paginate(gatehouse, '/channels/{channel_id}/webhooks', { params })) add(webhook)
  const create = form('Create webhook', [{ name: 'name', label: 'Name' }], async ({ name = '' }) => {
    add(await gatehouse.post('/channels/{channel_id}/webhooks', { params, body: { name } }))
  })
  const messages = await gatehouse.get('/channels/{channel_id}/messages', { params })
  return [
    list,
    create,
    element('h2', {}, 'Messages'),
    element(
      'ul',
      {},
      ...messages.map(({ author, content }) => element('li', {}, `${author.username}: ${content}`)),
    ),
    ...(messages.length === 0 ? [paragraph('None yet.')] : []),
  ]
}
