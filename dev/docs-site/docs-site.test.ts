import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { expect } from 'chai'
import { docsPages } from './docs-site.ts'
import { renderMarkdown } from './render-markdown.ts'

describe('the documentation site', () => {
  const files = docsPages(repositoryRoot)
  const pages = Object.entries(files).filter(([name]) => name.endsWith('.html'))
  const idsOf = (name: string) =>
    [...String(files[`${name}.html`]).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)

  it('links only to pages and sections that exist', () => {
    const broken = pages.flatMap(([name, html]) =>
      [...html.matchAll(/<a [^>]*href="(?!https?:|mailto:|\.\.\/)(?:docs\/)?([^"#]*)(?:#([^"]*))?"/g)]
        .filter(([, page = '', id]) => {
          const target = page === '' ? name.replace('.html', '') : page.replace(/^docs$/, 'index')
          return files[`${target}.html`] === undefined || (id !== undefined && !idsOf(target).includes(id))
        })
        .map(([link]) => `${name}: ${link}`),
    )
    expect(broken).to.deep.equal([])
  })

  it('has one main heading on each page, and ids that are unique', () => {
    for (const [name, html] of pages.filter(([page]) => page !== 'reference.html')) {
      expect([name, html.match(/<h1/g)?.length]).to.deep.equal([name, 1])
      const ids = idsOf(name.replace('.html', ''))
      expect([name, new Set(ids).size]).to.deep.equal([name, ids.length])
    }
  })

  it('has an entry for each section in the search index', () => {
    const index: { url: string; text: string }[] = JSON.parse(files['search.json'] ?? '')
    const found = index.find(({ url }) => url === 'webhook-senders#signatures')
    expect(found?.text).to.include('X-Hub-Signature-256')
    expect(index.length).to.be.above(60)
  })

  it('escapes text, and links only to pages of the site', () => {
    const { html, title } = renderMarkdown(
      '# A & B\n\n`<b>` [Errors](errors.md#field-codes), [other](operations.md#redis)\n\n<!-- note -->\n```\n<i>\n```\n',
    )
    expect(title).to.equal('A & B')
    expect(html)
      .to.include('<code>&lt;b&gt;</code>')
      .and.include('<a href="errors#field-codes">Errors</a>, other')
    expect(html).to.include('<code>&lt;i&gt;</code>').and.not.include('note')
  })
})
