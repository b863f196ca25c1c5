import type { Embed } from '../../embed.ts'
import { firstTextAt, type Payload } from '../../payload.ts'
import { alertEmbed } from '../alert-embed.ts'
import { colors } from '../build-embed.ts'
import { codeField, field } from '../fields.ts'

export function dependabotAlertCreated(payload: Payload): Embed {
  return dependabotEmbed(payload, 'created', colors.security)
}

export function dependabotAlertReopened(payload: Payload): Embed {
  return dependabotEmbed(payload, 'reopened', colors.security)
}

export function dependabotAlertReintroduced(payload: Payload): Embed {
  return dependabotEmbed(payload, 'reintroduced', colors.security)
}

export function dependabotAlertFixed(payload: Payload): Embed {
  return dependabotEmbed(payload, 'fixed', colors.open)
}

function dependabotEmbed(payload: Payload, change: string, color: number): Embed {
  const severity = ['alert.security_vulnerability.severity', 'alert.security_advisory.severity']
  const name = ['alert.dependency.package.name', 'alert.security_vulnerability.package.name']
  return alertEmbed(payload, {
    heading: `Dependabot alert ${change}`,
    name: firstTextAt(payload, 'alert.security_advisory.summary'),
    color,
    fields: [
      ...field('Severity', firstTextAt(payload, ...severity)),
      ...codeField('Package', firstTextAt(payload, ...name)),
    ],
  })
}
