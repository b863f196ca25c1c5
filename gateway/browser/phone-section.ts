import { GatehouseError } from '@gatehouse/client'
import { element, show } from './elements.ts'
import { reportFailure } from './failure.ts'
import { onSubmit } from './form.ts'
import { gatehouse } from './gatehouse.ts'
import { endOthersIn } from './passkey-list.ts'
import { texts } from './texts.ts'

type Finish = (notice: string) => Promise<void>
type Phone = { phone: string | null; hasApp: boolean; hasSms: boolean }

/** Without a carrier the page has no such section. */
const isShown = document.querySelector('#phone-section') !== null

export function openPhoneSection(reload: () => Promise<void>): void {
  if (!isShown) return
  const finish = async (notice: string) => {
    await reload()
    show(element('p', '#notice'), notice)
    element('h2', '#phone-title').focus()
  }
  const { smsEnabled, smsDisabled, phoneRemoved } = texts.security
  onPressed('#enable-sms', async () => {
    await gatehouse.post('/users/@me/mfa/sms/enable', { body: {} })
    await finish(smsEnabled)
  })
  onPressed('#disable-sms', async () => {
    await gatehouse.post('/users/@me/mfa/sms/disable', { body: {} })
    await finish(smsDisabled)
  })
  onPressed('#remove-phone', async () => {
    await gatehouse.delete('/users/@me/phone', { body: {} })
    await finish(phoneRemoved)
  })
  element('button', '#other-phone').addEventListener('click', () => askForCode(null))
  onSubmit(element('form', '#phone-form'), async (values) => {
    const phone = String(values.get('phone'))
    await gatehouse.post('/users/@me/phone/send-verification', { body: { phone } })
    askForCode(phone)
  })
  onSubmit(element('form', '#phone-code-form'), (values) => setPhone(values, finish))
}

export function showPhone({ phone, hasApp, hasSms }: Phone): void {
  if (!isShown) return
  const hasPhone = phone !== null
  show(element('p', '#phone-number'), phone ?? '')
  element('span', '#sms-on').hidden = !hasSms
  element('span', '#sms-off').hidden = hasSms
  element('p', '#sms-needs-app').hidden = hasApp
  element('button', '#enable-sms').hidden = hasSms || !hasApp || !hasPhone
  element('button', '#disable-sms').hidden = !hasSms
  element('button', '#remove-phone').hidden = hasSms || !hasPhone
}

async function setPhone(values: FormData, finish: Finish): Promise<void> {
  const phone = element('strong', '#code-phone').textContent
  const code = String(values.get('code'))
  const { phone_token } = await gatehouse.post('/users/@me/phone/verify', { body: { phone, code } })
  try {
    await gatehouse.post('/users/@me/phone', { body: { phone_token, ...endOthersIn(values) } })
  } catch (error) {
    // The code is used up.
    askForCode(null)
    const isCancelled = error instanceof GatehouseError && error.code === 'SUDO_MODE_REQUIRED'
    if (!isCancelled) throw error
    return
  }
  askForCode(null)
  element('form', '#phone-form').reset()
  element('details', '#set-phone').open = false
  await finish(texts.security.phoneSet)
}

/** Null: asks for the phone number again. */
function askForCode(phone: string | null): void {
  const [phoneForm, codeForm] = [element('form', '#phone-form'), element('form', '#phone-code-form')]
  codeForm.reset()
  phoneForm.hidden = phone !== null
  codeForm.hidden = phone === null
  element('strong', '#code-phone').textContent = phone ?? ''
  element('input', phone === null ? '#phone' : '#phone-code').focus()
}

function onPressed(selector: string, action: () => Promise<void>): void {
  element('button', selector).addEventListener('click', () => reportFailure(action))
}
