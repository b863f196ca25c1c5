/** Who alone may publish something, and until when (milliseconds since 1970). */
export type PublicationLease = { owner: string; leaseUntil: number }

/** What a stored document says of its publication. */
export type OutboxState =
  | ({ state: 'pending' } & PublicationLease)
  | { state: 'published'; streamId: string }
  // Set aside: nothing can be made of the document, and it must not keep back the others.
  | { state: 'unreadable' }

/** Something that is to be published by whoever holds its lease. */
export type Publication = {
  id: string
  /** Names and values of its stream entry, as XADD takes them. */
  fields: string[]
  /** From then on somebody else may publish it (milliseconds since 1970). */
  leaseUntil: number
}

/** What is in the stream, and the cursor by which consumers resume. */
export type Published = { id: string; streamId: string }
