import { type AuthSessionResponse, paginate } from '@gatehouse/client'
import { button, element, paragraph } from '../dom.ts'
import { explain } from '../errors.ts'
import { gatehouse } from '../gatehouse.ts'

const recentRecords = 5

export async function accountPage(): Promise<Node[]> {
  const [me, sessions, records] = await Promise.all([
    gatehouse.get('/users/@me'),
    gatehouse.get('/auth/sessions'),
    listRecords(),
  ])
  return [
    element('h1', {}, 'Account'),
    paragraph(`Signed in as ${me.username}#${me.discriminator} (${me.email ?? 'no email'}).`),
    button('Sign out', async () => {
      await gatehouse.signOut()
      location.hash = '#/sign-in'
    }),
    element('h2', {}, 'Sessions'),
    element('ul', {}, ...sessions.map(sessionItem)),
    element('h2', {}, 'Recent activity'),
    element('ul', {}, ...records),
  ]
}

function sessionItem({ id_hash, current, client_info }: AuthSessionResponse): HTMLLIElement {
  const device = `${client_info?.browser ?? 'Unknown browser'} on ${client_info?.os ?? 'an unknown system'}`
  if (current) return element('li', {}, `${device} (this one)`)
  const item = element('li', {}, `${device} `)
  const alert = element('span', { role: 'alert' })
  const end = button('End', () => {
    gatehouse.post('/auth/sessions/logout', { body: { session_id_hashes: [id_hash] } }).then(
      () => item.remove(),
      (error: unknown) => {
        alert.textContent = explain(error)
      },
    )
  })
  item.append(end, alert)
  return item
}

async function listRecords(): Promise<HTMLLIElement[]> {
  const items: HTMLLIElement[] = []
  const init = { params: { query: { limit: recentRecords } } }
  for await (const { at, type, outcome } of paginate(gatehouse, '/users/@me/audit', init)) {
    items.push(element('li', {}, `${new Date(at).toLocaleString()}: ${type} (${outcome})`))
    if (items.length === recentRecords) break
  }
  return items
}
