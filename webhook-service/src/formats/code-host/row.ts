import { type Payload, textAt } from '../payload.ts'
import { excerpt } from './build-embed.ts'

/** What the messages of one action of an event have of their own; `body` and `time` are paths of the payload. */
export type Row = { color: number; body?: string; time?: string }

export function partsOf(payload: Payload, { color, body, time }: Row) {
  return {
    color,
    description: body === undefined ? undefined : excerpt(payload, body),
    time: time === undefined ? undefined : textAt(payload, time),
  }
}
