import { browserSecret } from '../http/browser-secret.ts'

/** As long as a code. */
export const receiverSecret = browserSecret({
  cookie: 'gatehouse_handoff',
  header: 'X-Handoff-Secret',
  lifetimeSeconds: 300,
})
