import type { DeliveryResponse, WebhookResponse } from '@gatehouse/client'
import { type WebhookFormat, webhookUrl } from '@gatehouse/client/webhooks'
import { copy } from './copy.ts'
import { create, element, show } from './elements.ts'
import { reportFailure } from './failure.ts'
import { gatehouse } from './gatehouse.ts'
import { filled, texts } from './texts.ts'
import { dateAndTime } from './times.ts'

const maxDeliveries = 10

type Webhook = Pick<WebhookResponse, 'id' | 'token' | 'name' | 'user'>

export function renderWebhook(webhook: Webhook): Node {
  const { createdBy, copyOf, formats, testOf, deliveriesOf, testMessage, testSent } = texts.webhooks
  const { id, token, name } = webhook
  const fragment = element('template', '#webhook').content.cloneNode(true) as DocumentFragment
  const card = element('section', '', fragment)
  const title = element('h2', '.name', card)
  title.textContent = name
  title.id = `webhook-${id}`
  card.setAttribute('aria-labelledby', title.id)
  element('p', '.created', card).textContent = filled(createdBy, { name: webhook.user.username })

  const copyButtons = Object.entries(formats).map(([format, label]) => {
    const button = create('button', { type: 'button', className: 'secondary' }, label)
    button.ariaLabel = filled(copyOf, { name, format: label })
    button.addEventListener('click', () => void copy(urlOf(webhook, format as WebhookFormat | 'native')))
    return button
  })
  element('div', '.urls', card).append(...copyButtons)

  onPress(card, { selector: '.test', label: filled(testOf, { name }) }, async () => {
    const params = { path: { webhook_id: id, token } }
    await gatehouse.post('/webhooks/{webhook_id}/{token}', {
      params,
      body: { content: filled(testMessage, { name }) },
    })
    show(element('p', '.result', card), testSent)
    if (!element('div', '.log', card).hidden) await showDeliveries(card, id)
  })
  const toggle = onPress(
    card,
    { selector: '.show-deliveries', label: filled(deliveriesOf, { name }) },
    async () => {
      const log = element('div', '.log', card)
      if (log.hidden) await showDeliveries(card, id)
      log.hidden = !log.hidden
      toggle.ariaExpanded = String(!log.hidden)
    },
  )
  return fragment
}

function urlOf(webhook: Webhook, format: WebhookFormat | 'native'): string {
  if (format !== 'native') return webhookUrl(gatehouse.baseUrl, webhook, format)
  return `${gatehouse.baseUrl}/webhooks/${webhook.id}/${webhook.token}`
}

function onPress(
  within: ParentNode,
  { selector, label }: { selector: string; label: string },
  run: () => Promise<void>,
): HTMLButtonElement {
  const button = element('button', selector, within)
  button.ariaLabel = label
  button.addEventListener('click', () => void reportFailure(run))
  return button
}

async function showDeliveries(card: HTMLElement, webhook_id: string): Promise<void> {
  const deliveries = await gatehouse.get('/webhooks/{webhook_id}/deliveries', {
    params: { path: { webhook_id }, query: { limit: maxDeliveries } },
  })
  const render = (delivery: DeliveryResponse) => renderDelivery(card, delivery)
  element('ul', '.deliveries', card).replaceChildren(...deliveries.map(render))
  element('p', '.empty', card).hidden = deliveries.length > 0
}

function renderDelivery(card: HTMLElement, delivery: DeliveryResponse): Node {
  const { replayOf, replayed } = texts.webhooks
  const item = element('template', '#delivery').content.cloneNode(true) as DocumentFragment
  const what = [delivery.format, delivery.event, delivery.action].filter(Boolean).join(' · ')
  element('h3', '.name', item).textContent = resultOf(delivery)
  if (delivery.detail) show(element('p', '.reason', item), delivery.detail)
  element('p', '.place', item).textContent = what
  element('p', '.times', item).textContent = dateAndTime(delivery.received_at)
  // Their bodies are not stored.
  element('button', '.replay', item).hidden = delivery.result.startsWith('rejected:')
  onPress(item, { selector: '.replay', label: filled(replayOf, { delivery: what }) }, async () => {
    const { id: delivery_id, webhook_id } = delivery
    const repeated = await gatehouse.post('/webhooks/{webhook_id}/deliveries/{delivery_id}/replay', {
      params: { path: { webhook_id, delivery_id } },
    })
    await showDeliveries(card, webhook_id)
    show(element('p', '.result', card), filled(replayed, { result: resultOf(repeated) }))
    element('h2', '.name', card).focus()
  })
  return item
}

/** The first word of the result in the language of the page, and its subject. */
function resultOf({ result }: DeliveryResponse): string {
  const [word = '', subject] = result.split(':')
  const known: Record<string, string> = texts.webhooks.results
  return [known[word] ?? word, subject].filter(Boolean).join(': ')
}
