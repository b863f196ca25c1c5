import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { wrongType } from '@gatehouse/service-kit/fields/field-problems'
import { boolean, listOf, nullable, secretText, text } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { SnowflakeType } from './common.ts'
import { exampleToken } from './examples.ts'
import { AuthMfaRequiredResponse } from './login.ts'
import { namedSchema } from './named-schema.ts'
import { stepUpFields } from './step-up.ts'

const maybe = z.string().nullable()

export const SsoStartRequest = namedSchema(
  'SsoStartRequest',
  'Starts a single sign-on.',
  z.object({
    redirect_to: nullable(secretText({ min: 1, max: 2048 }))
      .optional()
      .describe('URL to go to after SSO completion. Ignored unless it is a path of the web app.'),
  }),
)

export const SsoStartWithPromptRequest = namedSchema(
  'SsoStartWithPromptRequest',
  'Starts a single sign-on, or a proof of identity.',
  SsoStartRequest.extend({
    prompt: z
      .enum(['login'], { error: wrongType('INVALID_FORMAT') })
      .optional()
      .describe(
        '`login` makes the person sign in at the provider again: a proof of identity for five minutes.',
      ),
  }),
  { signIn: { redirect_to: '/channels/me' }, proof: { prompt: 'login' } },
)

export const SsoStartResponse = namedSchema(
  'SsoStartResponse',
  'The URL to send the user to.',
  z.object({
    authorization_url: z.string().describe('URL to send the user to.'),
    redirect_uri: z.string(),
    state: z.string().describe('CSRF protection value.'),
  }),
  {
    started: {
      authorization_url: 'https://idp.example.com/authorize?client_id=gatehouse&state=kT3v',
      redirect_uri: 'https://chat.example.com/account/sso-callback',
      state: 'kT3v',
    },
  },
)

export const SsoCompleteRequest = namedSchema(
  'SsoCompleteRequest',
  'Completes a single sign-on.',
  z.object({
    code: secretText(fieldBounds.ssoCallback).describe('Authorization code from the SSO provider.'),
    state: secretText(fieldBounds.ssoCallback).describe('CSRF protection value.'),
  }),
)

export const SsoCompleteWithIssuerRequest = namedSchema(
  'SsoCompleteWithIssuerRequest',
  'Completes a single sign-on with the parameters of the redirect URI.',
  SsoCompleteRequest.extend({
    code: SsoCompleteRequest.shape.code.optional().describe('Authorization code. Required without an error.'),
    error: nullable(secretText(fieldBounds.ssoCallback))
      .optional()
      .describe(
        'Error from the SSO provider (RFC 6749, section 4.1.2.1): it is logged, and ends the sign-in.',
      ),
    error_description: nullable(secretText(fieldBounds.ssoCallback))
      .optional()
      .describe('What the SSO provider adds to it.'),
    iss: nullable(secretText(fieldBounds.ssoUrl))
      .optional()
      .describe('Issuer from the SSO provider (RFC 9207). Send it if the redirect URI has it.'),
  }),
  {
    callback: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'kT3v', iss: 'https://idp.example.com' },
    failure: { state: 'kT3v', error: 'access_denied' },
  },
)

export const SsoCompleteResponse = namedSchema(
  'SsoCompleteResponse',
  'A completed sign-in.',
  z.object({ redirect_to: z.string(), token: z.string(), user_id: SnowflakeType }),
  {
    signedIn: {
      redirect_to: '/channels/me',
      token: exampleToken,
      user_id: '1541815603606036480',
    },
  },
)

export const SsoCompleteResult = namedSchema(
  'SsoCompleteResult',
  'A completed sign-in, or the second factor that is required.',
  z.union([
    SsoCompleteResponse,
    namedSchema(
      'SsoMfaRequiredResponse',
      'A sign-in that requires a second factor.',
      AuthMfaRequiredResponse.extend({ redirect_to: z.string() }),
    ),
  ]),
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
  {
    enabled: {
      display_name: 'Example Corp',
      enabled: true,
      enforced: false,
      redirect_uri: 'https://chat.example.com/account/sso-callback',
    },
  },
)

