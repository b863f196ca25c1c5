import { GatehouseError, type IpAuthorizationInfoResponse } from '@gatehouse/client'
import { deviceName, placeOf } from '../devices.ts'
import { create, element, show } from '../elements.ts'
import { missing, onSubmit } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { isDone, recordDone, takeFragment } from '../navigation.ts'
import { reasonOf } from '../password-link.ts'
import { texts } from '../texts.ts'
import { dateAndTime } from '../times.ts'

export function openAuthorizeIp(): boolean {
  const token = takeFragment('token')
  if (isDone()) showResult()
  else if (token === undefined) showUnusable(texts.incompleteLink)
  else void review(token)
  return true
}

async function review(token: string): Promise<void> {
  try {
    showFacts(await gatehouse.post('/auth/authorize-ip/info', { body: { token } }))
  } catch (error) {
    showUnusable(reasonOf(error))
    return
  }
  element('div', '#review').hidden = false
  onSubmit(element('form', '#form'), async (values) => {
    const number = String(values.get('number')).trim()
    // Without a number none would be compared.
    if (number === '') throw missing('number')
    try {
      await gatehouse.post('/auth/authorize-ip', { body: { token, number } })
    } catch (error) {
      if (!(error instanceof GatehouseError && error.fields.token)) throw error
      showUnusable(reasonOf(error))
      return
    }
    recordDone()
    showResult()
  })
}

function showResult(): void {
  element('div', '#review').hidden = true
  const result = element('p', '#authorized')
  result.hidden = false
  result.focus()
}

function showFacts({ created_at, email, address, client_info }: IpAuthorizationInfoResponse): void {
  const facts = [
    [texts.email, email],
    [texts.device, deviceName(client_info)],
    [texts.place, placeOf(client_info)],
    [texts.address, address],
    [texts.time, dateAndTime(created_at)],
  ] as const
  element('dl', '.facts').replaceChildren(
    ...facts.flatMap(([label, value]) => [create('dt', {}, label), create('dd', {}, value)]),
  )
}

function showUnusable(reason: string): void {
  element('div', '#review').hidden = true
  const failure = element('p', '#unusable')
  show(failure, reason)
  failure.focus()
}
