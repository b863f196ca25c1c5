import { expect } from 'chai'
import { examplePayload } from '../../../../test/fixtures/code-host/example-payloads.ts'
import { exampleEmbed, renderedEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'
import { syntheticPayload } from '../../../../test/fixtures/code-host/synthetic-payloads.ts'

describe('rendering publications', () => {
  it('shows a release, and a pre-release in another color', () => {
    expect(exampleEmbed('release.published')).to.include({
      title: '[Codertocat/Hello-World] New release published: 0.0.1',
      url: 'https://github.com/Codertocat/Hello-World/releases/tag/0.0.1',
      color: 0x2da44e,
      timestamp: '2019-05-15T15:20:53.000Z',
    })
    expect(renderedEmbed('release', syntheticPayload('release', 'published'))).to.include({
      color: 0xbf8700,
      description: 'News',
    })
    expect(
      exampleEmbed('release.published', { 'release.tag_name': '', 'release.name': 'One' }).title,
    ).to.include('published: One')
    const name = (text: unknown) => exampleEmbed('release.published', { 'release.name': text }).title
    expect(name('The *first*')).to.equal(
      '[Codertocat/Hello-World] New release published: 0.0.1 – The \\*first\\*',
    )
    expect(name('0.0.1')).to.match(/: 0\.0\.1$/)
    for (const action of ['created', 'released', 'prereleased', 'edited'])
      expect(resultOf('release', { action })).to.equal(`ignored:release.${action}`)
  })

  it('shows a package with its version, or its tag if the version is a digest', () => {
    expect(exampleEmbed('package.published')).to.include({
      title: '[Codertocat/hello-world-npm] Package published: hello-world-npm 1.0.0',
      url: 'https://github.com/Codertocat/hello-world-npm/packages/10696?version=1.0.0',
    })
    expect(
      renderedEmbed('registry_package', syntheticPayload('registry_package', 'published')).title,
    ).to.equal('[octo-org/octo-repo] Package published: hello 2.0.0')
    const version = `sha256:${'ab01'.repeat(16)}`
    expect(exampleEmbed('package.published', { 'package.package_version.version': version }).title).to.match(
      /npm sha256:ab01ab01ab01$/,
    )
  })

  it('shows changed wiki pages', () => {
    expect(exampleEmbed('gollum')).to.include({
      title: '[Codertocat/Hello-World] Wiki page changed',
      url: 'https://github.com/Codertocat/Hello-World/wiki/Home',
      description: 'edited [Home](https://github.com/Codertocat/Hello-World/wiki/Home)',
    })
    const page = { action: 'created', title: 'A](x', html_url: 'https://a.test/(b)', summary: '*why*' }
    const embed = exampleEmbed('gollum', { pages: Array(8).fill(page) })
    expect(embed.title).to.include('8 wiki pages changed')
    expect(embed.description?.split('\n')).to.deep.equal([
      ...Array(5).fill('created [A\\]\\(x](https://a.test/%28b%29) – \\*why\\*'),
      '+3 more',
    ])
    expect(resultOf('gollum', { pages: [] })).to.equal('ignored:gollum')
    expect(resultOf('gollum', { pages: {} })).to.equal('unrenderable:pages')
    const pages = [1, null, { ...page, summary: '\u200b' }]
    expect(exampleEmbed('gollum', { pages })).to.deep.include({
      url: page.html_url,
      description: 'created [A\\]\\(x](https://a.test/%28b%29)',
    })
    expect(resultOf('gollum', { pages: [null, 7] })).to.equal('unrenderable:pages')
  })

  it('shows a failed pages build', () => {
    const errored = { 'build.status': 'errored', 'build.error.message': 'No _layout' }
    expect(exampleEmbed('page_build', errored)).to.include({
      title: '[Codertocat/Hello-World] Pages build errored',
      description: 'No \\_layout',
      color: 0xcf222e,
    })
    expect(
      resultOf(
        'page_build',
        examplePayload('page_build', () => true),
      ),
    ).to.equal('ignored:page_build')
  })

  it('shows a project status update', () => {
    const payload = syntheticPayload('projects_v2_status_update', 'created')
    const titleAndColor = (status: unknown) => {
      const { title, color } = renderedEmbed('projects_v2_status_update', {
        ...payload,
        projects_v2_status_update: { status },
      })
      return [title, color]
    }
    expect(
      ['ON_TRACK', 'AT_RISK', 'OFF_TRACK', 'COMPLETE', 'INACTIVE', null].map(titleAndColor),
    ).to.deep.equal([
      ['[octo-org] Project status update: on track', 0x2da44e],
      ['[octo-org] Project status update: at risk', 0xbf8700],
      ['[octo-org] Project status update: off track', 0xcf222e],
      ['[octo-org] Project status update: complete', 0x8250df],
      ['[octo-org] Project status update: inactive', 0x6e7781],
      ['[octo-org] Project status update', 0x6e7781],
    ])
  })
})
