import { escapeHtml } from '@gatehouse/service-kit/html/escape-html'
import type { Heading, RenderedPage } from './render-markdown.ts'
import { type SitePage, sitePages, siteSections } from './site-pages.ts'

/** URLs are relative, so that the site also works under /v1: `base` is `docs/` for the page at /docs, else empty. */
type Frame = { base: '' | 'docs/'; title: string; summary: string; current: string | null }

export function guidePage(page: SitePage, { title, html, sections }: RenderedPage): string {
  const outline = sections.map(({ heading }) => heading).filter(({ depth }) => depth === 2)
  const frame: Frame = { base: '', title, summary: page.summary, current: page.slug }
  const main = `<main id="content" class="prose">\n${html}${neighbours(page)}</main>\n${outlineOf(outline)}`
  return documentOf(frame, `<div class="columns">\n${navigation(frame)}${main}</div>`)
}

export function homePage(): string {
  const summary = 'Guides and API reference of Gatehouse: accounts, sessions and webhooks of a chat platform.'
  const frame: Frame = { base: 'docs/', title: 'Documentation', summary, current: null }
  const groups = siteSections.map(({ title, pages }) => {
    const cards = pages.map(
      ({ slug, label, summary }) =>
        `<li><a class="card" href="docs/${slug}"><strong>${label}</strong><span>${summary}</span></a></li>`,
    )
    return `<section>\n<h2>${title}</h2>\n<ul class="cards">\n${cards.join('\n')}\n</ul>\n</section>`
  })
  const main = `<main id="content" class="home">
<div class="hero">
<h1>Gatehouse documentation</h1>
<p>Register and sign in accounts, manage their sessions, and turn the payloads of code hosts, error trackers and chat senders into messages.</p>
<p class="actions"><a class="button" href="docs/start">Quickstart</a> <a class="button plain" href="docs/reference">API reference</a></p>
</div>
${groups.join('\n')}
</main>`
  return documentOf(frame, main)
}

/** The page of the API reference, which has navigation and search of its own. */
export function referencePage(): string {
  return `<!doctype html>
<html lang="en">
${head({ base: '', title: 'API reference', summary: 'All routes of the Gatehouse API.', current: 'reference' })}
<link rel="alternate" type="application/json" href="../openapi.json" title="OpenAPI 3.1">
<script src="scalar.js" defer></script>
<script src="reference.js" defer></script>
</head>
<body class="reference">
<header class="header">
${brandAndTabs('', 'reference')}</header>
<div id="reference"></div>
<noscript><p class="notice">This page requires JavaScript. The OpenAPI document is at <a href="../openapi.json">openapi.json</a>.</p></noscript>
</body>
</html>
`
}

function documentOf(frame: Frame, content: string): string {
  return `<!doctype html>
<html lang="en">
${head(frame)}
<link rel="stylesheet" href="${frame.base}guides.css">
<script src="${frame.base}site.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="header">
${brandAndTabs(frame.base, frame.current)}${frame.current === null ? '' : menuButton}${searchBox(frame.base)}</header>
${content}
</body>
</html>
`
}

function head({ base, title, summary }: Frame): string {
  return `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(summary)}">
<title>${escapeHtml(title)} · Gatehouse</title>
<link rel="icon" type="image/svg+xml" href="${base}icon.svg">
<link rel="stylesheet" href="${base}site.css">`
}

function brandAndTabs(base: string, current: string | null): string {
  const isReference = current === 'reference'
  const home = base === '' ? '../docs' : 'docs'
  return `<a class="brand" href="${home}"><img src="${base}icon.svg" alt="" width="24" height="24">Gatehouse</a>
<nav class="tabs" aria-label="Documentation">
<a href="${home}"${isReference ? '' : ' aria-current="true"'}>Guides</a>
<a href="${base}reference"${isReference ? ' aria-current="page"' : ''}>API reference</a>
</nav>
`
}

/** Opens the navigation on narrow screens, without a script. */
const menuButton = '<button class="menu" type="button" popovertarget="guides">Menu</button>\n'

function searchBox(base: string): string {
  return `<search class="search">
<input id="search" type="search" role="combobox" placeholder="Search the guides" aria-label="Search the guides" aria-keyshortcuts="/" aria-autocomplete="list" aria-expanded="false" aria-controls="results" autocomplete="off" spellcheck="false" data-base="${base}">
<kbd aria-hidden="true">/</kbd>
<div class="results" id="results" role="listbox" aria-label="Search results" hidden></div>
<p id="search-status" class="visually-hidden" role="status"></p>
</search>
`
}

function navigation({ base, current }: Frame): string {
  const groups = siteSections.map(({ title, pages }) => {
    const items = pages.map(
      ({ slug, label }) =>
        `<li><a href="${base}${slug}"${slug === current ? ' aria-current="page"' : ''}>${label}</a></li>`,
    )
    return `<p>${title}</p>\n<ul>\n${items.join('\n')}\n</ul>`
  })
  return `<nav class="guides" id="guides" popover aria-label="Guides">\n${groups.join('\n')}\n</nav>\n`
}

function outlineOf(headings: readonly Heading[]): string {
  if (headings.length < 2) return ''
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
  return `<nav class="outline" aria-label="On this page">\n<p>On this page</p>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>\n`
}

function neighbours({ slug }: SitePage): string {
  const at = sitePages.findIndex((each) => each.slug === slug)
  const [previous, next] = [sitePages[at - 1], sitePages[at + 1]]
  const link = (page: SitePage | undefined, rel: string, word: string) =>
    page ? `<a rel="${rel}" href="${page.slug}"><span>${word}</span>${page.label}</a>` : '<span></span>'
  return `<nav class="neighbours" aria-label="Previous and next guide">\n${link(previous, 'prev', 'Previous')}\n${link(next, 'next', 'Next')}\n</nav>\n`
}
