const maxUrlLength = 2048

/** Accepts http and https URLs of at most 2,048 characters without credentials. */
export function webUrl(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (text.length > maxUrlLength || !/^https?:\/\//i.test(text)) return undefined
  const url = URL.parse(text)
  // Credentials can look like the host: https://github.com@evil.example.
  if (!url || url.username || url.password) return undefined
  return /[\s\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(text) ? url.href : text
}

/** A URL for links and images of embeds, without mentions: some consumers parse them in URLs too. */
export function embedUrl(value: unknown): string | undefined {
  const url = webUrl(value)
  return url && webUrl(url.replace(/[<>@\uff20\ufe6b]/g, percentEncode))
}

/** A URL for `[label](url)`: it contains neither the end of the link nor a mention. */
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

function percentEncode(character: string): string {
  // `encodeURIComponent` does not encode brackets, which would end the link.
  const encoded = encodeURIComponent(character)
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded
}
