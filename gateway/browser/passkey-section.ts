import { showNewCodes } from './backup-codes.ts'
import { element, show } from './elements.ts'
import { onSubmit } from './form.ts'
import { gatehouse } from './gatehouse.ts'
import { endOthersIn, nameIn, openPasskeyDialogs, renderPasskey } from './passkey-list.ts'
import { createPasskey, passkeysUnsupported, signalPasskeys, supportsPasskeys } from './passkeys.ts'
import { filled, texts } from './texts.ts'

const path = '/users/@me/mfa/webauthn/credentials'

export function openPasskeySection(reload: () => Promise<void>): void {
  element('details', '#add-passkey').hidden = !supportsPasskeys
  show(element('p', '#passkeys-unsupported'), supportsPasskeys ? '' : passkeysUnsupported)
  const finish = async (notice: string) => {
    await reload()
    show(element('p', '#notice'), notice)
    element('h2', '#passkeys-title').focus()
  }
  const form = element('form', '#add-passkey-form')
  onSubmit(form, async (values) => {
    const name = nameIn(values) || texts.security.passkeyName
    await add(name, values)
    form.reset()
    element('details', '#add-passkey').open = false
    await finish(filled(texts.security.passkeyAdded, { name }))
  })
  onSubmit(element('form', '#require-passkey-form'), () => require(true, finish))
  onSubmit(element('form', '#allow-password-form'), () => require(false, finish))
  openPasskeyDialogs(finish)
}

export async function showPasskeys({
  has_password,
  require_passkey,
}: Record<'has_password' | 'require_passkey', boolean>): Promise<void> {
  const [passkeys] = await Promise.all([gatehouse.get(path), signalAll()])
  element('ul', '#passkeys').replaceChildren(...passkeys.map(renderPasskey))
  element('details', '#require-passkey').hidden = !has_password || require_passkey || passkeys.length === 0
  element('form', '#allow-password-form').hidden = !require_passkey
}

async function add(name: string, values: FormData): Promise<void> {
  const options = await gatehouse.post('/users/@me/mfa/webauthn/credentials/registration-options', {
    body: {},
  })
  const created = await createPasskey(options)
  try {
    await gatehouse.post(path, { body: { ...created, name, ...endOthersIn(values) } })
  } catch (error) {
    // The device has the passkey already.
    await signalAll()
    throw error
  }
}

/** The page does not depend on it. */
async function signalAll(): Promise<void> {
  const signals = gatehouse.get('/users/@me/mfa/webauthn/signals')
  await signals.then(signalPasskeys).catch(() => {})
}

async function require(required: boolean, finish: (notice: string) => Promise<void>): Promise<void> {
  const { backup_codes } = await gatehouse.patch('/users/@me/mfa', { body: { require_passkey: required } })
  element('details', '#require-passkey').open = false
  const { passkeyRequired, passkeyNotRequired } = texts.security
  await finish(required ? passkeyRequired : passkeyNotRequired)
  if (backup_codes) showNewCodes(backup_codes.map(({ code }) => code))
}
