import { brandSettings } from '@gatehouse/service-kit/process/brand-settings'
import {
  commonSettings,
  defineSettings,
  limitSettings,
  redisSettings,
  type Settings,
  setting,
} from '@gatehouse/service-kit/process/settings'
import { captchaSettings } from './captcha/captcha-settings.ts'
import { httpSettings } from './http/http-settings.ts'
import { rateLimits } from './limits.ts'

export const settings = defineSettings({
  ...commonSettings({
    grpc: 50050,
    ops: 9460,
    grpcMeaning:
      'The address of the control service that GATEHOUSE_TEST_CLOCK opens. The gateway serves no other gRPC.',
  }),
  httpListen: setting.address({
    env: 'GATEHOUSE_HTTP_LISTEN',
    default: '127.0.0.1:8080',
    meaning: 'Address on which the gateway serves the API over HTTP.',
  }),
  publicUrl: setting.httpUrl({
    env: 'GATEHOUSE_PUBLIC_URL',
    default: 'http://localhost:8080',
    meaning:
      'Public base URL of the API, used for links in responses. With https, responses contain Strict-Transport-Security.',
  }),
  accountPages: setting.boolean({
    env: 'GATEHOUSE_ACCOUNT_PAGES',
    default: true,
    meaning:
      '1 serves pages for sign-in, registration, sessions and handoff under /account; 0 for an app of your own.',
  }),
  webauthnOrigins: setting.originList({
    env: 'GATEHOUSE_WEBAUTHN_ORIGINS',
    default: [],
    meaning:
      'The same origins as in auth-service, for browsers: /.well-known/webauthn lists them. Unset: the origin of GATEHOUSE_PUBLIC_URL.',
  }),
  ...brandSettings(),
  logo: setting.path({
    env: 'GATEHOUSE_LOGO',
    default: null,
    meaning:
      'SVG or PNG file of at most 256 KiB, shown in the account pages instead of mark and name, and as their icon.',
  }),
  trustedProxies: setting.cidrList({
    env: 'GATEHOUSE_TRUSTED_PROXIES',
    default: [],
    meaning: 'Proxies in front of the gateway whose X-Forwarded-For is trusted.',
  }),
  corsOrigins: setting.webOriginList({
    env: 'GATEHOUSE_CORS_ORIGINS',
    default: [],
    meaning: 'Origins of web pages that may call the API, such as https://app.example.com.',
  }),
  corsLocalhost: setting.boolean({
    env: 'GATEHOUSE_CORS_LOCALHOST',
    default: false,
    rejectedInProduction: true,
    meaning:
      '1 allows web pages of localhost, on any port, to call the API. Set it in auth-service too, for their passkeys. `npm start` sets both.',
  }),
  ...httpSettings(),
  sessionsKept: setting.integer({
    env: 'GATEHOUSE_SESSIONS_KEPT',
    default: 10_000,
    min: 0,
    meaning:
      'Maximum number of verified sessions in the cache of this process, each for ten seconds or until it is revoked; 0 disables the cache.',
  }),
  ...limitSettings(),
  limits: setting.limits({
    env: 'GATEHOUSE_LIMITS',
    buckets: rateLimits,
    meaning:
      'Limits of routes, as JSON {bucket: {"limit", "window_seconds"}}; `npm run routes` lists the buckets, global is the cap over all of them. Omitted buckets keep their default. The limits of posts to webhooks change only with GATEHOUSE_LIMITS_SCALE.',
  }),
  ...captchaSettings(),
  ...redisSettings('Redis with the rate limits, which all replicas share:'),
  authAddress: setting.grpcAddress({
    env: 'GATEHOUSE_AUTH_ADDR',
    default: '127.0.0.1:50051',
    meaning: 'Address of auth-service.',
  }),
  sessionsAddress: setting.grpcAddress({
    env: 'GATEHOUSE_SESSIONS_ADDR',
    default: '127.0.0.1:50052',
    meaning: 'Address of session-service.',
  }),
  avatarsAddress: setting.addressList({
    env: 'GATEHOUSE_AVATARS_ADDR',
    default: '127.0.0.1:8083',
    meaning:
      'Addresses of webhook-service for avatars, over HTTP, or over HTTPS with mutual TLS: a balancer, or replicas, each of which serves all avatars.',
  }),
  webhooksAddress: setting.grpcAddress({
    env: 'GATEHOUSE_WEBHOOKS_ADDR',
    default: '127.0.0.1:50053',
    meaning: 'Address of webhook-service.',
  }),
})

export type Config = Settings<typeof settings>
