import { type Html, html } from './html.ts'
import type { Site } from './site.ts'
import type { Texts } from './texts/texts.ts'

/** A link to a page of the operator; without a URL only its text. */
export function siteLink(url: string | null, text: string): Html {
  if (url === null) return html`${text}`
  return html`<a href="${url}" target="_blank" rel="noopener noreferrer">${text}</a>`
}

/** `text` has the names of both documents in square brackets. */
export function consentText(text: string, { termsUrl, privacyUrl }: Site): Html {
  const [before = '', terms = '', between = '', privacy = '', after = ''] = text.split(/[[\]]/)
  return html`${before}${siteLink(termsUrl, terms)}${between}${siteLink(privacyUrl, privacy)}${after}`
}

export function siteLinks({ site }: Texts, { termsUrl, privacyUrl, supportUrl }: Site): Html | string {
  const links = [
    { url: termsUrl, text: site.terms },
    { url: privacyUrl, text: site.privacy },
    { url: supportUrl, text: site.support },
  ].flatMap(({ url, text }) => (url === null ? [] : [html`<li>${siteLink(url, text)}</li>`]))
  return links.length === 0 ? '' : html`<ul class="site-links">${links}</ul>\n`
}
