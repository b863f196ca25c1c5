import type { Kind } from './kinds.ts'

/**
 * Every error code with its kind and message. Codes are permanent, messages may change. `extras` are the additional
 * top-level properties of the response.
 */
export const errors = {
  INVALID_FORM_BODY: { kind: 'invalid', message: 'One or more fields are invalid.', extras: ['errors'] },
  MALFORMED_JSON: { kind: 'invalid', message: 'The body is not valid JSON.', extras: ['position'] },
  MAX_WEBHOOKS_PER_CHANNEL: {
    kind: 'quota',
    message: 'This channel has reached the maximum number of webhooks.',
    extras: ['max_webhooks_per_channel'],
  },
  MAX_WEBHOOKS_PER_GUILD: {
    kind: 'quota',
    message: 'This guild has reached the maximum number of webhooks.',
    extras: ['max_webhooks_per_guild'],
  },
  MALFORMED_REQUEST: { kind: 'invalid', message: 'The request is not valid HTTP.', extras: [] },
  INVALID_PAYLOAD: { kind: 'invalid', message: 'The payload is not valid for this format.', extras: [] },
  NO_TEXT: { kind: 'invalid', message: 'The payload has no text or other visible content.', extras: [] },
  TOO_MANY_ATTACHMENTS: {
    kind: 'invalid',
    message: 'The payload has more than 100 attachments.',
    extras: [],
  },
  INVALID_HANDOFF_CODE: {
    kind: 'invalid',
    message: 'This code is invalid, expired or already used.',
    extras: [],
  },
  SESSION_TOKEN_MISMATCH: {
    kind: 'invalid',
    message: 'The token belongs to a different account.',
    extras: [],
  },
  CAPTCHA_REQUIRED: {
    kind: 'invalid',
    message: 'A captcha is required. Send its solution in X-Captcha-Token.',
    extras: [],
  },
  INVALID_CAPTCHA: {
    kind: 'invalid',
    message: 'The captcha solution is invalid or expired. Solve a new captcha.',
    extras: [],
  },
  UNAUTHORIZED: {
    kind: 'unauthenticated',
    message: 'Authentication is required. Send a valid token in the Authorization header.',
    extras: [],
  },
  INVALID_TOKEN: {
    kind: 'unauthenticated',
    message: 'The token in the body is invalid or expired.',
    extras: [],
  },
  INVALID_SIGNATURE: {
    kind: 'unauthenticated',
    message: 'The signature of the body is missing or invalid.',
    extras: [],
  },
  ACCOUNT_SUSPENDED_PERMANENTLY: {
    kind: 'forbidden',
    message: 'This account is permanently suspended.',
    extras: [],
  },
  ACCOUNT_SUSPENDED_TEMPORARILY: {
    kind: 'forbidden',
    message: 'This account is temporarily suspended.',
    extras: [],
  },
  PASSWORD_LOGIN_DISABLED: {
    kind: 'forbidden',
    message: 'This password is locked after too many failed attempts. Reset it or contact support.',
    extras: [],
  },
  TAG_ALREADY_TAKEN: {
    kind: 'taken',
    message: 'This username and discriminator are already taken.',
    extras: ['errors'],
  },
  SUDO_MODE_REQUIRED: {
    kind: 'forbidden',
    message: 'Verify your identity with one of the listed methods and try again.',
    extras: ['has_mfa', 'methods'],
  },
  MISSING_ACCESS: { kind: 'forbidden', message: 'You are not a member of this guild.', extras: [] },
  MISSING_PERMISSIONS: { kind: 'forbidden', message: 'You do not have permission to do this.', extras: [] },
  CALLER_NOT_ALLOWED: {
    kind: 'forbidden',
    message: 'The calling service is not allowed to call this method.',
    extras: [],
  },
  NOT_FOUND: { kind: 'notFound', message: 'This path does not exist.', extras: [] },
  UNKNOWN_USER: { kind: 'notFound', message: 'Unknown account.', extras: [] },
  UNKNOWN_GUILD: { kind: 'notFound', message: 'Unknown guild.', extras: [] },
  UNKNOWN_CHANNEL: { kind: 'notFound', message: 'Unknown channel.', extras: [] },
  UNKNOWN_MEMBER: { kind: 'notFound', message: 'Unknown member.', extras: [] },
  UNKNOWN_OVERWRITE: { kind: 'notFound', message: 'Unknown permission overwrite.', extras: [] },
  UNKNOWN_HANDOFF: { kind: 'notFound', message: 'Unknown handoff.', extras: [] },
  UNKNOWN_INVITE: {
    kind: 'notFound',
    message: 'The invite is invalid, expired or already used.',
    extras: [],
  },
  UNKNOWN_MAIL: { kind: 'notFound', message: 'Unknown mail.', extras: [] },
  UNKNOWN_WEBHOOK: { kind: 'notFound', message: 'Unknown webhook.', extras: [] },
  METHOD_NOT_ALLOWED: {
    kind: 'methodNotAllowed',
    message: 'This path does not support this method. The Allow header lists the supported methods.',
    extras: [],
  },
  REQUEST_TIMEOUT: { kind: 'requestTimeout', message: 'The request was not received in time.', extras: [] },
  MAIL_NOT_RETRYABLE: {
    kind: 'gone',
    message: 'This mail is being sent, was sent, or its lifetime has ended.',
    extras: [],
  },
  CHANNEL_ARCHIVED: { kind: 'gone', message: 'The channel is archived.', extras: [] },
  PAYLOAD_TOO_LARGE: {
    kind: 'tooLarge',
    message: 'The body is too large.',
    extras: ['limit'],
  },
  UNSUPPORTED_MEDIA_TYPE: {
    kind: 'unsupportedMedia',
    message: 'This content type or content encoding is not supported.',
    extras: [],
  },
  EXPECTATION_FAILED: {
    kind: 'expectationFailed',
    message: 'The only Expect header supported is 100-continue.',
    extras: [],
  },
  HEADERS_TOO_LARGE: { kind: 'headersTooLarge', message: 'The request headers are too large.', extras: [] },
  IDEMPOTENCY_KEY_REUSED: {
    kind: 'unprocessable',
    message: 'This Idempotency-Key was used for a different request. Use a new key.',
    extras: [],
  },
  RATE_LIMITED: {
    kind: 'tooMany',
    message: 'Too many requests. Try again after the time in Retry-After.',
    extras: ['retry_after', 'global'],
  },
  INTERNAL_SERVER_ERROR: { kind: 'internal', message: 'An internal error occurred.', extras: [] },
  SERVICE_UNAVAILABLE: {
    kind: 'unavailable',
    message: 'The service is temporarily unavailable. Try again after the time in Retry-After.',
    extras: ['retry_after'],
  },
  UPSTREAM_TIMEOUT: {
    kind: 'timeout',
    message: 'The request took too long to process.',
    extras: ['retry_after'],
  },
} as const satisfies Record<string, { kind: Kind; message: string; extras: readonly string[] }>

