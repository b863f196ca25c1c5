import type { ErrorCode } from '@gatehouse/proto/errors/catalog'

/** The errors of routes that require the Manage Webhooks permission. */
export const managerErrors = ['MISSING_ACCESS', 'MISSING_PERMISSIONS'] as const satisfies readonly ErrorCode[]
