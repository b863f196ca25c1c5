import type { WebhookResponse } from '@gatehouse/client'
import { element, show } from '../elements.ts'
import { reportFailure } from '../failure.ts'
import { onSubmit } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { openPage } from '../navigation.ts'
import { texts } from '../texts.ts'
import { renderWebhook } from '../webhook-card.ts'

const parameter = 'channel_id'

export function openWebhooks(isSignedIn: boolean): boolean {
  if (!isSignedIn) {
    openPage('sign-in')
    return false
  }
  element('input', '#channel_id').value = new URLSearchParams(location.search).get(parameter) ?? ''
  onSubmit(element('form', '#channel-form'), load)
  onSubmit(element('form', '#create-form'), create)
  if (channelId() !== '') void reportFailure(load)
  return true
}

const channelId = () => element('input', '#channel_id').value.trim()
const params = () => ({ path: { channel_id: channelId() } })

async function load(): Promise<void> {
  element('div', '#of-channel').hidden = true
  show(element('p', '#failure'), '')
  const webhooks = await gatehouse.get('/channels/{channel_id}/webhooks', { params: params() })
  rememberChannel()
  element('div', '#webhooks').replaceChildren(...webhooks.map(renderWebhook))
  element('p', '#none').hidden = webhooks.length > 0
  element('div', '#of-channel').hidden = false
}

async function create(values: FormData): Promise<void> {
  const body = { name: String(values.get('name')) }
  const webhook: WebhookResponse = await gatehouse.post('/channels/{channel_id}/webhooks', {
    params: params(),
    body,
  })
  element('form', '#create-form').reset()
  element('p', '#none').hidden = true
  element('div', '#webhooks').append(renderWebhook(webhook))
  show(element('p', '#notice'), texts.webhooks.created)
  element('div', '#webhooks').querySelector<HTMLElement>('section:last-child h2')?.focus()
}

/** In the address, for a reload and for links to other languages. */
function rememberChannel(): void {
  const withChannel = (href: string) => {
    const url = new URL(href)
    url.searchParams.set(parameter, channelId())
    return url.href
  }
  history.replaceState(null, '', withChannel(location.href))
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]'))
    link.href = withChannel(link.href)
}
