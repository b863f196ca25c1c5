import { normalized } from '@gatehouse/service-kit/fields/text'
import { sanitizeText } from '../text/sanitize-text.ts'
import { decodeLayers } from './decode-layers.ts'
import { redactEmails } from './redact-emails.ts'
import { redactIps } from './redact-ips.ts'

/** Invisible characters that could be inside an address. Joiners belong to emoji and some scripts, not to ASCII. */
const invisible =
  /(?<=[\x21-\x7e])\p{Default_Ignorable_Code_Point}+|(?!\p{Join_Control}|\ufe0f)\p{Default_Ignorable_Code_Point}/gu

const maxLength = 16_384

/**
 * Removes e-mail and IP addresses: exceptions often quote those of the users of the failing application.
 * Prefers false positives.
 */
export function redact(text: string): string {
  return redactAddresses(visibleText(text).replace(/\S+/g, redactEncoded))
}

export function isFreeOfAddresses(text: string): boolean {
  return redact(text) === visibleText(text)
}

/** Sanitizes first: a character that is removed later could hide an address. */
function visibleText(text: string): string {
  return sanitizeText(text.slice(0, maxLength)).replace(invisible, '')
}

function redactAddresses(text: string): string {
  return redactIps(redactEmails(text))
}

function redactEncoded(word: string): string {
  const layers = [...decodeLayers(word), word].map((layer) => normalized(layer, 'NFKC'))
  for (const layer of layers.filter((each) => each !== word)) {
    const seen = visibleText(layer)
    const hidden = redactAddresses(seen)
    if (hidden !== seen) return hidden
  }
  return word
}
