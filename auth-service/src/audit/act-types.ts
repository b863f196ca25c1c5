type ActType = {
  meaning: string
  /** The words its `detail` may have. */
  detail: Record<string, string>
}

const method = 'How it was proved: `password`.'

/** Every act of this service that is kept in the audit log and told to others (contract.md 3). */
export const actTypes = {
  'account.registration': { meaning: 'An account was made.', detail: {} },
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
  'account.standing': {
    meaning: 'An operator closed, opened or deleted an account.',
    detail: { standing: '`active`, `disabled` or `deleted`.' },
  },
  'account.throttle': {
    meaning:
      'Tries of a password are refused for a while, or until a reset. One record in 15 minutes, however many tries are refused.',
    detail: {
      limit:
        'Whose limit it was: `account`, `address` of the sender (then without an account), or `closed` after a hundred wrong ones in a row.',
    },
  },
} as const satisfies Record<string, ActType>

export type ActTypeName = keyof typeof actTypes
