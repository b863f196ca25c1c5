import type { Embed } from '../../embed.ts'
import { firstTextAt, type Payload, textAt } from '../../payload.ts'
import { alertCard } from '../alert-embed.ts'
import { colours } from '../build-embed.ts'
import { field } from '../fields.ts'

export function codeScanningAlertCreated(payload: Payload): Embed {
  return codeScanningCard(payload, 'created', colours.security)
}

export function codeScanningAlertReopened(payload: Payload): Embed {
  return codeScanningCard(payload, 'reopened', colours.security)
}

export function codeScanningAlertFixed(payload: Payload): Embed {
  return codeScanningCard(payload, 'fixed', colours.open)
}

function codeScanningCard(payload: Payload, happened: string, color: number): Embed {
  return alertCard(payload, {
    happened: `Code scanning alert ${happened}`,
    name: firstTextAt(payload, 'alert.rule.description', 'alert.rule.name', 'alert.rule.id'),
    color,
    fields: [
      ...field('Severity', firstTextAt(payload, 'alert.rule.security_severity_level', 'alert.rule.severity')),
      ...field('Tool', textAt(payload, 'alert.tool.name')),
    ],
  })
}
