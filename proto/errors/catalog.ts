import type { Kind } from './kinds.ts'

/**
 * Every machine code an answer may carry in `code`, with its kind and public text. Codes are permanent; texts are for
 * people and may change. `extras` names the additional top-level properties. `docs/errors.md` comes from this table.
 */
export const errors = {
  INVALID_FORM_BODY: { kind: 'invalid', message: 'Some fields are not right.', extras: ['errors'] },
  MALFORMED_JSON: { kind: 'invalid', message: 'The body is not well-formed JSON.', extras: ['position'] },
  MAX_WEBHOOKS_PER_CHANNEL: {
    kind: 'invalid',
    message: 'The channel has as many webhooks as it can hold.',
    extras: ['max_webhooks_per_channel'],
  },
  MAX_WEBHOOKS_PER_GUILD: {
    kind: 'invalid',
    message: 'The guild has as many webhooks as it can hold.',
    extras: ['max_webhooks_per_guild'],
  },
  MALFORMED_REQUEST: { kind: 'invalid', message: 'The request is not well-formed HTTP.', extras: [] },
  INVALID_PAYLOAD: { kind: 'invalid', message: 'The payload cannot be read.', extras: [] },
  NO_TEXT: { kind: 'invalid', message: 'The payload has nothing to show.', extras: [] },
  TOO_MANY_ATTACHMENTS: {
    kind: 'invalid',
    message: 'The payload has more than 100 attachments.',
    extras: [],
  },
  INVALID_HANDOFF_CODE: {
    kind: 'invalid',
    message: 'This code is wrong, used up or too old.',
    extras: [],
  },
  SESSION_TOKEN_MISMATCH: {
    kind: 'invalid',
    message: 'The token belongs to another account.',
    extras: [],
  },
  CAPTCHA_REQUIRED: { kind: 'invalid', message: 'Solve the captcha first.', extras: [] },
  INVALID_CAPTCHA: { kind: 'invalid', message: 'The captcha was not solved, or not in time.', extras: [] },
  UNAUTHORIZED: { kind: 'unauthenticated', message: 'Sign in first.', extras: [] },
  INVALID_TOKEN: {
    kind: 'unauthenticated',
    message: 'The token of the body is not signed in.',
    extras: [],
  },
  INVALID_SIGNATURE: {
    kind: 'unauthenticated',
    message: 'The signature of the body is missing or does not fit.',
    extras: [],
  },
  ACCOUNT_SUSPENDED_PERMANENTLY: { kind: 'forbidden', message: 'This account is closed.', extras: [] },
  ACCOUNT_SUSPENDED_TEMPORARILY: {
    kind: 'forbidden',
    message: 'This account is closed for a while.',
    extras: [],
  },
  PASSWORD_LOGIN_DISABLED: {
    kind: 'forbidden',
    message: 'After too many wrong passwords this password is closed. Reset it, or sign in another way.',
    extras: [],
  },
  SUDO_MODE_REQUIRED: {
    kind: 'forbidden',
    message: 'Prove again that it is you.',
    extras: ['has_mfa', 'methods'],
  },
  MISSING_ACCESS: { kind: 'forbidden', message: 'You are no member of this guild.', extras: [] },
  MISSING_PERMISSIONS: { kind: 'forbidden', message: 'You lack the permission for this.', extras: [] },
  NOT_FOUND: { kind: 'notFound', message: 'There is nothing at this path.', extras: [] },
  UNKNOWN_USER: { kind: 'notFound', message: 'There is no such account.', extras: [] },
  UNKNOWN_GUILD: { kind: 'notFound', message: 'There is no such guild.', extras: [] },
  UNKNOWN_CHANNEL: { kind: 'notFound', message: 'There is no such channel.', extras: [] },
  UNKNOWN_MEMBER: { kind: 'notFound', message: 'There is no such member.', extras: [] },
  UNKNOWN_OVERWRITE: { kind: 'notFound', message: 'There is no such overwrite.', extras: [] },
  UNKNOWN_HANDOFF: { kind: 'notFound', message: 'There is no such handoff.', extras: [] },
  UNKNOWN_INVITE: { kind: 'notFound', message: 'The invite is unknown, expired or used up.', extras: [] },
  UNKNOWN_WEBHOOK: { kind: 'notFound', message: 'There is no such webhook.', extras: [] },
  METHOD_NOT_ALLOWED: {
    kind: 'methodNotAllowed',
    message: 'This path does not take that method.',
    extras: [],
  },
  REQUEST_TIMEOUT: { kind: 'requestTimeout', message: 'The request took too long to arrive.', extras: [] },
  CHANNEL_ARCHIVED: { kind: 'gone', message: 'The channel is archived.', extras: [] },
  PAYLOAD_TOO_LARGE: {
    kind: 'tooLarge',
    message: 'The body is larger than this route takes.',
    extras: ['limit'],
  },
  UNSUPPORTED_MEDIA_TYPE: {
    kind: 'unsupportedMedia',
    message: 'This route does not read that content type or encoding.',
    extras: [],
  },
  HEADERS_TOO_LARGE: { kind: 'headersTooLarge', message: 'The headers are larger than we read.', extras: [] },
  RATE_LIMITED: { kind: 'tooMany', message: 'Too many requests.', extras: ['retry_after', 'global'] },
  INTERNAL_SERVER_ERROR: { kind: 'internal', message: 'Something went wrong on our side.', extras: [] },
  SERVICE_UNAVAILABLE: {
    kind: 'unavailable',
    message: 'A part of the service is away or busy. Try again soon.',
    extras: ['retry_after'],
  },
  UPSTREAM_TIMEOUT: { kind: 'timeout', message: 'A part of the service did not answer in time.', extras: [] },
} as const satisfies Record<string, { kind: Kind; message: string; extras: readonly string[] }>

