import type { SessionDetailsResponse } from '@gatehouse/client'
import { deviceName, placeOf } from '../devices.ts'
import { confirmed } from '../dialog.ts'
import { element, show } from '../elements.ts'
import { reportFailure } from '../failure.ts'
import { gatehouse } from '../gatehouse.ts'
import { openPage } from '../navigation.ts'
import { resendForm, sendsMails } from '../resend.ts'
import { filled, texts } from '../texts.ts'
import { lastActive, signedInAt } from '../times.ts'

/** The API ends at most this many sessions in one request. */
const maxEnded = 100

export function openSessions(isSignedIn: boolean): boolean {
  if (!isSignedIn) {
    openPage('sign-in')
    return false
  }
  element('button', '#end-others').addEventListener('click', () => reportFailure(endOthers))
  resendForm()
  void reportFailure(load)
  return true
}

async function load(): Promise<void> {
  const [me, sessions] = await Promise.all([gatehouse.get('/users/@me'), gatehouse.get('/auth/sessions')])
  const email = me.email ?? ''
  element('strong', '#email').textContent = email
  element('p', '#signed-in-as').hidden = email === ''
  element('input', '#step-up-account').value = email
  element('form', '#resend').hidden = email === '' || me.verified === true || !sendsMails
  sessions.sort((one, other) => Number(other.current) - Number(one.current))
  element('ul', '#sessions').replaceChildren(...sessions.map(render))
  element('button', '#end-others').hidden = sessions.length < 2
}

function render(session: SessionDetailsResponse): Node {
  const item = element('template', '#session').content.cloneNode(true) as DocumentFragment
  const info = session.client_info ?? {}
  const name = deviceName(info)
  const end = element('button', '.end', item)
  element('h2', '.name', item).textContent = name
  element('p', '.place', item).textContent = [placeOf(info), session.address_prefix]
    .filter(Boolean)
    .join(' · ')
  element('p', '.times', item).textContent =
    `${lastActive(session.approx_last_used_at)} · ${signedInAt(session.created_at)}`
  element('li', '', item).dataset.platform = info.platform ?? ''
  element('span', '.badge', item).hidden = !session.current
  end.hidden = session.current
  end.ariaLabel = filled(texts.endSession, { device: name })
  end.addEventListener('click', () =>
    reportFailure(() => endSessions([session.id_hash], texts.sessionWasEnded)),
  )
  return item
}

async function endOthers(): Promise<void> {
  if (!(await confirmed(element('dialog', '#end-others-dialog')))) return
  const others = (await gatehouse.get('/auth/sessions')).filter(({ current }) => !current)
  await endSessions(
    others.map(({ id_hash }) => id_hash),
    texts.othersWereEnded,
  )
}

async function endSessions(idHashes: string[], result: string): Promise<void> {
  for (let start = 0; start < idHashes.length; start += maxEnded) {
    const session_id_hashes = idHashes.slice(start, start + maxEnded)
    await gatehouse.post('/auth/sessions/logout', { body: { session_id_hashes } })
  }
  await load()
  show(element('p', '#notice'), result)
  // The button that had the focus is gone.
  element('h1', '').focus()
}