export const SsoLogoutRequest = namedSchema(
  'SsoLogoutRequest',
  'A logout at the identity provider.',
  z.object({
    logout_token: secretText(fieldBounds.ssoLogoutToken).describe(
      'A JWT that the provider signed. It is accepted once, for five minutes.',
    ),
  }),
  { logout: { logout_token: 'eyJ0eXAiOiJsb2dvdXQrand0IiwiYWxnIjoiUlMyNTYifQ.e30.c2lnbmF0dXJl' } },
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
  {
    provider: {
      allowed_domains: ['example.com'],
      authorization_url: null,
      auto_provision: true,
      client_id: 'gatehouse',
      client_secret_set: true,
      display_name: 'Example Corp',
      enabled: true,
      issuer: 'https://idp.example.com',
      jwks_url: null,
      redirect_uri: null,
      scope: null,
      token_url: null,
      userinfo_url: null,
    },
  },
)

const url = nullable(text(fieldBounds.ssoUrl)).optional()

export const SsoConfigUpdateRequest = namedSchema(
  'SsoConfigUpdateRequest',
  'The settings to update, with a proof of identity. Omitted settings do not change, null restores the default.',
  z.object({
    ...stepUpFields,
    enabled: boolean.optional().describe('Whether people can sign in with the provider.'),
    enforced: boolean.optional().describe('Whether it is the only way to sign in while it is enabled.'),
    display_name: nullable(text(fieldBounds.ssoDisplayName)).optional(),
    issuer: url.describe('Its discovery document completes the URLs that are null.'),
    authorization_url: url,
    token_url: url,
    userinfo_url: url,
    jwks_url: url,
    client_id: nullable(text(fieldBounds.ssoClientId)).optional(),
    client_secret: secretText(fieldBounds.ssoClientSecret)
      .nullable()
      .optional()
      .describe(
        'A secret, or a private key for private_key_jwt as PKCS #8 PEM or JWK. Never returned. Null: a public client.',
      ),
    scope: nullable(text(fieldBounds.ssoScope)).optional().describe('Default: `openid email profile`.'),
    allowed_domains: listOf(text({ min: 1, max: 253 }), fieldBounds.ssoAllowedDomains)
      .nullable()
      .optional()
      .describe('Only addresses of exactly these domains may sign in. Empty: all domains.'),
    auto_provision: boolean.optional().describe('Whether a sign-in of an unknown person creates an account.'),
    redirect_uri: url,
  }),
  {
    provider: {
      enabled: true,
      display_name: 'Example Corp',
      issuer: 'https://idp.example.com',
      client_id: 'gatehouse',
      client_secret: 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY',
      allowed_domains: ['example.com'],
    },
  },
)

export const SsoConfigTestResponse = namedSchema(
  'SsoConfigTestResponse',
  'What a test of the settings found.',
  z.object({
    ok: z.boolean().describe('Whether every check succeeded.'),
    checks: z.array(
      z.object({
        name: z
          .string()
          .describe(
            '`settings`, `discovery`, `keys` or `client`; of a sign-in `sign_in`, `claims` or `account`.',
          ),
        ok: z.boolean(),
        message: z.string().describe('What was found, or what is wrong and how to correct it.'),
      }),
    ),
    accounts: z
      .object({
        linked: z.number().int().describe('Linked to a person of the provider.'),
        linkable: z
          .number()
          .int()
          .describe('Would be linked at the first sign-in, if the provider sends `email_verified`.'),
        locked_out: z.number().int().describe('The others, who could not sign in.'),
      })
      .optional()
      .describe('Active accounts, if single sign-on was required. Absent if counting takes too long.'),
  }),
  {
    working: {
      ok: true,
      checks: [{ name: 'discovery', ok: true, message: 'The discovery document is valid.' }],
      accounts: { linked: 120, linkable: 31, locked_out: 4 },
    },
  },
)
