import type { WebAuthnCredentialResponse } from '@gatehouse/client'
import { openForm } from './dialog.ts'
import { element } from './elements.ts'
import { onSubmit } from './form.ts'
import { gatehouse } from './gatehouse.ts'
import { filled, texts } from './texts.ts'
import { dateAndTime } from './times.ts'

export type Passkey = WebAuthnCredentialResponse

const path = '/users/@me/mfa/webauthn/credentials/{credential_id}'

/** The passkey that the open dialog is about. */
let chosen = ''

/** `finish` runs after a change, with the text to show. */
export function openPasskeyDialogs(finish: (notice: string) => Promise<void>): void {
  const params = () => ({ path: { credential_id: chosen } })
  onSubmitIn('#rename-passkey', async (values) => {
    await gatehouse.patch(path, { params: params(), body: { name: nameIn(values) } })
    await finish(texts.security.passkeyRenamed)
  })
  onSubmitIn('#remove-passkey', async (values) => {
    await gatehouse.delete(path, { params: params(), body: endOthersIn(values) })
    await finish(texts.security.passkeyRemoved)
  })
}

export function renderPasskey({ id, name, created_at, last_used_at }: Passkey): Node {
  const item = element('template', '#passkey').content.cloneNode(true) as DocumentFragment
  const { added, lastUsed, neverUsed, renameOf, removeOf } = texts.security
  const usedAt = last_used_at ? filled(lastUsed, { time: dateAndTime(last_used_at) }) : neverUsed
  element('h3', '.name', item).textContent = name
  element('p', '.times', item).textContent = `${filled(added, { time: dateAndTime(created_at) })} · ${usedAt}`
  onOpen(element('button', '.rename', item), filled(renameOf, { name }), () => {
    chosen = id
    openForm(element('dialog', '#rename-passkey'))
    element('input', '#new-passkey-name').value = name
  })
  onOpen(element('button', '.remove', item), filled(removeOf, { name }), () => {
    chosen = id
    openForm(element('dialog', '#remove-passkey'))
    element('strong', '#removed-passkey').textContent = name
  })
  return item
}

export function nameIn(values: FormData): string {
  return String(values.get('name')).trim()
}

export function endOthersIn(values: FormData): { end_other_sessions: boolean } {
  return { end_other_sessions: values.has('end_other_sessions') }
}

function onOpen(button: HTMLButtonElement, label: string, open: () => void): void {
  button.ariaLabel = label
  button.addEventListener('click', open)
}

function onSubmitIn(selector: string, send: (values: FormData) => Promise<void>): void {
  const dialog = element('dialog', selector)
  onSubmit(element('form', '', dialog), async (values) => {
    await send(values)
    dialog.close()
  })
}
