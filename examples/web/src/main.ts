import { element } from './dom.ts'
import { explain } from './errors.ts'
import { accountPage } from './pages/account.ts'
import { handoffPage } from './pages/handoff.ts'
import { registerPage } from './pages/register.ts'
import { signInPage } from './pages/sign-in.ts'
import { webhooksPage } from './pages/webhooks.ts'

type Page = () => Promise<Node[]>

const pages = new Map<string, Page>([
  ['#/register', registerPage],
  ['#/sign-in', signInPage],
  ['#/account', accountPage],
  ['#/handoff', handoffPage],
  ['#/webhooks', webhooksPage],
])
const container = document.querySelector('#page')

async function showPage(): Promise<void> {
  const page = pages.get(location.hash) ?? signInPage
  const content = await page().catch((error: unknown) => [element('p', { role: 'alert' }, explain(error))])
  if (page === (pages.get(location.hash) ?? signInPage)) container?.replaceChildren(...content)
}

addEventListener('hashchange', showPage)
void showPage()
