import { createHash } from 'node:crypto'
import type { Features } from './feature-status.ts'
import { script, style } from './gen/assets.ts'
import { type Html, html, jsonData } from './html.ts'
import { type Language, languages } from './languages.ts'
import type { Logo } from './logo.ts'
import type { Site } from './site.ts'
import { siteLinks } from './site-links.ts'
import type { Texts } from './texts/texts.ts'

/** A page; `body` has the elements that its module in gateway/browser uses. */
export type Page = {
  /** The last segment of the URL, and the name of the page for the script. */
  name: string
  title(texts: Texts): string
  isWide?: boolean
  /** Whether its form is sent to a route that may require a captcha. */
  hasCaptcha?: boolean
  hasQrCode?: boolean
  body(view: View): Html
}

export type View = {
  texts: Texts
  site: Site
  sendsMails: boolean
  sendsSms: boolean
  /** A link to another page in the same language. */
  linkTo(page: string): string
}

/** All pages and files have one folder, so that relative links also work under /v1. */
export function renderPage(
  { name, title, isWide = false, body }: Page,
  { language, ...rest }: Features & { site: Site; language: Language },
): string {
  const texts = languages[language]
  const { site, sendsMails } = rest
  const view: View = { texts, ...rest, linkTo: (page) => `${page}?lang=${language}` }
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title(texts)} · ${site.product}</title>
${iconLink(site)}
<link rel="stylesheet" href="${versioned('style.css', style)}">
<script type="application/json" id="texts">${jsonData(texts.script)}</script>
<script type="module" src="${versioned('script.js', script)}"></script>
</head>
<body data-page="${name}"${sendsMails ? '' : html` data-no-mail`}>
<header class="header">
<span class="brand">${brandOf(site)}</span>
${accountNav(view, name)}
</header>
<main class="${isWide ? 'wide' : 'narrow'}">
<noscript><p class="notice error">${texts.noScript}</p></noscript>
<p class="notice" id="notice" role="status" hidden></p>
<div id="content" hidden>
${body(view)}
</div>
</main>
<footer class="footer">
${siteLinks(texts, site)}<nav aria-label="${texts.languages}">${languageLinks(name, language)}</nav>
</footer>
</body>
</html>
`.text
}

const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M6 25V12h4v3h3v-3h6v3h3v-3h4v13h-7v-3a3 3 0 0 0-6 0v3z"/></svg>`

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3f4de0"/><path fill="#fff" d="M6 25V12h4v3h3v-3h6v3h3v-3h4v13h-7v-3a3 3 0 0 0-6 0v3z"/></svg>`

function brandOf({ logo, product }: Site): Html {
  return logo ? html`<img class="logo" src="${logoUrl(logo)}" alt="${product}">` : html`${mark}${product}`
}

function iconLink({ logo }: Site): Html {
  const { href, type } = logo
    ? { href: logoUrl(logo), type: logo.type }
    : { href: 'icon.svg', type: 'image/svg+xml' }
  return html`<link rel="icon" href="${href}" type="${type}">`
}

const logoUrl = ({ content }: Logo) => versioned('logo', content)

/** Shown while the browser tab is signed in. */
function accountNav({ texts, sendsMails, linkTo }: View, current: string): Html {
  const link = (page: string, title: string) =>
    html`<a href="${linkTo(page)}"${page === current ? html` aria-current="page"` : ''}>${title}</a>`
  return html`<nav id="account-nav" aria-label="${texts.account}" hidden>
${link('sessions', texts.sessions.nav)}
${link('security', texts.security.nav)}
${sendsMails ? link('email', texts.email) : ''}
${link('handoff', texts.handoff.nav)}
<button type="button" class="link" id="sign-out">${texts.signOut}</button>
</nav>`
}

function languageLinks(page: string, current: Language): Html[] {
  return Object.entries(languages).map(
    ([language, { languageName }]) =>
      html`<a href="${page}?lang=${language}" lang="${language}" hreflang="${language}"${language === current ? html` aria-current="true"` : ''}>${languageName}</a>`,
  )
}

/** A new version of a file is loaded with the first page that needs it. */
function versioned(file: string, content: string | Buffer): string {
  return `${file}?v=${createHash('sha256').update(content).digest('hex').slice(0, 8)}`
}
