import type { SignedIn } from '@gatehouse/proto/gen/auth/v1/auth'
import type { AuthContext } from '../context.ts'

export function sealResult(
  { keyRing }: Pick<AuthContext, 'keyRing'>,
  id: string,
  signedIn: SignedIn,
): string {
  return keyRing.seal(JSON.stringify(signedIn), contextOf(id))
}

export function openResult({ keyRing }: Pick<AuthContext, 'keyRing'>, id: string, sealed: string): SignedIn {
  return JSON.parse(keyRing.open(sealed, contextOf(id)))
}

export function sealDeviceToken(
  { keyRing }: Pick<AuthContext, 'keyRing'>,
  id: string,
  deviceToken: string,
): string {
  return keyRing.seal(deviceToken, deviceContextOf(id))
}

export function openDeviceToken(
  { keyRing }: Pick<AuthContext, 'keyRing'>,
  id: string,
  sealed: string,
): string {
  return keyRing.open(sealed, deviceContextOf(id))
}

function deviceContextOf(id: string): string {
  return `ip-authorization-device:${id}`
}

function contextOf(id: string): string {
  return `ip-authorization:${id}`
}
