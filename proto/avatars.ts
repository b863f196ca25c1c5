/** Bounds of avatar images, which the gateway and webhook-service check. */
export const avatarBounds = { maxBytes: 256 * 1024, maxPixels: 1024 } as const

/** The hash of an avatar; `a_` marks an animation. */
export const avatarHashPattern = /^(?:a_)?[0-9a-f]{32}$/
