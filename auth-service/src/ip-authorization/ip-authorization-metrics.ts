import { counter } from '@gatehouse/service-kit/metrics/metric'

export const ipAuthorizationSteps = counter({
  labelNames: ['step'],
  name: 'gatehouse_ip_authorizations_total',
  help: 'Sign-ins from addresses that are not authorized, by `step`: `required`, `resent` (the mail), `authorized`, `fetched`.',
})
