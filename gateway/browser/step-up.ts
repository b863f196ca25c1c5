import type { StepUpChallenge, StepUpRequest } from '@gatehouse/client'
import { confirmed } from './dialog.ts'
import { element } from './elements.ts'
import { showErrors } from './form.ts'
import { askForPasskey, supportsPasskeys } from './passkeys.ts'
import { openSmsButtons } from './sms-code.ts'
import { openSsoProof, type SsoRequests } from './sso-proof.ts'

type ProofRequests = SsoRequests & {
  getPasskeyOptions: () => Promise<unknown>
  sendSms: () => Promise<unknown>
}

/**
 * Asks for the password, a code, a passkey or a new sign-in at the identity provider before a sensitive change; undefined cancels the
 * change.
 */
export async function askForProof(
  { methods, error }: StepUpChallenge,
  { getPasskeyOptions, sendSms, ...ssoRequests }: ProofRequests,
): Promise<StepUpRequest | undefined> {
  if (methods.includes('webauthn') && !methods.includes('totp') && supportsPasskeys)
    return error ? undefined : proofByPasskey(await getPasskeyOptions())
  const dialog = element('dialog', '#step-up')
  const form = element('form', '', dialog)
  const requiresCode = methods.includes('totp')
  const requiresSso = methods.includes('sso') && !methods.includes('password')
  element('div', '#step-up-by-code').hidden = !requiresCode
  element('div', '#step-up-by-password').hidden = requiresCode || requiresSso
  element('button', '[value=confirm]', form).hidden = requiresSso
  const input = element('input', requiresCode ? '#step-up-code' : '#step-up-password')
  input.value = ''
  const usePasskey = element('button', '#step-up-passkey', form)
  usePasskey.hidden = !methods.includes('webauthn') || !supportsPasskeys
  usePasskey.onclick = () => dialog.close('passkey')
  const { usesSms } = openSmsButtons(form, 'step-up', {
    isOffered: methods.includes('sms'),
    async send() {
      await sendSms()
      return ''
    },
  })
  await openSsoProof(form, methods, ssoRequests)
  const answer = confirmed(dialog)
  showErrors(form, error)
  if (!requiresSso) input.focus()
  const proof = (await answer) ? input.value : undefined
  form.reset()
  if (dialog.returnValue === 'passkey') return proofByPasskey(await getPasskeyOptions())
  if (proof === undefined) return undefined
  return requiresCode ? { mfa_method: usesSms() ? 'sms' : 'totp', mfa_code: proof } : { password: proof }
}

async function proofByPasskey(options: unknown): Promise<StepUpRequest | undefined> {
  const assertion = await askForPasskey(options)
  if (!assertion) return undefined
  const { challenge, response } = assertion
  return { mfa_method: 'webauthn', webauthn_challenge: challenge, webauthn_response: response }
}
