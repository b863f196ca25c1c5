/** Every field of a log record beside those of pino, named the same in every service. The Logger accepts no other. */
export const logFields = {
  account_id: 'Account concerned.',
  address: 'Address of an upstream or a client.',
  code: 'Error code of the answer.',
  count: 'Number of things the message names.',
  duration_ms: 'From receiving the request to its answer.',
  entry_id: 'Entry of an outbox or a stream.',
  err: 'Error with type, message, stack and causes.',
  event: 'Kind of record.',
  event_id: 'Domain event concerned.',
  event_type: 'Type of that event.',
  evicted_session_id_hashes: 'Sessions evicted above the cap.',
  identity: 'Service identity in the certificate of the caller.',
  method: 'HTTP method.',
  outbox: 'Redis key of an outbox.',
  peer: 'Address of the calling service.',
  provider: 'Captcha provider.',
  reason: 'Why, in a few words.',
  request_id: 'X-Request-Id of the request.',
  route: 'Pattern of the path, never the path itself.',
  rpc: 'gRPC method.',
  schema_version: 'Version of the stored data after a migration.',
  session_id_hash: 'Session concerned.',
  signal: 'Signal that stops the process.',
  retry_in_ms: 'Time to the next attempt.',
  source: 'Outbox or stream an entry came from.',
  status: 'HTTP status; null if the client left before the answer.',
  subject_alt_name: 'Subject alternative names in the certificate of the caller.',
  task: 'Periodic task, or the task of a sweep of accounts.',
  url: 'URL the process listens on.',
  webhook_id: 'Webhook concerned.',
} as const

type LogField = keyof typeof logFields

/** A name that is not in the table does not compile, also in a variable. */
export type LogFields<T> = T & { [K in Exclude<keyof T, LogField>]: never }
