import type { ImportedAccount } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { readJson } from '@gatehouse/service-kit/json/read-json'
import { z } from 'zod'

export type Problem = { path: string; code: string; message: string }

/** The types of docs/import.md; auth-service validates the values. */
const lineForm = z.strictObject({
  email: z.string(),
  password_hash: z.string(),
  username: z.string().nullish(),
  discriminator: z.string().nullish(),
  global_name: z.string().nullish(),
  verified: z.boolean().nullish(),
  date_of_birth: z.string().nullish(),
  created_at: z.iso.datetime({ offset: true }).nullish(),
  external_id: z.union([z.string(), z.int()]).nullish(),
})

/** Parses one line. Problems never quote its contents: a hash is a secret. */
export function readAccount(bytes: Buffer): { account: ImportedAccount } | { problems: Problem[] } {
  try {
    const { success, data, error } = lineForm.safeParse(readJson(bytes))
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
    passwordHash: line.password_hash,
    username: line.username ?? undefined,
    discriminator: line.discriminator ?? undefined,
    globalName: line.global_name ?? undefined,
    verified: line.verified ?? false,
    dateOfBirth: line.date_of_birth ?? undefined,
    createdAt: line.created_at ? new Date(line.created_at) : undefined,
    externalId: line.external_id?.toString(),
  }
}

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((path) => ({ path, code: 'UNKNOWN_FIELD', message: 'There is no such field.' }))
  }
  return [{ path: issue.path.join('.'), code: 'INVALID_TYPE', message: issue.message }]
}
