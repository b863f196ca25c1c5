import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { guidePage, homePage, referencePage } from './layout.ts'
import { referenceBundle } from './reference-bundle.ts'
import { renderMarkdown } from './render-markdown.ts'
import { searchIndex } from './search-index.ts'
import { sitePages } from './site-pages.ts'

export const siteFolder = 'gateway/docs-site/gen'

/** The files that the gateway serves at /docs, by name. */
export function docsSite(root: string): Record<string, string | Buffer> {
  return { ...docsPages(root), 'scalar.js.br': referenceBundle(join(root, siteFolder, 'scalar.js.br')) }
}

/** Those that are made from `docs/`. */
export function docsPages(root: string): Record<string, string> {
  const pages = sitePages.map((page) => ({
    page,
    rendered: renderMarkdown(readFileSync(join(root, 'docs', page.source), 'utf8')),
  }))
  return {
    'index.html': homePage(),
    'reference.html': referencePage(),
    ...Object.fromEntries(
      pages.map(({ page, rendered }) => [`${page.slug}.html`, guidePage(page, rendered)]),
    ),
    'search.json': searchIndex(pages),
  }
}
