import { element } from './elements.ts'
import { gatehouse } from './gatehouse.ts'
import { reportSsoFailure } from './sso-failure.ts'
import { filled, texts } from './texts.ts'

/** Shows the button of the identity provider, and nothing else if people must use it. */
export async function openSsoButton(): Promise<void> {
  const { enabled, enforced, display_name: name } = await gatehouse.get('/auth/sso/status')
  if (!enabled) return
  const button = element('button', '#sso')
  if (name !== null) button.textContent = filled(texts.signInWith, { name })
  button.hidden = false
  if (enforced) for (const part of document.querySelectorAll<HTMLElement>('[data-local]')) part.hidden = true
  button.addEventListener('click', () => void reportSsoFailure(openProvider))
}

async function openProvider(): Promise<void> {
  const { authorization_url: url } = await gatehouse.post('/auth/sso/start', { body: {} })
  location.assign(url)
}
