import { z } from 'zod'

/** The code in a path, as session-service reads it: its answer to a malformed one is a code of its own. */
export const handoffCode = z.object({
  code: z.string().meta({
    description: 'The handoff code; letter case, dashes and spaces do not matter.',
    examples: ['K7PW-3XNB'],
  }),
})
