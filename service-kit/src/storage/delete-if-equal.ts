import { z } from 'zod'
import { defineScript } from './redis-script.ts'

/** Deletes the key if it has this value. 1 if it was deleted. */
export const deleteIfEqual = defineScript<{ value: string }, number>({
  name: 'deleteIfEqual',
  keys: 1,
  lua: `
    if redis.call('GET', KEYS[1]) ~= args.value then return 0 end
    return redis.call('DEL', KEYS[1])
  `,
  reply: z.number(),
})
