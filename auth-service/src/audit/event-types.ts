import type { EventType } from '@gatehouse/service-kit/events/event-type'

const method = 'How it was proved: `password`.'

/** Every act of this service that is kept in the audit log and told to others (contract.md 3). */
export const eventTypes = {
  'account.registration': {
    meaning: 'An account was made.',
    detail: { role: '`administrator` for the first account of an instance; else absent.' },
  },
  'account.import': { meaning: 'An operator brought the account from another system.', detail: {} },
  'account.sign_in': {
    meaning:
      'Somebody signed in, or was refused. Without an account when the email address belongs to none; the address itself is never told.',
    detail: { method, reason: 'Why a right password was refused: `suspended`.' },
  },
  'account.step_up': {
    meaning: 'A signed-in caller proved again who they are, or failed to.',
    detail: { method },
  },
  'account.password_change': {
    meaning: 'A password was changed; every other session ended.',
    detail: { by: '`owner` or `operator`.' },
  },
  'account.username': {
    meaning: 'Username or discriminator changed.',
    detail: { from: 'The old tag, `name#0001`.', to: 'The new one.' },
  },
  'account.profile': {
    meaning: 'Something else that its owner tells of themselves changed.',
    detail: { fields: 'What changed, separated by spaces: `global_name`, `locale`.' },
  },
  'account.claim': {
    meaning:
      'An account was given its first email address, and a password where it had none; with that every other session ended.',
    detail: {},
  },
  'account.disable': {
    meaning: 'Its owner closed an account until the next sign-in; every session ended.',
    detail: {},
  },
  'account.delete': {
    meaning:
      'Its owner deleted an account; every session ended, and it is erased unless somebody signs in before.',
    detail: { due: 'When it is erased, ISO 8601 UTC.' },
  },
  'account.reopen': {
    meaning: 'A sign-in opened an account again.',
    detail: { from: '`disable`, `delete`, or `suspension` for a ban that was over.' },
  },
  'account.erase': {
    meaning:
      'Nothing is left of an account but its id. Whoever keeps something about it under that id has to erase it too.',
    detail: { by: '`owner`, whose 14 days were over, or `operator`.' },
  },
  'account.standing': {
    meaning: 'An operator banned an account, which ends its sessions, or lifted a ban.',
    detail: {
      status: '`active` or `disabled`.',
      until: 'When a ban ends by itself, ISO 8601 UTC; absent for one that does not.',
    },
  },
  'account.role': {
    meaning: 'An operator made an account an administrator, or took that away.',
    detail: { role: '`administrator` or `none`.' },
  },
  'account.throttle': {
    meaning:
      'Tries of a password are refused for a while, or until a reset; or registrations are. One record in 15 minutes for each account or network, however many are refused.',
    detail: {
      limit:
        'Whose limit it was: `account`, `address` of the sender (then without an account), `closed` after a hundred wrong ones in a row, or `registration`: too many new accounts from one sender or for one email address, without an account.',
    },
  },
} as const satisfies Record<string, EventType>

export type EventTypeName = keyof typeof eventTypes
