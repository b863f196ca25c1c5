import { type EventRow, rowsOf } from '../code-host/event-table.ts'
import { resources } from './events.ts'

/** The resources of error trackers for readers, made from the rules the code follows. */
export const resourceTable: EventRow[] = rowsOf(resources)