export type ErrorCode = keyof typeof errors

/** Every code an item of `errors[]` may carry, with its public text; `{name}` is filled in where it is thrown. */
export const fieldErrors = {
  REQUIRED: 'This field is required.',
  INVALID_FORMAT: 'This value has the wrong form.',
  INVALID_BOOLEAN: 'Must be true or false.',
  INVALID_INTEGER_FORMAT: 'Must be a whole number.',
  NUMBER_OUT_OF_RANGE: 'Must be between {min} and {max}.',
  STRING_LENGTH_INVALID: 'Must be between {min} and {max} characters long.',
  ARRAY_LENGTH_INVALID: 'Must have between {min} and {max} items.',
  INVALID_TIME_FORMAT: 'Must be a time as of RFC 3339, like 2030-01-01T00:00:00Z.',
  UNKNOWN_FORMAT_NAME: 'Before the colon stands a format with events: code-host or error-tracker.',
  FIELD_NOT_ALLOWED: 'This field cannot be set here.',
  INVALID_SNOWFLAKE_FORMAT: 'Must be an id: digits without a leading zero.',
  SNOWFLAKE_OUT_OF_RANGE: 'Must be an id of at most 63 bits.',
  INVALID_EMAIL_FORMAT: 'Must be an email address.',
  INVALID_EMAIL_LOCAL_PART: 'Has a character before the @ that email addresses do not have.',
  INVALID_EMAIL_ADDRESS: 'No mail can be sent to this domain.',
  INVALID_EMAIL_OR_PASSWORD: 'The email or the password is wrong.',
  EMAIL_LENGTH_INVALID: 'Must be between {min} and {max} characters long.',
  EMAIL_ALREADY_IN_USE: 'An account with this email exists.',
  EMAIL_MUST_BE_CHANGED_VIA_TOKEN: 'An email address is not changed here once there is one.',
  PASSWORD_LENGTH_INVALID: 'Must be between {min} and {max} characters long.',
  PASSWORD_IS_TOO_COMMON: 'This password is too easy to guess.',
  PASSWORD_NOT_SET: 'This account has no password.',
  INVALID_PASSWORD: 'The password is wrong.',
  PASSWORD_HASH_NOT_SUPPORTED: 'Must be a password hash in one of the forms of docs/import.md.',
  PASSWORD_HASH_TOO_COSTLY: 'Checking this hash would take too long or too much memory.',
  EXTERNAL_ID_ALREADY_IN_USE: 'An account with this external id exists under another email address.',
  USERNAME_LENGTH_INVALID: 'Must be between {min} and {max} characters long.',
  USERNAME_INVALID_CHARACTERS: 'May have the letters a-z, A-Z, digits and underscores only.',
  USERNAME_RESERVED_VALUE: 'This name is reserved.',
  USERNAME_CANNOT_CONTAIN_RESERVED_TERMS: 'This name contains a reserved word.',
  DISCRIMINATOR_INVALID_FORMAT: 'Must be four digits, 0001 to 9999.',
  TAG_ALREADY_TAKEN: 'Somebody with this username has these digits.',
  TOO_MANY_USERS_WITH_THIS_USERNAME: 'Too many people have this username. Choose another.',
  GLOBAL_NAME_LENGTH_INVALID: 'Must be between {min} and {max} characters long.',
  GLOBAL_NAME_RESERVED_VALUE: 'This name is reserved.',
  GLOBAL_NAME_CANNOT_CONTAIN_RESERVED_TERMS: 'This name contains a reserved word.',
  LOCALE_INVALID_FORMAT: 'Must be a language tag of BCP 47, such as de-AT.',
  INVALID_DATE_OF_BIRTH_FORMAT: 'Must be a calendar date, YYYY-MM-DD.',
  MUST_BE_MINIMUM_AGE: 'You must be at least {min} years old.',
  MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY: 'You must agree to the terms.',
  WEBHOOK_NAME_LENGTH_INVALID: 'Must be between {min} and {max} characters long.',
  AVATARS_NOT_SUPPORTED: 'Avatars cannot be set yet; leave the field out or send null.',
} as const satisfies Record<string, string>

export type FieldCode = keyof typeof fieldErrors
