import { counter } from '@gatehouse/service-kit/metrics/metric'
import {
  decodeAttestationObject,
  isoBase64URL,
  parseAuthenticatorData,
  toHash,
} from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import type { RelyingParty } from './open-passkeys.ts'

/** Why a passkey was rejected: for log, audit log and metric. Responses do not tell it. */
export const passkeyProblems = {
  form: 'the response has another form than WebAuthn defines',
  unknown: 'no account has the passkey',
  owner: 'it is of another account',
  challenge: 'the challenge was not issued for this, has expired or was used',
  type: 'the response is of another operation',
  origin: 'the page is not among GATEHOUSE_WEBAUTHN_ORIGINS',
  rp_id: 'the passkey is for another domain than GATEHOUSE_WEBAUTHN_RP_ID',
  user_handle: 'the user handle is of another account, or missing',
  user_presence: 'nobody confirmed it',
  user_verification: 'it did not verify the user',
  backup_eligibility: 'it may be synced now and was not before, or the other way round',
  attestation: 'it has an attestation of another format than none or self',
  key: 'its key or algorithm cannot be used',
  counter: 'its counter did not increase: it may have been copied',
  signature: 'its signature does not fit',
} as const

export type PasskeyProblem = keyof typeof passkeyProblems

export const passkeyRejections = counter({
  labelNames: ['reason'],
  name: 'gatehouse_passkey_rejections_total',
  help: `Passkeys that were rejected, by \`reason\`: ${Object.entries(passkeyProblems)
    .map(([name, meaning]) => `\`${name}\` (${meaning})`)
    .join(', ')}.`,
})

type Signed = { clientDataJSON: string; attestationObject?: string; authenticatorData?: string }

type Expected = {
  type: 'webauthn.get' | 'webauthn.create'
  challenge: string
  relyingParty: RelyingParty
  requireUserVerification: boolean
}

const clientData = z.object({ type: z.string(), challenge: z.string(), origin: z.string() })

/** The first of what the library checked, after it rejected the response. */
export async function problemOf(
  response: Signed,
  { type, challenge, relyingParty, requireUserVerification }: Expected,
): Promise<PasskeyProblem> {
  const data = clientDataOf(response)
  if (!data) return 'form'
  if (data.type !== type) return 'type'
  if (data.challenge !== challenge) return 'challenge'
  if (!relyingParty.allows(data.origin)) return 'origin'
  const authenticator = authenticatorDataOf(response)
  if (!authenticator) return 'form'
  const { rpIdHash, flags } = authenticator
  const expectedHash = await toHash(new TextEncoder().encode(relyingParty.id))
  if (!Buffer.from(rpIdHash).equals(Buffer.from(expectedHash))) return 'rp_id'
  if (flags.bs && !flags.be) return 'backup_eligibility'
  if (!flags.up) return 'user_presence'
  if (requireUserVerification && !flags.uv) return 'user_verification'
  return type === 'webauthn.get' ? 'signature' : 'key'
}

const maxOriginLength = 100

/** For the log: what to compare with the setting. Not a text of another form, which the sender chose. */
export function originOf({ clientDataJSON }: Signed): string | null {
  const origin = clientDataOf({ clientDataJSON })?.origin ?? ''
  return /^[\w:./[\]-]+$/.test(origin) ? origin.slice(0, maxOriginLength) : null
}

/** What the library compares the origin with: the one of the response, if it is allowed. */
export function expectedOrigin(response: Signed, { allows }: RelyingParty): string[] {
  const origin = clientDataOf(response)?.origin
  return origin !== undefined && allows(origin) ? [origin] : []
}

function clientDataOf({ clientDataJSON }: Pick<Signed, 'clientDataJSON'>) {
  return clientData.safeParse(parsedJson(isoBase64URL.toUTF8String(clientDataJSON))).data
}

function authenticatorDataOf({ attestationObject, authenticatorData }: Signed) {
  try {
    const bytes =
      attestationObject === undefined
        ? isoBase64URL.toBuffer(authenticatorData ?? '')
        : decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
    return parseAuthenticatorData(bytes)
  } catch {
    return null
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
