import { type Account, discriminatorText } from '../accounts/account.ts'
import type { AccountChanges } from '../accounts/account-changes.ts'
import type { DomainEvent } from '../audit/emit-event.ts'

type DoneEvent = Pick<DomainEvent, 'type' | 'outcome'> & { detail?: Record<string, string> }

export function changeEvents(account: Account, changes: AccountChanges): DoneEvent[] {
  const { tag, email, newEmail, password } = changes
  const fields = (['globalName', 'locale'] as const).filter((field) => field in changes)
  return [
    ...(tag ? [done('account.username', { from: tagText(account), to: tagText(tag) })] : []),
    ...(fields.length > 0 ? [done('account.profile', { fields: fields.map(wireName).join(' ') })] : []),
    ...(email ? [done('account.claim')] : []),
    ...(newEmail ? [done('account.email_change')] : []),
    ...(password && !email ? [done('account.password_change', { by: 'owner' })] : []),
  ]
}

function done(type: DomainEvent['type'], detail: Record<string, string> = {}): DoneEvent {
  return { type, outcome: 'ok', detail }
}

function tagText(tag: Pick<Account, 'username' | 'discriminator'>): string {
  return `${tag.username}#${discriminatorText(tag)}`
}

function wireName(field: 'globalName' | 'locale'): string {
  return field === 'globalName' ? 'global_name' : field
}
