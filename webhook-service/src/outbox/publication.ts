/** A message that is to be published by whoever holds its lease. */
export type Publication = {
  id: string
  channelId: string
  guildId: string
  json: string
  /** From then on somebody else may publish it (milliseconds since 1970). */
  leaseUntil: number
}

/** A message that is in the stream, and the cursor by which consumers resume. */
export type Published = { id: string; streamId: string }
