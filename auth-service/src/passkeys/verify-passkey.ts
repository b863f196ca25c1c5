import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import {
  decodeAttestationObject,
  isoBase64URL,
  isoCBOR,
  verifySignature,
} from '@simplewebauthn/server/helpers'
import type { Passkey } from '../accounts/factors.ts'
import type { RelyingParty } from './open-passkeys.ts'
import { expectedOrigin, type PasskeyProblem, problemOf } from './passkey-problem.ts'

/** The key types of EdDSA, ES256 and RS256, from RFC 9053 and RFC 8812. */
const keyTypes = new Map<unknown, number>([
  [-8, 1],
  [-7, 2],
  [-257, 3],
])
export const supportedAlgorithms = [-8, -7, -257]

/** A signature of ECDSA in DER, of the numbers 1 and 1. */
const anySignature = Buffer.from('3006020101020101', 'hex')

type Expected = { challenge: string; relyingParty: RelyingParty }

type Registered = Omit<Passkey, 'createdAt' | 'lastUsedAt' | 'name'>

type Assertion = {
  passkey: Passkey
  userHandle: string
  /** The user is known, and was verified in another way. */
  isSecondFactor?: boolean
}

export type Asserted = { counter: number; backedUp: boolean }

/** Or why the response is not valid. */
export async function verifyRegistration(
  response: RegistrationResponseJSON,
  { challenge, relyingParty }: Expected,
): Promise<Registered | PasskeyProblem> {
  const expected = {
    type: 'webauthn.create',
    challenge,
    relyingParty,
    requireUserVerification: true,
  } as const
  try {
    if (hasCertificates(response)) return 'attestation'
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: expectedOrigin(response.response, relyingParty),
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: supportedAlgorithms,
    })
    if (!verified) return 'signature'
    if (registrationInfo.credential.id !== response.id) return 'form'
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
    if (!(await isUsable(credential.publicKey))) return 'key'
    return {
      id: credential.id,
      publicKey: isoBase64URL.fromBuffer(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    }
  } catch {
    return problemOf(response.response, expected)
  }
}

/** Or why the response is not valid for this passkey and user. The counter is not checked. */
export async function verifyAssertion(
  response: AuthenticationResponseJSON,
  { passkey, userHandle, challenge, relyingParty, isSecondFactor = false }: Expected & Assertion,
): Promise<Asserted | PasskeyProblem> {
  const { userHandle: sent } = response.response
  if (sent !== userHandle && !(isSecondFactor && sent === undefined)) return 'user_handle'
  const requireUserVerification = !isSecondFactor
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: expectedOrigin(response.response, relyingParty),
      expectedRPID: relyingParty.id,
      requireUserVerification,
      // The store compares the counter in the update that uses the passkey.
      credential: { id: passkey.id, publicKey: isoBase64URL.toBuffer(passkey.publicKey), counter: 0 },
    })
    const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo
    const isSameKind = (credentialDeviceType === 'multiDevice') === passkey.backupEligible
    if (!verified) return 'signature'
    return isSameKind ? { counter: newCounter, backedUp: credentialBackedUp } : 'backup_eligibility'
  } catch {
    const expected = { type: 'webauthn.get', challenge, relyingParty, requireUserVerification } as const
    return problemOf(response.response, expected)
  }
}

/** Without attestation, the library accepts any bytes as a key. Throws if the key cannot be imported. */
async function isUsable(credentialPublicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const key = isoCBOR.decodeFirst<Map<number, unknown>>(credentialPublicKey)
  if (keyTypes.get(key.get(3)) !== key.get(1)) return false
  await verifySignature({ signature: anySignature, data: new Uint8Array(), credentialPublicKey })
  return true
}

/** Attestation is not requested, and the library fetches revocation lists from addresses in such certificates. */
function hasCertificates({ response: { attestationObject } }: RegistrationResponseJSON): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = decoded.get('fmt')
  return format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined)
}
