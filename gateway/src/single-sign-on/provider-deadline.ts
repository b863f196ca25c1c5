/** Longer than the timeouts of the requests to the provider together. */
export const providerDeadlineMs = 45_000
