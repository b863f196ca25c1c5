import { randomBytes } from 'node:crypto'
import type { BackupCode } from '@gatehouse/proto/gen/auth/v1/auth'
import { cleanPasted } from '@gatehouse/service-kit/fields/pasted'
import type { StoredBackupCode } from '../accounts/factors.ts'
import type { FactorSecrets } from './factor-secrets.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const count = 10
const length = 10
const hintLength = 2

export function newBackupCodes(secrets: FactorSecrets, accountId: string, createdAt: Date) {
  const codes = Array.from({ length: count }, newBackupCode)
  return {
    stored: codes.map((code): StoredBackupCode => {
      const [mac] = secrets.backupCodeMacs(code, accountId)
      return { mac, hint: code.slice(-hintLength), createdAt }
    }),
    shown: codes.map((code): BackupCode => ({ code: grouped(code), consumed: false })),
  }
}

export function maskedBackupCode({ hint, usedAt }: StoredBackupCode): BackupCode {
  return { code: grouped(hint.padStart(length, '*')), consumed: usedAt !== undefined }
}

/** A typed code that has the form of a backup code; else null. */
export function readBackupCode(typed: string): string | null {
  const code = cleanPasted(typed).toLowerCase()
  return /^[a-z2-7]{10}$/.test(code) ? code : null
}

function newBackupCode(): string {
  return [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')
}

function grouped(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}
