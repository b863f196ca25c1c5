import type { Event } from '@gatehouse/proto/gen/events/v1/events'

const maxIdLength = 64
const maxDetailLength = 256
const maxDetails = 16

/** Limits every text of an event to one line of bounded length: headers and names come from clients. */
export function cleanEvent(event: Event): Event {
  const { id, at, type, outcome, accountId, sessionIdHash, address, requestId, clientInfo, detail } = event
  return {
    id: cleanText(id, maxIdLength),
    at,
    type: cleanText(type, maxIdLength),
    outcome: outcome === 'ok' ? 'ok' : 'failed',
    accountId: optional(accountId),
    sessionIdHash: optional(sessionIdHash),
    address: optional(address),
    requestId: cleanText(requestId, 128),
    clientInfo: clientInfo && cleanClientInfo(clientInfo),
    detail: cleanDetail(detail),
  }
}

export function cleanText(text: string, maxLength: number): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
}

function cleanClientInfo(info: NonNullable<Event['clientInfo']>): Event['clientInfo'] {
  const { browser, os, platform, location } = info
  return {
    browser: optional(browser),
    os: optional(os),
    platform: optional(platform),
    location: location && {
      city: optional(location.city),
      region: optional(location.region),
      country: optional(location.country),
    },
  }
}

function cleanDetail(detail: Record<string, string>): Record<string, string> {
  const entries = Object.entries(detail).slice(0, maxDetails)
  return Object.fromEntries(
    entries.map(([key, value]) => [cleanText(key, maxIdLength), cleanText(value, maxDetailLength)]),
  )
}

function optional(text: string | undefined): string | undefined {
  const clean = cleanText(text ?? '', maxDetailLength)
  return clean === '' ? undefined : clean
}
