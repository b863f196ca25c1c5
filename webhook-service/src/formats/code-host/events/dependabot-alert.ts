import type { Embed } from '../../embed.ts'
import { firstTextAt, type Payload } from '../../payload.ts'
import { alertCard } from '../alert-embed.ts'
import { colours } from '../build-embed.ts'
import { codeField, field } from '../fields.ts'

export function dependabotAlertCreated(payload: Payload): Embed {
  return dependabotCard(payload, 'created', colours.security)
}

export function dependabotAlertReopened(payload: Payload): Embed {
  return dependabotCard(payload, 'reopened', colours.security)
}

export function dependabotAlertReintroduced(payload: Payload): Embed {
  return dependabotCard(payload, 'reintroduced', colours.security)
}

export function dependabotAlertFixed(payload: Payload): Embed {
  return dependabotCard(payload, 'fixed', colours.open)
}

function dependabotCard(payload: Payload, happened: string, color: number): Embed {
  const severity = ['alert.security_vulnerability.severity', 'alert.security_advisory.severity']
  const name = ['alert.dependency.package.name', 'alert.security_vulnerability.package.name']
  return alertCard(payload, {
    happened: `Dependabot alert ${happened}`,
    name: firstTextAt(payload, 'alert.security_advisory.summary'),
    color,
    fields: [
      ...field('Severity', firstTextAt(payload, ...severity)),
      ...codeField('Package', firstTextAt(payload, ...name)),
    ],
  })
}
