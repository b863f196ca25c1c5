const loopbackOrigin = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/** Whether an origin is a page of this machine, on any port. For development. */
export function isLoopbackOrigin(origin: string): boolean {
  return loopbackOrigin.test(origin)
}
