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
    meaning: 'Where clients reach the API over HTTP.',
  }),
  publicUrl: setting.httpUrl({
    env: 'GATEHOUSE_PUBLIC_URL',
    default: 'http://localhost:8080',
    meaning:
      'How clients see the API; links in answers begin with it. With https, answers carry Strict-Transport-Security.',
  }),
  handoffPage: setting.boolean({
    env: 'GATEHOUSE_HANDOFF_PAGE',
    default: false,
    refusedInProduction: true,
    meaning: '1 serves /handoff, a page that shows two browser windows handing a session over.',
  }),
  trustedProxies: setting.cidrList({
    env: 'GATEHOUSE_TRUSTED_PROXIES',
    default: [],
    meaning: 'Our own proxies in front of the gateway: only their X-Forwarded-For is believed.',
  }),
  corsOrigins: setting.list({
    env: 'GATEHOUSE_CORS_ORIGINS',
    default: [],
    meaning: 'Origins of web pages that may call the API, such as https://app.example.com.',
  }),
  ...httpSettings(),
  sessionsKept: setting.integer({
    env: 'GATEHOUSE_SESSIONS_KEPT',
    default: 10_000,
    min: 0,
    meaning:
      'How many verified sessions the process keeps, each for ten seconds or until it ends anywhere; 0: none, so that every request asks session-service.',
  }),
  ...limitSettings(),
  limits: setting.limits({
    env: 'GATEHOUSE_LIMITS',
    buckets: rateLimits,
    meaning:
      'Limits of routes, as JSON {bucket: {"limit", "window_seconds"}}; `npm run routes` lists the buckets, global is the cap over all of them. Those left out stay as they are; those of posts to webhooks are not among them.',
  }),
  ...captchaSettings(),
  ...redisSettings('Redis, where limits are kept so that they hold over all replicas:'),
  authAddress: setting.grpcAddress({
    env: 'GATEHOUSE_AUTH_ADDR',
    default: '127.0.0.1:50051',
    meaning: 'Where auth-service answers gRPC.',
  }),
  sessionsAddress: setting.grpcAddress({
    env: 'GATEHOUSE_SESSIONS_ADDR',
    default: '127.0.0.1:50052',
    meaning: 'Where session-service answers gRPC.',
  }),
  webhooksAddress: setting.grpcAddress({
    env: 'GATEHOUSE_WEBHOOKS_ADDR',
    default: '127.0.0.1:50053',
    meaning: 'Where webhook-service answers gRPC.',
  }),
})

export type Config = Settings<typeof settings>
