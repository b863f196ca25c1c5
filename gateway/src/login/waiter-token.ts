import { browserSecret } from '../http/browser-secret.ts'

/** Whoever has it can fetch a sign-in that waits, from any address. As long as a ticket. */
export const waiterToken = browserSecret({ cookie: 'gatehouse_waiting', lifetimeSeconds: 15 * 60 })
