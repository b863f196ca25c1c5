const maxUrlLength = 2048

/** The URL when it is http or https, without credentials and of at most 2,048 characters (webhooks.md F); else undefined. */
export function webUrl(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (text.length > maxUrlLength || !/^https?:\/\//i.test(text)) return undefined
  const url = URL.parse(text)
  // A host behind credentials reads as the wrong host: https://github.com@evil.example.
  if (!url || url.username || url.password) return undefined
  return /[\s\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(text) ? url.href : text
}

/**
 * A URL for the link and image fields of an embed. Consumers differ in where they parse mentions, so a URL must not contain one.
 */
export function embedUrl(value: unknown): string | undefined {
  const url = webUrl(value)
  return url && webUrl(url.replace(/[<>@\uff20\ufe6b]/g, percentEncode))
}

/** A URL that can stand in `[label](here)`: nothing in it ends the link or mentions anybody; else undefined. */
export function linkTarget(value: unknown): string | undefined {
  const url = typeof value === 'string' && /^mailto:/i.test(value.trim()) ? mailUrl(value) : webUrl(value)
  if (!url) return undefined
  const target = url.replace(/[()<>[\]\\@\uff20\ufe6b`|"\s]/g, percentEncode)
  return target.length <= maxUrlLength ? target : undefined
}

function mailUrl(value: string): string | undefined {
  const text = value.trim()
  return text.length <= maxUrlLength && URL.canParse(text) ? text : undefined
}

/** One character as it stands in a URL without a meaning of its own. */
function percentEncode(character: string): string {
  // encodeURIComponent leaves brackets alone, and those are what would end the link.
  const encoded = encodeURIComponent(character)
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded
}
