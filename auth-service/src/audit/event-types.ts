import { profileField, profileFieldNames } from '@gatehouse/proto/profile-fields'
import type { EventType } from '@gatehouse/service-kit/events/event-type'

const method = 'Proof of identity: `password`, `totp`, `backup_code`, `sms` or `webauthn`.'

export const eventTypes = {
  'account.registration': {
    meaning: 'An account was created.',
    detail: { role: '`administrator` for the first account of an instance; else absent.' },
  },
  'account.import': { meaning: 'An operator imported the account from another system.', detail: {} },
  'account.sign_in': {
    meaning:
      'A sign-in succeeded or was rejected. A sign-in with a second factor emits `failed` with the reason `second_factor_required` after the first step, and `ok` after the second. `ok` is stored with the session of the sign-in, so that `failed` with the reason `undelivered` can follow. Without an account if the email address has none; the address itself is not included.',
    detail: {
      method:
        'Proof of identity: `password`; `passkey`; `reset` or `revert` (the token of a mail); `sso` (the identity provider); or `ip_authorization` (a password from an address that the owner authorized).',
      factor:
        'Second factor, if there was one: `totp`, `backup_code`, `sms` or `webauthn`; `totp` also for a wrong backup code.',
      reason:
        'Why a sign-in with the right password was rejected: `suspended`, `ip_authorization` (it waits for the owner), `second_factor_required` (it waits for the second factor), `second_factor` (a wrong code), or `code_used` (a right code that was used before). Of a passkey: `suspended`, `passkey` (it was not verified), or `counter` (it may have been copied). Of every sign-in: `undelivered`, after `ok` with the same session: the account changed meanwhile, or the client left; the session ended.',
      problem:
        'Why a passkey was rejected: a reason of the metric `gatehouse_passkey_rejections_total`. With `undelivered`: the code of the response.',
    },
  },
  'account.ip_authorization': {
    meaning:
      'The owner authorized the address of a sign-in with a token or code from a mail; or, with the outcome `failed`, the code, or a number beside the token, was wrong. The client is that of the owner.',
    detail: {},
  },
  'account.authorized_ips': {
    meaning: 'The owner removed all addresses that sign-ins do not have to wait for.',
    detail: {},
  },
  'account.step_up': {
    meaning: 'A signed-in caller confirmed their identity, or failed to.',
    detail: {
      method,
      reason: '`code_used`: a right code that was used before.',
      problem: 'As in `account.sign_in`.',
    },
  },
  'account.password_change': {
    meaning:
      'The password was changed; every other session ended. Or, with the outcome `failed`, a code of a reset was wrong: without an account if the email address has none.',
    detail: {
      by: '`owner`, `operator`, `reset` (the token or code of a mail), or `sso` (a link to the identity provider removed it).',
    },
  },
  'account.second_factor': {
    meaning: 'A second factor or passkey was added or removed, or a passkey was renamed or became required.',
    detail: {
      factor: '`totp`, `sms` or `webauthn`; several, separated by spaces, if they were removed together.',
      change: '`added`, `removed`, `renamed`, `required` or `not_required`.',
      by: '`owner`, `operator`, `revert` (of a change of the email address), `reset` (the first proof of the address), or `sso` (a link to the identity provider).',
    },
  },
  'account.phone': {
    meaning:
      'The phone number was added, replaced or removed; or, with the outcome `failed`, the code that verifies one was wrong.',
    detail: {
      change: '`added`, `replaced` or `removed`; `verified` for a wrong code.',
      by: '`owner`, `revert` (of a change of the email address), `reset` (the first proof of the address), or `sso` (a link to the identity provider).',
    },
  },
  'account.sms': {
    meaning: 'A code was sent by SMS.',
    detail: { purpose: '`phone` (to verify a number), `sign_in` or `step_up`.' },
  },
  'account.backup_codes': {
    meaning: 'A backup code was used, or all of them were replaced.',
    detail: { change: '`used` or `replaced`.', left: 'How many codes are unused now.' },
  },
  'account.username': {
    meaning: 'Username or discriminator changed.',
    detail: { from: 'The old tag, `name#0001`.', to: 'The new one.' },
  },
  'account.profile': {
    meaning: 'Another field of the profile changed.',
    detail: {
      fields: `The changed fields, separated by spaces: ${profileFieldNames.map((field) => `\`${profileField(field).wire}\``).join(', ')}.`,
    },
  },
  'account.claim': {
    meaning:
      'The account got its first email address, and a password if it had none; then every other session ended.',
    detail: {},
  },
  'account.email_change': {
    meaning:
      'The email address was changed and every other session ended; or, with the outcome `failed`, a code of such a change was wrong.',
    detail: {
      address: 'Of a wrong code: `original` or `new`. Else absent.',
      by: '`operator`, who vouched for the new address. Else absent.',
    },
  },
  'account.email_revert': {
    meaning:
      'A change of the email address was reverted with the token of a mail to the old address, which set a new password and, if nobody had verified the address, removed what was set up before; every session ended.',
    detail: {},
  },
  'account.email_release': {
    meaning:
      'The account lost its email address, which it had never verified: somebody else proved it, with an identity provider or the code of a mail.',
    detail: {},
  },
  'account.verification': {
    meaning:
      'The email address was verified for the first time, with a token or code from a mail; or, with the outcome `failed`, a code was wrong.',
    detail: {},
  },
  'account.disable': {
    meaning: 'The owner closed the account until the next sign-in; every session ended.',
    detail: {},
  },
  'account.delete': {
    meaning:
      'The owner deleted the account; every session ended. It is erased later unless the owner signs in before.',
    detail: { due: 'When it will be erased, ISO 8601 UTC.' },
  },
  'account.reopen': {
    meaning: 'A sign-in reopened the account.',
    detail: { from: '`disable`, `delete`, or `suspension` (one that had ended).' },
  },
  'account.erase': {
    meaning:
      'The account was erased except for its id. Consumers that store data under that id have to erase it too.',
    detail: { by: '`owner`, after 14 days, or `operator`.' },
  },
  'account.status': {
    meaning: 'An operator suspended the account, which ends its sessions, or lifted the suspension.',
    detail: {
      status: '`active` or `disabled` (suspended).',
      until: 'When the suspension ends, ISO 8601 UTC; absent for a permanent one.',
    },
  },
  'account.role': {
    meaning:
      'An operator made the account an administrator, or revoked that; or the first proof of its email address removed the role.',
    detail: { role: '`administrator` or `none`.' },
  },
  'instance.sso': {
    meaning:
      'The settings of single sign-on were changed, or an operator moved links of accounts to another issuer. Without an account if an operator did.',
    detail: {
      changed: 'The changed settings, separated by spaces; `links` for links of accounts.',
      from: 'The issuer of the links before.',
      to: 'Their issuer afterwards.',
      links: 'How many links were moved.',
      by: '`administrator` or `operator`.',
    },
  },
  'account.sso': {
    meaning:
      'The account was linked to a person at the identity provider, who can sign in to it from now on; the link was removed by its owner, an operator, an email revert or a reset; or a logout at the provider ended sessions.',
    detail: {
      change: '`linked`, `unlinked` or `logged_out`.',
      by: '`owner` or `operator`, who connected or disconnected the provider; absent otherwise.',
      sessions: 'How many sessions a logout ended.',
    },
  },
  'account.throttle': {
    meaning:
      'Password attempts, codes of second factors, codes by SMS or registrations are rejected because of a limit. One event per window of `auth:password` for each email address and source, or network.',
    detail: {
      limit:
        'The limit that was reached: `account`; `address` of the client (without an account); `lockout` after a hundred consecutive failures; `second_factor` after ten wrong codes; `sms`: too many codes by SMS for one account, address, phone number or country; or `registration`: too many registrations from one network or for one email address (without an account).',
    },
  },
} as const satisfies Record<string, EventType>

export type EventTypeName = keyof typeof eventTypes
