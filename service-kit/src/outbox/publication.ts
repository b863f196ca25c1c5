/** `leaseUntil` in milliseconds since 1970; until then only `owner` may publish. */
export type PublicationLease = { owner: string; leaseUntil: number }

export type OutboxState =
  | ({ state: 'pending' } & PublicationLease)
  /** `streamId` of an entry of the same batch: for its time, and different after each publication. */
  | { state: 'published'; streamId: string }
  // No stream entry can be made of the document, and it must not block the others. `at` is when the relay tried.
  | { state: 'unreadable'; at: number }

export type Publication = {
  id: string
  fields: string[]
  leaseUntil: number
}

export type Published = { id: string; streamId: string; leaseUntil: number }
