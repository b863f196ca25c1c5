import type { Embed } from '../../embed.ts'
import { firstTextAt, type Payload } from '../../payload.ts'
import { alertCard } from '../alert-embed.ts'
import { colours } from '../build-embed.ts'

export function secretScanningAlertCreated(payload: Payload): Embed {
  return secretCard(payload, 'Secret scanning alert created', colours.security)
}

export function secretScanningAlertReopened(payload: Payload): Embed {
  return secretCard(payload, 'Secret scanning alert reopened', colours.security)
}

export function secretScanningAlertLeaked(payload: Payload): Embed {
  return secretCard(payload, 'Secret publicly leaked', colours.closed)
}

export function secretScanningAlertResolved(payload: Payload): Embed {
  return secretCard(payload, 'Secret scanning alert resolved', colours.open)
}

/**
 * The kind of the secret and nothing else that people or scanners wrote: some senders put the secret itself into the
 * alert. Guarded by `never shows the secret` in `alerts.test.ts`.
 */
function secretCard(payload: Payload, happened: string, color: number): Embed {
  const name = firstTextAt(payload, 'alert.secret_type_display_name', 'alert.secret_type')
  return alertCard(payload, { happened, name, color })
}
