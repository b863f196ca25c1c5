import type { ImportedAccount } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { readJson } from '@gatehouse/service-kit/json/read-json'
import { parseTime } from '@gatehouse/service-kit/time/parse-time'
import { z } from 'zod'

export type Problem = { path: string; code: string; message: string }

/** Exporters write an empty text for an absent value. */
const optional = <S extends z.ZodType>(field: S) =>
  z.preprocess((value) => (value === '' ? null : value), field.nullish())
const text = optional(z.string())

const flags: Record<string, boolean> = { true: true, t: true, '1': true, false: false, f: false, '0': false }

/** Also as text and as a number, which databases export. */
const flag = optional(
  z.preprocess((value) => {
    const name = String(value).toLowerCase()
    return value === null || value === undefined || !Object.hasOwn(flags, name) ? value : flags[name]
  }, z.boolean().nullish()),
)

/** Seconds up to the year 5138, milliseconds from 1973. */
const firstMilliseconds = 1e11

const time = optional(
  z.union([z.string(), z.number()]).transform((value, context) => {
    const at = timeOf(String(value))
    if (at !== undefined) return new Date(at)
    context.addIssue({
      code: 'custom',
      message: 'Must be a time such as 2024-01-02T03:04:05Z, or Unix seconds or milliseconds.',
    })
    return z.NEVER
  }),
)

function timeOf(text: string): number | undefined {
  if (!/^\d{1,15}(?:\.\d+)?$/.test(text)) return parseTime(text)
  const number = Number(text)
  return number < firstMilliseconds ? number * 1000 : number
}

/** The types of docs/import.md; auth-service validates the values. */
const lineForm = z.strictObject({
  email: z.string(),
  password_hash: text,
  username: text,
  discriminator: text,
  global_name: text,
  verified: flag,
  date_of_birth: text,
  created_at: time,
  external_id: optional(z.union([z.string(), z.int()])),
  totp_secret: text,
  suspended: flag,
  sso: z.strictObject({ issuer: z.string(), subject: z.string() }).nullish(),
  locale: text,
})

/** Parses one line. Problems never quote its contents: a hash is a secret. */
export function readAccount(bytes: Buffer): { account: ImportedAccount } | { problems: Problem[] } {
  try {
    const { success, data, error } = lineForm.safeParse(readJson(bytes), { reportInput: true })
    return success ? { account: accountOf(data) } : { problems: error.issues.flatMap(problemsOf) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const at = typeof error.data.position === 'number' ? ` The error is at byte ${error.data.position}.` : ''
    return { problems: [{ path: '', code: error.code, message: `${error.message}${at}` }] }
  }
}

function accountOf(line: z.infer<typeof lineForm>): ImportedAccount {
  return {
    email: line.email,
    passwordHash: line.password_hash ?? '',
    username: line.username ?? undefined,
    discriminator: line.discriminator ?? undefined,
    globalName: line.global_name ?? undefined,
    verified: line.verified ?? false,
    dateOfBirth: line.date_of_birth ?? undefined,
    createdAt: line.created_at ?? undefined,
    externalId: line.external_id?.toString(),
    totpSecret: line.totp_secret ?? undefined,
    suspended: line.suspended ?? false,
    sso: line.sso ?? undefined,
    locale: line.locale ?? undefined,
  }
}

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((path) => ({ path, code: 'UNKNOWN_FIELD', message: 'There is no such field.' }))
  }
  return [{ path: issue.path.join('.'), code: 'INVALID_TYPE', message: messageOf(issue) }]
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type') return issue.message
  return issue.input === undefined ? 'This field is required.' : `Must be of the type ${issue.expected}.`
}
