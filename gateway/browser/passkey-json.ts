/**
 * The JSON of WebAuthn, read and written field by field: some browsers with passkeys have no methods for it, and the credentials of
 * passkey managers are objects of their own, on which methods are missing or throw.
 */

type Descriptor = { id: string; type: string; transports?: string[] }

export function requestOptions(
  options: PublicKeyCredentialRequestOptionsJSON,
): PublicKeyCredentialRequestOptions {
  const { challenge, allowCredentials = [], userVerification, ...rest } = options
  return {
    ...(rest as Pick<PublicKeyCredentialRequestOptions, 'rpId' | 'timeout'>),
    ...(userVerification && { userVerification: userVerification as UserVerificationRequirement }),
    challenge: bytesOf(challenge),
    allowCredentials: allowCredentials.map(descriptorOf),
  }
}

export function creationOptions(
  options: PublicKeyCredentialCreationOptionsJSON,
): PublicKeyCredentialCreationOptions {
  // Extensions can have bytes too; the API sends none of these.
  const { challenge, user, excludeCredentials = [], extensions: _, ...rest } = options
  return {
    ...(rest as Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'>),
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: excludeCredentials.map(descriptorOf),
  }
}

function descriptorOf({ id, transports }: Descriptor): PublicKeyCredentialDescriptor {
  return {
    id: bytesOf(id),
    type: 'public-key',
    ...(transports && { transports: transports as AuthenticatorTransport[] }),
  }
}

export function assertionOf(credential: Credential): Record<string, unknown> {
  const response = responseOf(credential)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const handle = userHandle ? textOf(userHandle) : ''
  return {
    ...identityOf(credential),
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      ...(handle !== '' && { userHandle: handle }),
    },
  }
}

export function registrationOf(credential: Credential): Record<string, unknown> {
  const response = responseOf(credential)
  return {
    ...identityOf(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: transportsOf(response),
    },
  }
}

function responseOf(credential: Credential): Record<string, unknown> {
  const response: unknown = Reflect.get(credential, 'response')
  if (typeof response !== 'object' || response === null)
    throw new Error('The passkey manager returned no response.')
  return response as Record<string, unknown>
}

function identityOf(credential: Credential): Record<string, unknown> {
  const id = textOf(Reflect.get(credential, 'rawId') ?? credential.id)
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
}

/** Only hints, of which a passkey without any works too. */
function transportsOf(response: Record<string, unknown>): unknown[] {
  try {
    const { getTransports } = response
    const transports: unknown =
      typeof getTransports === 'function' ? getTransports.call(response) : response.transports
    return Array.isArray(transports) ? transports : []
  } catch {
    return []
  }
}

/** base64url of bytes, also of another window, where `instanceof` says nothing; a text is base64url already. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const bytes = ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value as ArrayBuffer)
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
