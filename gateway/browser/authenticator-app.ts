import { GatehouseError } from '@gatehouse/client'
import { showNewCodes } from './backup-codes.ts'
import { copy } from './copy.ts'
import { create, element, show } from './elements.ts'
import { reportFailure } from './failure.ts'
import { onSubmit, showErrors } from './form.ts'
import { gatehouse } from './gatehouse.ts'
import { texts } from './texts.ts'

export function openAppSection(reload: () => Promise<void>): void {
  element('button', '#set-up-app').addEventListener('click', () => reportFailure(setUp))
  element('button', '#cancel-app').addEventListener('click', () => {
    closeSetup()
    element('button', '#set-up-app').focus()
  })
  element('button', '#copy-secret').addEventListener('click', () =>
    copy(element('p', '#app-secret').textContent.replaceAll(' ', '')),
  )
  onSubmit(element('form', '#app-form'), turnOn)
  onSubmit(element('form', '#remove-app-form'), (values) => remove(values, reload))
}

export function showApp(isOn: boolean): void {
  element('span', '#app-on').hidden = !isOn
  element('span', '#app-off').hidden = isOn
  element('button', '#set-up-app').hidden = isOn
  element('details', '#remove-app').hidden = !isOn
}

async function setUp(): Promise<void> {
  const body = { qr_code: true }
  const { secret, otpauth_uri, qr_code } = await gatehouse.post('/users/@me/mfa/totp/setup', { body })
  const src = `data:image/svg+xml,${encodeURIComponent(qr_code ?? '')}`
  const image = create('img', {
    className: 'qr-code',
    src,
    alt: texts.security.qrCode,
    width: 200,
    height: 200,
  })
  element('p', '#qr-code').replaceChildren(image)
  element('p', '#app-secret').textContent = secret.replace(/.{4}(?=.)/g, '$& ')
  element('a', '#open-app').href = otpauth_uri
  const form = element('form', '#app-form')
  form.hidden = false
  showErrors(form)
  element('button', '#set-up-app').hidden = true
  element('p', '#scan').focus()
}

function closeSetup(): void {
  const form = element('form', '#app-form')
  form.hidden = true
  form.reset()
  element('p', '#qr-code').replaceChildren()
  element('p', '#app-secret').textContent = ''
  element('a', '#open-app').removeAttribute('href')
  element('button', '#set-up-app').hidden = false
}

async function turnOn(values: FormData): Promise<void> {
  try {
    const { backup_codes } = await gatehouse.post('/users/@me/mfa/totp/enable', { body: bodyOf(values) })
    closeSetup()
    showApp(true)
    showNewCodes(backup_codes.map(({ code }) => code))
    show(element('p', '#notice'), texts.security.appAdded)
  } catch (error) {
    const hasExpired = error instanceof GatehouseError && error.fields.secret
    if (!hasExpired) throw error
    closeSetup()
    show(element('p', '#failure'), texts.security.setupExpired)
    element('button', '#set-up-app').focus()
  }
}

async function remove(values: FormData, reload: () => Promise<void>): Promise<void> {
  await gatehouse.post('/users/@me/mfa/totp/disable', { body: bodyOf(values) })
  element('form', '#remove-app-form').reset()
  element('details', '#remove-app').open = false
  await reload()
  show(element('p', '#notice'), texts.security.appRemoved)
  element('h2', '#app-title').focus()
}

function bodyOf(values: FormData) {
  return { code: String(values.get('code')), end_other_sessions: values.has('end_other_sessions') }
}
