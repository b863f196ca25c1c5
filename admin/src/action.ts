import type { Result } from './row.ts'
import type { Services } from './services.ts'
import type { Terminal } from './terminal.ts'

export type Work<Input> = (services: Services, input: Input, terminal: Terminal) => Promise<Result>

/**
 * Wraps the work of a command into its action: opens the services, prints the result, closes them. The input is the
 * first value that commander passes: the command's argument if it has one, else its options.
 */
export type Run = <Input>(work: Work<Input>) => (input: Input) => Promise<void>
