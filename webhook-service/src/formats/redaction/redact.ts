import { cleanText } from '../text/sanitize-text.ts'
import { decodedLayers } from './decode-layers.ts'
import { hideEmails } from './redact-emails.ts'
import { hideIps } from './redact-ips.ts'

/** What is not seen and could stand inside an address; joiners make emoji and words of some scripts, but none of ASCII. */
const invisible =
  /(?<=[\x21-\x7e])\p{Default_Ignorable_Code_Point}+|(?!\p{Join_Control}|\ufe0f)\p{Default_Ignorable_Code_Point}/gu

/** Looked at from the beginning; nothing shown is nearly as long. */
const maxLength = 16_384

/**
 * Text of an error report without e-mail and IP addresses: reports carry those of the users an error happened to, and an
 * exception quotes them easily (webhooks.md C1, "Never show"; guarded by redaction.test.ts). In doubt it is hidden.
 */
export function scrub(text: string): string {
  return hideAddresses(visibleText(text).replace(/\S+/g, scrubEncoded))
}

/** Whether there is nothing in the text that would be hidden. */
export function isFreeOfAddresses(text: string): boolean {
  return scrub(text) === visibleText(text)
}

/** Cleaned first: what is taken out afterwards could hide an address until then. */
function visibleText(text: string): string {
  return cleanText(text.slice(0, maxLength)).replace(invisible, '')
}

function hideAddresses(text: string): string {
  return hideIps(hideEmails(text))
}

/** `bob%40example.com`, `①0.0.0.5`: a word with an address under a layer of encoding or in other letters is shown without both. */
function scrubEncoded(word: string): string {
  const layers = [...decodedLayers(word), word].map((layer) => layer.normalize('NFKC'))
  for (const layer of layers.filter((each) => each !== word)) {
    const seen = visibleText(layer)
    const hidden = hideAddresses(seen)
    if (hidden !== seen) return hidden
  }
  return word
}
