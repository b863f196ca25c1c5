import type { Embed } from '../../embed.ts'
import { firstTextAt, type Payload, textAt } from '../../payload.ts'
import { alertEmbed } from '../alert-embed.ts'
import { colors } from '../build-embed.ts'
import { field } from '../fields.ts'

export function codeScanningAlertCreated(payload: Payload): Embed {
  return codeScanningEmbed(payload, 'created', colors.security)
}

export function codeScanningAlertReopened(payload: Payload): Embed {
  return codeScanningEmbed(payload, 'reopened', colors.security)
}

export function codeScanningAlertFixed(payload: Payload): Embed {
  return codeScanningEmbed(payload, 'fixed', colors.open)
}

function codeScanningEmbed(payload: Payload, change: string, color: number): Embed {
  return alertEmbed(payload, {
    heading: `Code scanning alert ${change}`,
    name: firstTextAt(payload, 'alert.rule.description', 'alert.rule.name', 'alert.rule.id'),
    color,
    fields: [
      ...field('Severity', firstTextAt(payload, 'alert.rule.security_severity_level', 'alert.rule.severity')),
      ...field('Tool', textAt(payload, 'alert.tool.name')),
    ],
  })
}
