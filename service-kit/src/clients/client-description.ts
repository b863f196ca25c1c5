import { maxUserAgentLength } from '@gatehouse/proto/field-bounds'
import bowser from 'bowser'
import { LRUCache } from 'lru-cache'

export type ClientDescription = Readonly<{
  browser: string | null
  os: string | null
  platform: string | null
}>

const maxNameLength = 64
/** bowser runs hundreds of regular expressions, and requests of one client have the same text. */
const described = new LRUCache<string, ClientDescription>({ max: 1000, memoMethod: parse })

/** Browser, operating system and platform (desktop, mobile, tablet, ...) from a User-Agent; null for each that is unknown. */
export function describeClient(userAgent: string): ClientDescription {
  const text = userAgent.slice(0, maxUserAgentLength)
  if (text.trim() === '') return { browser: null, os: null, platform: null }
  return described.memo(text)
}

function parse(text: string): ClientDescription {
  const { browser, os, platform } = bowser.parse(text)
  return { browser: cleanName(browser.name), os: cleanName(os.name), platform: cleanName(platform.type) }
}

// For an unknown browser the library returns the client's own text, which can be anything.
function cleanName(name: string | undefined): string | null {
  const plain = (name ?? '').replace(/\p{C}/gu, '').trim().slice(0, maxNameLength)
  return plain === '' ? null : plain
}
