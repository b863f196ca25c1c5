import { profileField, profileFieldNames } from '@gatehouse/proto/profile-fields'
import { type Account, discriminatorText } from '../accounts/account.ts'
import type { AccountChanges } from '../accounts/account-changes.ts'
import type { EventOfType } from '../audit/build-event.ts'

export function changeEvents(account: Account, changes: AccountChanges): EventOfType[] {
  const { tag, email, newEmail, password } = changes
  const fields = profileFieldNames.filter((field) => field in changes)
  const events: (EventOfType | false)[] = [
    !!tag && { type: 'account.username', detail: { from: tagText(account), to: tagText(tag) } },
    fields.length > 0 && {
      type: 'account.profile',
      detail: { fields: fields.map((field) => profileField(field).wire).join(' ') },
    },
    !!email && { type: 'account.claim' },
    !!newEmail && { type: 'account.email_change' },
    !!password && !email && { type: 'account.password_change', detail: { by: 'owner' } },
  ]
  return events.filter((event) => event !== false)
}

function tagText(tag: Pick<Account, 'username' | 'discriminator'>): string {
  return `${tag.username}#${discriminatorText(tag)}`
}
