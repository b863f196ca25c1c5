/** A person at an identity provider. */
export type SsoLink = { issuer: string; subject: string }
