import type { ErrorCode } from '@gatehouse/proto/errors/catalog'

/** How managing webhooks is refused (contract.md 8 row 17). */
export const managing = ['MISSING_ACCESS', 'MISSING_PERMISSIONS'] as const satisfies readonly ErrorCode[]

/** Bytes a body may have where an avatar fits in. */
export const webhookBodyLimit = 512 * 1024
