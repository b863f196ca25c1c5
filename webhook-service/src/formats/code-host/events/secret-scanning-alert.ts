import type { Embed } from '../../embed.ts'
import { firstTextAt, type Payload } from '../../payload.ts'
import { alertEmbed } from '../alert-embed.ts'
import { colors } from '../build-embed.ts'

export function secretScanningAlertCreated(payload: Payload): Embed {
  return secretEmbed(payload, 'Secret scanning alert created', colors.security)
}

export function secretScanningAlertReopened(payload: Payload): Embed {
  return secretEmbed(payload, 'Secret scanning alert reopened', colors.security)
}

export function secretScanningAlertLeaked(payload: Payload): Embed {
  return secretEmbed(payload, 'Secret publicly leaked', colors.closed)
}

export function secretScanningAlertResolved(payload: Payload): Embed {
  return secretEmbed(payload, 'Secret scanning alert resolved', colors.open)
}

/**
 * Shows only the type of the secret: some senders put the secret itself into the alert ("never shows the
 * secret" in `alerts.test.ts`).
 */
function secretEmbed(payload: Payload, heading: string, color: number): Embed {
  const name = firstTextAt(payload, 'alert.secret_type_display_name', 'alert.secret_type')
  return alertEmbed(payload, { heading, name, color })
}
