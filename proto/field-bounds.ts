/** Bounds that the gateway and a service check: code points of a text, items of a list, or the value of a number. */
export const fieldBounds = {
  email: { min: 1, max: 254 },
  password: { min: 8, max: 256 },
  username: { min: 1, max: 32 },
  globalName: { min: 1, max: 32 },
  locale: { min: 2, max: 35 },
  passkeyName: { min: 1, max: 100 },
  ssoDisplayName: { min: 1, max: 80 },
  /** Of a person at the provider (OpenID Connect Core 1.0, section 2). */
  ssoSubject: { min: 1, max: 255 },
  ssoUrl: { min: 1, max: 2048 },
  ssoClientId: { min: 1, max: 512 },
  /** Or a private key. */
  ssoClientSecret: { min: 1, max: 8192 },
  /** Of a code and a state. */
  ssoCallback: { min: 1, max: 4096 },
  ssoLogoutToken: { min: 1, max: 8192 },
  ssoScope: { min: 1, max: 1024 },
  ssoAllowedDomains: { min: 0, max: 100 },
  webhookName: { min: 1, max: 80 },
  tokenGraceSeconds: { min: 0, max: 86_400 },
  signingSecret: { min: 16, max: 256 },
  signingSecretGraceSeconds: { min: 0, max: 86_400 },
  signatureToleranceSeconds: { min: 1, max: 86_400 },
  allowedFormats: { min: 1, max: 4 },
  filterRules: { min: 0, max: 50 },
  /** Of one condition of a rule. */
  filterValues: { min: 1, max: 100 },
  filterValue: { min: 1, max: 200 },
} as const

/** Nobody alive was born before; a date field accepts years such as 0015, which people mean as 2015. */
export const earliestDateOfBirth = '1900-01-01'

/** A longer User-Agent is cut. */
export const maxUserAgentLength = 512

/** A longer Accept-Language is cut. */
export const maxAcceptLanguageLength = 256

/** Code points. */
export const maxAuditReasonLength = 512

/** Longer than any device token. */
export const maxDeviceTokenLength = 1024

/** Characters. Short keys could be guessed by another client with the same address. */
export const idempotencyKeyLength = { min: 16, max: 255 } as const
