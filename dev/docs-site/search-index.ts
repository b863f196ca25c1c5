import type { RenderedPage } from './render-markdown.ts'
import type { SitePage } from './site-pages.ts'

/** What `site.js` searches: one entry a section, one line an entry. */
export function searchIndex(pages: readonly { page: SitePage; rendered: RenderedPage }[]): string {
  const entries = pages.flatMap(({ page, rendered }) =>
    rendered.sections.map(({ heading, text }) => ({
      url: heading.depth === 1 ? page.slug : `${page.slug}#${heading.id}`,
      page: page.label,
      heading: heading.depth === 1 ? page.label : heading.text,
      text,
    })),
  )
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`
}
