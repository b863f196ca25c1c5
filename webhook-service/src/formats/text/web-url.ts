import { encodeMentions } from './break-mentions.ts'
import { percentEncode, withoutReferences } from './percent-encode.ts'

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
  return url && webUrl(encodeMentions(url).replace(/[<>]/g, percentEncode))
}

/** A URL for `[label](url)`: it contains neither the end of the link, a mark, nor a mention. */
export function linkTarget(value: unknown): string | undefined {
  const url = typeof value === 'string' && /^mailto:/i.test(value.trim()) ? mailUrl(value) : webUrl(value)
  if (!url) return undefined
  // The brackets of an IPv6 address are no brackets of a link.
  const [host = ''] = /^https?:\/\/[^/?#\\]*/i.exec(url) ?? []
  const rest = withoutReferences(encodeMentions(url.slice(host.length))).replace(
    /[()<>[\]\\*~`|"\s]/g,
    percentEncode,
  )
  const target = encodeMentions(host).replace(/[()<>\\*~`|"\s]/g, percentEncode) + rest
  return target.length <= maxUrlLength ? target : undefined
}

function mailUrl(value: string): string | undefined {
  const text = value.trim()
  return text.length <= maxUrlLength && URL.canParse(text) ? text : undefined
}
