import { dirname } from 'node:path'
import { generateContracts } from './generate/contracts.ts'

/** Writes every committed file that has a source: `npm run check` compares it. */
const root = dirname(import.meta.dirname)
generateContracts(root)
// Loaded afterwards, because the code needs the contracts.
const { generateFromCode } = await import('./generate/from-code.ts')
generateFromCode(root)
