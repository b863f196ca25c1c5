import type { UserPrivateResponse } from '@gatehouse/client'
import { element, show } from './elements.ts'
import { reportFailure } from './failure.ts'
import { onSubmit } from './form.ts'
import { gatehouse } from './gatehouse.ts'
import { currentPath } from './navigation.ts'
import { isCallbackPage, recordStarted } from './sso-started.ts'
import { filled, texts } from './texts.ts'

export function openProviderSection(reload: () => Promise<void>): void {
  element('button', '#connect-provider').addEventListener('click', () => reportFailure(connect))
  onSubmit(element('form', '#disconnect-form'), async () => {
    await gatehouse.delete('/users/@me/sso', { body: {} })
    element('details', '#disconnect-provider').open = false
    await reload()
    show(element('p', '#notice'), texts.security.disconnected)
    element('h2', '#provider-title').focus()
  })
}

/** Nothing can be connected if the provider sends people back to an app with pages of its own. */
export async function showProvider({ sso_link: link }: Pick<UserPrivateResponse, 'sso_link'>): Promise<void> {
  const { enabled, enforced, display_name, redirect_uri } = await gatehouse.get('/auth/sso/status')
  const { providerText, connectText, connectedText, managedText, connectTo } = texts.security
  const isOffered = enabled && link === null && isCallbackPage(redirect_uri)
  element('section', '#provider-section').hidden = !isOffered && link === null
  const name = display_name ?? providerText
  const text = link === 'provider' ? managedText : link === 'own' ? connectedText : connectText
  element('p', '#provider-text').textContent = filled(text, { name })
  element('span', '#provider-on').hidden = link === null
  element('span', '#provider-off').hidden = link !== null
  const button = element('button', '#connect-provider')
  button.textContent = filled(connectTo, { name })
  button.hidden = !isOffered
  element('details', '#disconnect-provider').hidden = link !== 'own' || enforced
}

async function connect(): Promise<void> {
  const { authorization_url, state } = await gatehouse.post('/users/@me/sso', { body: {} })
  recordStarted({ state, path: currentPath(), notice: texts.security.connected, purpose: 'connection' })
  location.assign(authorization_url)
}
