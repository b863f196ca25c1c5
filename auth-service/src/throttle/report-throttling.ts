import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { AuditLog } from '../audit/audit-log.ts'

type Throttled = {
  limit: 'account' | 'address' | 'lockout' | 'registration' | 'second_factor' | 'sms'
  key: string
  /** Also null for limits that span accounts. */
  accountId: string | null
  client: Client
}

export type ReportThrottling = ReturnType<typeof throttlingReports>

type Parts = {
  audit: Pick<AuditLog, 'emit'>
  takeFirstInWindow: (name: string) => Promise<unknown>
}

/** Emits an event, once per window however many attempts are rejected. */
export function throttlingReports({ audit, takeFirstInWindow }: Parts) {
  return async (
    { limit, key, accountId, client }: Throttled,
    call: Pick<Call, 'requestId'>,
  ): Promise<void> => {
    if (!(await takeFirstInWindow(`${limit} ${key}`))) return
    await audit.emit(call, 'account.throttle', { accountId, client, failed: true, detail: { limit } })
  }
}
