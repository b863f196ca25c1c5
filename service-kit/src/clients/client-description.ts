import bowser from 'bowser'

export type ClientDescription = { browser: string | null; os: string | null; platform: string | null }

/** As much of a User-Agent as is read and kept. */
export const maxUserAgentLength = 512
const maxNameLength = 64

/**
 * Browser, system and platform (desktop, mobile, tablet, ...) as a User-Agent tells them; what it does not tell is null,
 * never a word like "Unknown" (contract.md 7 row 39).
 */
export function describeClient(userAgent: string): ClientDescription {
  const text = userAgent.slice(0, maxUserAgentLength)
  if (text.trim() === '') return { browser: null, os: null, platform: null }
  const { browser, os, platform } = bowser.parse(text)
  return { browser: cleanName(browser.name), os: cleanName(os.name), platform: cleanName(platform.type) }
}

// Of an unknown browser the library repeats the client's own text, which may be anything.
function cleanName(name: string | undefined): string | null {
  const plain = (name ?? '').replace(/\p{C}/gu, '').trim().slice(0, maxNameLength)
  return plain === '' ? null : plain
}
