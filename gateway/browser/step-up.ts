import type { StepUpChallenge, StepUpRequest } from '@gatehouse/client'
import { confirmed } from './dialog.ts'
import { element, show } from './elements.ts'
import { onPress, showErrors } from './form.ts'
import { askForPasskey, passkeysUnsupported, supportsPasskeys } from './passkeys.ts'
import { openSmsButtons } from './sms-code.ts'
import { openSsoProof, type SsoRequests } from './sso-proof.ts'
import { texts } from './texts.ts'

type ProofRequests = SsoRequests & {
  getPasskeyOptions: () => Promise<unknown>
  sendSms: () => Promise<unknown>
  sendEmail: () => Promise<unknown>
}

/**
 * Asks for the password, a code, a passkey or a new sign-in at the identity provider before a sensitive change; undefined cancels the
 * change.
 */
export async function askForProof(
  { methods, error }: StepUpChallenge,
  { getPasskeyOptions, sendSms, sendEmail, ...ssoRequests }: ProofRequests,
): Promise<StepUpRequest | undefined> {
  const hasApp = methods.includes('totp')
  const requiresCode = hasApp || methods.includes('backup_code')
  const requiresPasskey = methods.includes('webauthn') && !hasApp
  if (requiresPasskey && supportsPasskeys && !error) {
    const proof = await proofByPasskey(await getPasskeyOptions())
    if (proof) return proof
  }
  const dialog = element('dialog', '#step-up')
  const form = element('form', '', dialog)
  const requiresSso = !requiresCode && !requiresPasskey && !methods.includes('password')
  element('div', '#step-up-by-code').hidden = !requiresCode
  const takesText = requiresCode || (!requiresPasskey && !requiresSso)
  element('p', '#step-up-app-text').hidden = !hasApp
  element('p', '#step-up-code-hint').textContent = hasApp ? texts.codeHint : texts.backupCodeHint
  element('div', '#step-up-by-password').hidden = requiresCode || !takesText
  element('button', '[value=confirm]', form).hidden = !takesText
  const input = element('input', requiresCode ? '#step-up-code' : '#step-up-password')
  input.value = ''
  const takePasskeyProof = openPasskeyProof(dialog, {
    isOffered: methods.includes('webauthn'),
    isRequired: requiresPasskey,
    notUsed: requiresPasskey && !requiresCode ? texts.passkeyRequired : texts.passkeyNotUsed,
    isRetry: error !== undefined,
    getPasskeyOptions,
  })
  const { usesSms } = openSmsButtons(form, 'step-up', {
    isOffered: methods.includes('sms'),
    async send() {
      await sendSms()
      return ''
    },
  })
  await openSsoProof(form, methods, ssoRequests)
  const takeEmailCode = openEmailProof(form, {
    isOffered: methods.includes('email'),
    isSent: error?.fields.email_code !== undefined,
    send: sendEmail,
  })
  const answer = confirmed(dialog)
  showErrors(form, error)
  if (takesText) input.focus()
  const proof = (await answer) ? input.value : undefined
  const email_code = takeEmailCode()
  form.reset()
  if (proof === undefined) return takePasskeyProof()
  if (email_code !== '') return { email_code }
  return requiresCode ? { mfa_method: usesSms() ? 'sms' : 'totp', mfa_code: proof } : { password: proof }
}

/** The field appears once a code was sent. The result returns what was typed. */
function openEmailProof(
  form: HTMLFormElement,
  { isOffered, isSent, send }: { isOffered: boolean; isSent: boolean; send: () => Promise<unknown> },
): () => string {
  const input = element('input', '#step-up-email-code', form)
  const showField = (isShown: boolean) => {
    element('div', '#step-up-email-sent', form).hidden = !isShown
    if (isShown) element('button', '[value=confirm]', form).hidden = false
  }
  element('div', '#step-up-by-email', form).hidden = !isOffered
  input.value = ''
  showField(isOffered && isSent)
  onPress(element('button', '#step-up-send-email', form), form, async () => {
    await send()
    showField(true)
    input.focus()
  })
  return () => input.value.trim()
}

type PasskeyOffer = Pick<ProofRequests, 'getPasskeyOptions'> & {
  isOffered: boolean
  isRequired: boolean
  isRetry: boolean
  notUsed: string
}

/** The button closes the dialog if a passkey was used. The result returns the proof. */
function openPasskeyProof(
  dialog: HTMLDialogElement,
  { isOffered, isRequired, isRetry, notUsed, getPasskeyOptions }: PasskeyOffer,
): () => StepUpRequest | undefined {
  const form = element('form', '', dialog)
  element('div', '#step-up-by-passkey', form).hidden = !isRequired && !(isOffered && supportsPasskeys)
  element('p', '#step-up-passkey-text', form).hidden = !isRequired
  const problem = element('p', '#step-up-passkey-problem', form)
  show(problem, isRequired && !isRetry ? (supportsPasskeys ? notUsed : passkeysUnsupported) : '')
  const button = element('button', '#step-up-passkey', form)
  button.hidden = !supportsPasskeys
  let proof: StepUpRequest | undefined
  onPress(button, form, async () => {
    show(problem, '')
    proof = await proofByPasskey(await getPasskeyOptions())
    if (proof) dialog.close('passkey')
    else show(problem, notUsed)
  })
  return () => proof
}

async function proofByPasskey(options: unknown): Promise<StepUpRequest | undefined> {
  const assertion = await askForPasskey(options)
  if (!assertion) return undefined
  const { challenge, response } = assertion
  return { mfa_method: 'webauthn', webauthn_challenge: challenge, webauthn_response: response }
}
