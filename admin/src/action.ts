import type { Result } from './row.ts'
import type { Services } from './services.ts'
import type { Terminal } from './terminal.ts'

/** What a command does. */
export type Work<Input> = (services: Services, input: Input, terminal: Terminal) => Promise<Result>

/**
 * Makes the action of a command out of its work: opens the services, prints what comes out, closes them. The input is
 * what commander passes first: the command's argument if it takes one, else its options.
 */
export type Run = <Input>(work: Work<Input>) => (input: Input) => Promise<void>
