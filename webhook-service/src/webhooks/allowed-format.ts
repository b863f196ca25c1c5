import type { FormatName } from '@gatehouse/proto/executions/formats'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Webhook } from './webhook.ts'

/** Throws FORMAT_NOT_ALLOWED. */
export function assertAllowedFormat({ settings }: Pick<Webhook, 'settings'>, name: FormatName): void {
  if (settings.allowedFormats?.includes(name) === false) throw new ServiceError('FORMAT_NOT_ALLOWED')
}
