import { sanitizeText } from '../text/sanitize-text.ts'
import { decodeLayers } from './decode-layers.ts'
import { redactEmails } from './redact-emails.ts'
import { redactIps } from './redact-ips.ts'

/** What is not seen and could stand inside an address; joiners make emoji and words of some scripts, but none of ASCII. */
const invisible =
  /(?<=[\x21-\x7e])\p{Default_Ignorable_Code_Point}+|(?!\p{Join_Control}|\ufe0f)\p{Default_Ignorable_Code_Point}/gu

/** Looked at from the beginning; nothing shown is nearly as long. */
const maxLength = 16_384

/**
 * Text of an error report without e-mail and IP addresses: reports carry those of the users an error happened to, and an
 * exception quotes them easily (webhooks.md C1, "Never show"; guarded by redaction.test.ts). In doubt it is hidden.
 */
export function redact(text: string): string {
  return redactAddresses(visibleText(text).replace(/\S+/g, redactEncoded))
}

/** Whether there is nothing in the text that would be hidden. */
export function isFreeOfAddresses(text: string): boolean {
  return redact(text) === visibleText(text)
}

/** Cleaned first: what is taken out afterwards could hide an address until then. */
function visibleText(text: string): string {
  return sanitizeText(text.slice(0, maxLength)).replace(invisible, '')
}

function redactAddresses(text: string): string {
  return redactIps(redactEmails(text))
}

/** `bob%40example.com`, `①0.0.0.5`: a word with an address under a layer of encoding or in other letters is shown without both. */
function redactEncoded(word: string): string {
  const layers = [...decodeLayers(word), word].map((layer) => layer.normalize('NFKC'))
  for (const layer of layers.filter((each) => each !== word)) {
    const seen = visibleText(layer)
    const hidden = redactAddresses(seen)
    if (hidden !== seen) return hidden
  }
  return word
}