export type ErrorCode = keyof typeof errors

/** Every code of a field error with its message. `{name}` is replaced by a parameter of the error. */
export const fieldErrors = {
  REQUIRED: 'This field is required.',
  INVALID_FORMAT: 'This value has an invalid format.',
  INVALID_BOOLEAN: 'Must be true or false.',
  INVALID_INTEGER_FORMAT: 'Must be an integer.',
  NUMBER_OUT_OF_RANGE: 'Must be between {min} and {max}.',
  DURATION_OUT_OF_RANGE: 'Must be between {min} and {max}.',
  STRING_LENGTH_INVALID: 'Must be between {min} and {max} characters long.',
  ARRAY_LENGTH_INVALID: 'Must contain between {min} and {max} items.',
  INVALID_TIME_FORMAT: 'Must be an RFC 3339 date and time, such as 2030-01-01T00:00:00Z.',
  UNKNOWN_FORMAT_NAME: 'The part before the colon must be code-host or error-tracker.',
  UNKNOWN_EVENT_NAME: 'No sender event has this name. Did you mean {nearest}?',
  FIELD_NOT_ALLOWED: 'This field cannot be set here.',
  INVALID_SNOWFLAKE_FORMAT: 'Must be an id: decimal digits without a leading zero.',
  SNOWFLAKE_OUT_OF_RANGE: 'Must be an id of at most 9223372036854775807.',
  INVALID_EMAIL_FORMAT: 'Must be a valid email address.',
  INVALID_EMAIL_LOCAL_PART: 'The part before the @ contains invalid characters.',
  INVALID_EMAIL_ADDRESS: 'The domain of this address does not accept email.',
  INVALID_EMAIL_OR_PASSWORD: 'The email or the password is incorrect.',
  INVALID_OR_EXPIRED_VERIFICATION_TOKEN: 'This token is invalid, expired or already used.',
  INVALID_OR_EXPIRED_RESET_TOKEN: 'This token is invalid, expired or already used.',
  EMAIL_LENGTH_INVALID: 'Must be between {min} and {max} characters long.',
  EMAIL_ALREADY_IN_USE: 'An account with this email already exists.',
  EMAIL_MUST_BE_CHANGED_VIA_TOKEN: 'The email address of this account cannot be changed here.',
  PASSWORD_LENGTH_INVALID: 'Must be between {min} and {max} characters long.',
  PASSWORD_IS_TOO_COMMON: 'This password is too common. Choose a different one.',
  PASSWORD_NOT_SET: 'This account has no password.',
  INVALID_PASSWORD: 'The password is incorrect.',
  PASSWORD_HASH_NOT_SUPPORTED: 'Must be a password hash in a format listed in docs/import.md.',
  PASSWORD_HASH_TOO_COSTLY: 'The cost parameters of this hash are too high.',
  EXTERNAL_ID_ALREADY_IN_USE:
    'An account with this external id already exists with a different email address.',
  USERNAME_LENGTH_INVALID: 'Must be between {min} and {max} characters long.',
  USERNAME_INVALID_CHARACTERS: 'May only contain letters (a-z, A-Z), digits and underscores.',
  USERNAME_RESERVED_VALUE: 'This name is reserved.',
  USERNAME_CANNOT_CONTAIN_RESERVED_TERMS: 'This name contains a reserved word.',
  DISCRIMINATOR_INVALID_FORMAT: 'Must be four digits, from 0001 to 9999.',
  TAG_ALREADY_TAKEN: 'This username and discriminator are already taken.',
  TOO_MANY_USERS_WITH_THIS_USERNAME: 'Too many users have this username. Choose a different one.',
  GLOBAL_NAME_LENGTH_INVALID: 'Must be between {min} and {max} characters long.',
  GLOBAL_NAME_RESERVED_VALUE: 'This name is reserved.',
  GLOBAL_NAME_CANNOT_CONTAIN_RESERVED_TERMS: 'This name contains a reserved word.',
  LOCALE_INVALID_FORMAT: 'Must be a BCP 47 language tag, such as de-AT.',
  INVALID_DATE_OF_BIRTH_FORMAT: 'Must be a valid date in the format YYYY-MM-DD.',
  MUST_BE_IN_THE_PAST: 'Must be in the past.',
  MUST_BE_MINIMUM_AGE: 'You must be at least {min} years old.',
  MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY: 'You must agree to the terms of service and the privacy policy.',
  WEBHOOK_NAME_LENGTH_INVALID: 'Must be between {min} and {max} characters long.',
  AVATARS_NOT_SUPPORTED: 'Avatars are not supported yet. Omit this field or send null.',
} as const satisfies Record<string, string>

export type FieldCode = keyof typeof fieldErrors
