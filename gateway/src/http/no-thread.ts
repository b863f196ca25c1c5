import { rejectUnless } from '@gatehouse/service-kit/fields/field-problems'
import { documentedAs } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'

/** Channels have no threads: a message for one would be shown to others. */
export const noThread = {
  thread_id: z
    .union([z.string(), z.array(z.string())])
    .check(rejectUnless('FIELD_NOT_ALLOWED', () => false))
    .meta(documentedAs({ type: 'string' }))
    .optional()
    .describe('Rejected: channels have no threads.'),
}
