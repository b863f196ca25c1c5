type Assertion = { challenge: string; response: Record<string, unknown> }

/** Browsers without it, and pages that are no secure context, do not offer passkeys. */
export const supportsPasskeys =
  typeof PublicKeyCredential !== 'undefined' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'

/** Undefined if the person cancelled, or has no passkey on this device. */
export async function askForPasskey(answer: unknown): Promise<Assertion | undefined> {
  const options = answer as PublicKeyCredentialRequestOptionsJSON
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  try {
    const credential = await navigator.credentials.get({ publicKey })
    if (!(credential instanceof PublicKeyCredential)) return undefined
    return { challenge: options.challenge, response: { ...credential.toJSON() } }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return undefined
    throw error
  }
}
