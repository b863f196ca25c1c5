import { z } from 'zod'
import { SnowflakeType } from './common.ts'
import { namedSchema } from './named-schema.ts'

const maybe = z.string().nullable()

export const SsoStartRequest = namedSchema(
  'SsoStartRequest',
  'Starts a single sign-on.',
  z.object({
    redirect_to: z.string().nullable().optional().describe('URL to go to after SSO completion.'),
  }),
)

export const SsoStartResponse = namedSchema(
  'SsoStartResponse',
  'The URL to send the user to.',
  z.object({
    authorization_url: z.string().describe('URL to send the user to.'),
    redirect_uri: z.string(),
    state: z.string().describe('CSRF protection value.'),
  }),
)

export const SsoCompleteRequest = namedSchema(
  'SsoCompleteRequest',
  'Completes a single sign-on.',
  z.object({
    code: z.string().describe('Authorization code from the SSO provider.'),
    state: z.string().describe('CSRF protection value.'),
  }),
)

export const SsoCompleteResponse = namedSchema(
  'SsoCompleteResponse',
  'A completed sign-in.',
  z.object({ redirect_to: z.string(), token: z.string(), user_id: SnowflakeType }),
)

export const SsoStatusResponse = namedSchema(
  'SsoStatusResponse',
  'The status of single sign-on.',
  z.object({
    display_name: maybe,
    enabled: z.boolean().describe('SSO enabled for the instance.'),
    enforced: z.boolean().describe('SSO required for all users.'),
    redirect_uri: z.string().describe('OAuth redirect URI.'),
  }),
)

export const SsoConfigResponse = namedSchema(
  'SsoConfigResponse',
  'The single sign-on provider of the instance. The client secret is never returned.',
  z.object({
    allowed_domains: z.array(z.string()),
    authorization_url: maybe,
    auto_provision: z.boolean(),
    client_id: maybe,
    client_secret_set: z.boolean(),
    display_name: maybe,
    enabled: z.boolean(),
    issuer: maybe,
    jwks_url: maybe,
    redirect_uri: maybe,
    scope: maybe,
    token_url: maybe,
    userinfo_url: maybe,
  }),
)
