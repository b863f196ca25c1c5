import { GatehouseError } from '@gatehouse/client'
import { assertionOf, creationOptions, registrationOf, requestOptions } from './passkey-json.ts'
import { texts } from './texts.ts'

export type PasskeyAnswer = { challenge: string; response: Record<string, unknown> }

/** Browsers without it, and pages that are no secure context, do not offer passkeys. */
export const supportsPasskeys = typeof PublicKeyCredential !== 'undefined' && 'credentials' in navigator

/** Why there are none. */
export const passkeysUnsupported = isSecureContext ? texts.passkeysUnsupported : texts.passkeysNeedHttps

/** A browser accepts one request at a time. */
let pending = new AbortController()

/**
 * Undefined if the person cancelled, or has no passkey on this device. With `expires`, passkeys are offered among the
 * values of the field for the email address, until then or until the next request.
 */
export async function askForPasskey(
  answer: unknown,
  expires?: AbortSignal,
): Promise<PasskeyAnswer | undefined> {
  const options = answer as PublicKeyCredentialRequestOptionsJSON
  const publicKey = requestOptions(options)
  pending.abort()
  pending = new AbortController()
  const signal = AbortSignal.any([pending.signal, ...(expires ? [expires] : [])])
  const mediation = expires ? 'conditional' : 'optional'
  try {
    const credential = await navigator.credentials.get({ publicKey, mediation, signal })
    return credential ? { challenge: options.challenge, response: assertionOf(credential) } : undefined
  } catch (error) {
    if (signal.aborted || (error instanceof DOMException && error.name === 'NotAllowedError'))
      return undefined
    throw error
  }
}

/** Throws a DOMException if the person cancelled, or the device already has a passkey of the account. */
export async function createPasskey(answer: unknown): Promise<PasskeyAnswer> {
  const options = answer as PublicKeyCredentialCreationOptionsJSON
  const credential = await navigator.credentials.create({ publicKey: creationOptions(options) })
  if (!credential) throw new Error('The browser created no passkey.')
  return { challenge: options.challenge, response: registrationOf(credential) }
}

type Signals = {
  all_accepted_credentials: AllAcceptedCredentialsOptions
  current_user_details: CurrentUserDetailsOptions
}

/** Passkey managers forget passkeys that are not accepted, and show the current names. */
export async function signalPasskeys(signals: Signals): Promise<void> {
  if (!supportsPasskeys) return
  await Promise.allSettled([
    PublicKeyCredential.signalAllAcceptedCredentials?.(signals.all_accepted_credentials),
    PublicKeyCredential.signalCurrentUserDetails?.(signals.current_user_details),
  ])
}

/** Returns the error. If it says that the passkey is unknown, passkey managers forget the passkey. */
export async function signalUnknownPasskey(error: unknown): Promise<unknown> {
  if (error instanceof GatehouseError && error.code === 'PASSKEY_AUTHENTICATION_FAILED') {
    const unknown = error.body.unknown_credential
    if (unknown) await PublicKeyCredential.signalUnknownCredential?.(unknown).catch(() => {})
  }
  return error
}
